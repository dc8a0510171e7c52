//! How much time a move may take. Bots have no clock: the caller has, and stops them.

use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;

/// The rest of a clock is shared among this number of decisions, if it is not known how many are left.
const DECISIONS_LEFT: u32 = 30;

/// The most time that a player should take for a decision, so that its clock lasts: `left` on the clock, `increment` for each turn, and
/// `decisions` until the clock gets more time, if that is known.
#[must_use]
pub fn time_for_move(left: Duration, increment: Duration, decisions: Option<u32>) -> Duration {
    let share = left / decisions.unwrap_or(DECISIONS_LEFT).clamp(1, DECISIONS_LEFT);
    let most = if decisions.is_some() { left / 2 } else { left / 4 };
    share.saturating_add(increment.saturating_mul(3) / 4).min(most)
}

/// Shares a time among the faces of a due die, which are searched one after the other: each has its part, and the time that those before
/// it left.
#[derive(Debug)]
pub struct FaceClock {
    part: Duration,
    face: AtomicU32,
}

impl FaceClock {
    /// A decision is one face.
    #[must_use]
    pub fn new(time: Duration, faces: usize) -> FaceClock {
        FaceClock { part: time / faces.clamp(1, 1_000) as u32, face: AtomicU32::new(1) }
    }

    /// The time of one face.
    #[must_use]
    pub fn part(&self) -> Duration {
        self.part
    }

    /// Whether the face that is being searched has had its time, `elapsed` after the first one was begun.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        elapsed >= self.part.saturating_mul(self.face.load(Ordering::Relaxed))
    }

    /// Goes on to the next face.
    pub fn next_face(&self) {
        self.face.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_lasts() {
        let [second, minute] = [1, 60].map(Duration::from_secs);
        assert_eq!(time_for_move(minute, Duration::ZERO, None), 2 * second);
        assert_eq!(time_for_move(minute, second, None), 2 * second + second * 3 / 4);
        assert_eq!(time_for_move(minute, Duration::ZERO, Some(1)), minute / 2);
        assert_eq!(time_for_move(minute, Duration::ZERO, Some(0)), minute / 2);
        assert_eq!(time_for_move(second, minute, None), second / 4);
        assert_eq!(time_for_move(Duration::ZERO, minute, Some(3)), Duration::ZERO);
        assert!(time_for_move(Duration::MAX, Duration::MAX, Some(1)) <= Duration::MAX / 2);
    }

    #[test]
    fn each_face_has_its_part() {
        let clock = FaceClock::new(Duration::from_millis(60), 6);
        assert!(!clock.is_over(Duration::from_millis(9)) && clock.is_over(Duration::from_millis(10)));
        clock.next_face();
        assert!(!clock.is_over(Duration::from_millis(19)) && clock.is_over(clock.part() * 2));
    }
}
