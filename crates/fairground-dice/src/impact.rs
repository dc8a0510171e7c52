//! Time and strength of a die's impacts on the tray, for sounds.

use rapier3d::math::Vector;

use super::simulate::{Frame, GRAVITY, STEP};

/// The largest change of velocity in a step without an impact, m/s. Rounding and rolling over the
/// rounded edge cause smaller changes.
const CALM: f32 = 0.05;

/// Contacts separated by less than this time, s, are one impact, because the ear cannot separate
/// them.
const APART: f32 = 0.015;

/// An impact of a thrown die on the tray.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Impact {
    /// Time since the first frame, s.
    pub seconds: f32,
    /// Change of the velocity of the die's middle, m/s.
    pub speed: f32,
    /// Position of the die's middle in the tray frame, m.
    pub position: [f32; 3],
}

/// Finds the impacts in the poses of one attempt, see [`trace`](super::trace), in order of time.
/// Between impacts, only gravity changes the velocity.
#[must_use]
pub fn impacts(frames: &[Frame]) -> Vec<Impact> {
    let mut found: Vec<Impact> = Vec::new();
    for (step, three) in frames.windows(3).enumerate() {
        let [before, now, after] = [0, 1, 2].map(|i| Vector::from(three[i].position));
        let push = (after - now - (now - before)) / STEP + Vector::z() * (GRAVITY * STEP);
        let (seconds, speed) = ((step + 1) as f32 * STEP, push.norm());
        if speed < CALM {
            continue;
        }
        match found.last_mut() {
            Some(last) if seconds - last.seconds < APART => last.speed = last.speed.max(speed),
            _ => found.push(Impact { seconds, speed, position: now.into() }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ThrowState, trace};

    #[test]
    fn a_die_in_free_fall_hits_nothing() {
        let fall = |i: i32| {
            let t = i as f32 * STEP;
            Frame { position: [t, 0.0, 1.0 - GRAVITY / 2.0 * t * t], rotation: [0.0, 0.0, 0.0, 1.0] }
        };
        let frames: Vec<_> = (0..60).map(fall).collect();
        assert_eq!(impacts(&frames), []);
    }

    #[test]
    fn a_bounce_is_heard_once_at_its_time_and_as_hard_as_it_is() {
        let bounce = |i: i32| Frame { position: [0.0, 0.0, 0.5 * STEP * (i - 48).abs() as f32], rotation: [0.0; 4] };
        let frames: Vec<_> = (0..96).map(bounce).collect();
        let hard = impacts(&frames).into_iter().filter(|hit| hit.speed > 0.5).collect::<Vec<_>>();
        assert_eq!(hard.len(), 1);
        assert!((hard[0].seconds - 0.2).abs() < 2.0 * STEP && (hard[0].speed - 1.0).abs() < 0.1, "{hard:?}");
    }

    #[test]
    fn a_throw_clatters_and_ends_softly() {
        for seed in 0..20 {
            let (rest, frames) = trace(&ThrowState::draw(seed, None, None));
            let hits = impacts(&frames);
            assert!((4..80).contains(&hits.len()), "{} hits", hits.len());
            assert!(hits.windows(2).all(|pair| pair[1].seconds - pair[0].seconds >= APART));
            let hardest = hits.iter().max_by(|a, b| a.speed.total_cmp(&b.speed)).unwrap();
            assert!((0.5..6.0).contains(&hardest.speed), "{hardest:?}");
            assert!(hardest.seconds < rest.seconds / 2.0, "{hardest:?} of {}", rest.seconds);
            assert!(hits.last().unwrap().speed < hardest.speed / 2.0);
        }
    }
}
