//! The camera of a match without human players. It shows the whole board at rest, moves only if the
//! board no longer fits, and comes closer for a [`CloseUp`]. It depends only on time and the
//! updates of the table, so that films of the same match are identical.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::close_up::CloseUp;
use super::components::{CameraTarget, CinematicCamera, OrbitVelocity, aspect};
use super::orbit::Orbit;
use super::subject::Subject;
use crate::session::{Director, Session, Settings, SystemPreferences, View};
use crate::table::schedule::frame_seconds;

/// Rate of approach to the target, 1/s at normal speed. A movement takes about a second.
const RATE: f32 = 5.5;

/// The highest speed of the match at which the camera keeps up.
const MAX_SPEED: f32 = 2.0;

/// Dead zone: the camera stays while the board is in the picture and the distance is at most this
/// fraction longer than necessary.
const SLACK: f32 = 0.4;

/// Step between the directions to which the camera may turn, radians.
const TURN: f32 = std::f32::consts::PI / 24.0;

/// Extra distance, as a fraction, so that small changes of the board do not move the camera.
const MARGIN: f32 = 0.015;

/// Extra distance after a movement, as a fraction, so that the next change of the board is likely
/// to fit.
const ROOM: f32 = 0.18;

/// Distance from the target at which the camera has arrived, as a fraction of its distance from the
/// table.
const ARRIVED: f32 = 3e-4;

/// Whether the director leads the cameras, and its subject.
#[derive(SystemParam)]
pub(super) struct DirectorParams<'w> {
    settings: Res<'w, Settings>,
    system: Option<Res<'w, SystemPreferences>>,
    director: ResMut<'w, Director>,
    session: Res<'w, Session>,
    subject: Res<'w, Subject>,
    close_up: Res<'w, CloseUp>,
}

impl DirectorParams<'_> {
    fn is_wanted(&self) -> bool {
        let Settings { director, reduced_motion, .. } = *self.settings;
        let reduced_motion = reduced_motion || self.system.as_ref().is_some_and(|system| system.reduced_motion);
        let stands = reduced_motion || self.settings.view == View::Flat;
        director && !self.director.paused && !stands && self.session.is_watched()
    }
}

/// Leads every camera that has a [`CameraTarget`] while no human plays and the view has not been
/// turned by hand.
pub(super) fn lead(
    time: Res<Time<Real>>,
    mut direction: DirectorParams,
    mut cameras: Query<(&Camera, &mut CameraTarget, &mut CinematicCamera)>,
) {
    let (view, speed) = (direction.settings.view, direction.settings.speed.min(MAX_SPEED));
    let seconds = frame_seconds(&time) * speed;
    if direction.subject.is_empty() {
        return;
    }
    let wanted = direction.is_wanted();
    let close_up = direction.close_up.points().filter(|_| wanted).map(<[Vec3]>::to_vec);
    for (camera, mut target, mut cinematic) in &mut cameras {
        let aspect = aspect(camera);
        if !wanted {
            if cinematic.is_led() {
                cinematic.leading = None;
                if !direction.director.paused {
                    target.0 = direction.subject.orbit(view, aspect);
                }
            }
            continue;
        }
        let start = (Orbit { flat: false, ..target.0 }, OrbitVelocity::default());
        let (orbit, velocity) = cinematic.leading.unwrap_or(start);
        let whole = whole_board(view, &direction.subject, aspect, cinematic.whole);
        let goal = close_up.as_ref().map_or(whole, |points| CloseUp::orbit(points, &whole, aspect));
        let (mut orbit, mut velocity) = eased(orbit, velocity, &goal, seconds, RATE);
        if has_arrived(&orbit, &velocity, &goal) {
            (orbit, velocity) = (goal, OrbitVelocity::default());
        }
        let leaves = close_up.is_some() && goal != whole;
        let next = CinematicCamera {
            leading: Some((orbit, velocity)),
            whole: Some(whole),
            is_away: leaves || cinematic.is_away && !orbit.shows(&direction.subject.points(), aspect),
        };
        cinematic.set_if_neq(next);
        target.set_if_neq(CameraTarget(orbit));
    }
    let director = Director { close_up: close_up.is_some(), ..*direction.director };
    direction.director.set_if_neq(director);
}

/// The orbit that shows the whole board: the `held` one as long as it is good enough.
fn whole_board(view: View, subject: &Subject, aspect: f32, held: Option<Orbit>) -> Orbit {
    let seated = if view.is_from_above() { View::of_seat(subject.seats.near) } else { view };
    let best = subject.orbit(seated, aspect);
    let best = Orbit { distance: (1.0 + MARGIN) * best.distance, ..best };
    let Some(held) = held.filter(|held| held.pitch == best.pitch) else { return best };
    let points = subject.points();
    if held.distance <= (1.0 + SLACK) * best.distance && held.shows(&points, aspect) {
        return held;
    }
    // Turns as little as possible: spectators have no army of their own to keep below.
    let turns = (0..=24_u8).flat_map(|step| [TURN, -TURN].map(|turn| turn * f32::from(step)));
    let mut orbits = turns.map(|turn| Orbit::fitting(held.yaw + turn, best.pitch, false, &points, aspect));
    let next = orbits.find(|orbit| orbit.distance <= (1.0 + SLACK / 2.0) * best.distance).unwrap_or(best);
    // At most the dead zone, so that the camera then rests.
    Orbit { distance: ((1.0 + ROOM) * next.distance).min((1.0 + SLACK) * best.distance), ..next }
}

/// Whether the rest of a movement is invisible.
fn has_arrived(orbit: &Orbit, velocity: &OrbitVelocity, goal: &Orbit) -> bool {
    let near = |off: Vec3, turn: f32, pitch: f32, distance: f32| {
        let along = (off.length() + distance.abs()) / goal.distance;
        along + turn.abs() + pitch.abs() < ARRIVED
    };
    let OrbitVelocity { focus, yaw, pitch, distance } = *velocity;
    near(orbit.focus - goal.focus, orbit.turn_to(goal), orbit.pitch - goal.pitch, orbit.distance - goal.distance)
        && near(focus / RATE, yaw / RATE, pitch / RATE, distance / RATE)
}

/// Moves towards a goal, critically damped: without jumps or overshoot.
fn eased(at: Orbit, velocity: OrbitVelocity, goal: &Orbit, seconds: f32, pace: f32) -> (Orbit, OrbitVelocity) {
    // Exact for a goal at rest, whatever the time step.
    let fade = (-pace * seconds).exp();
    let step = |off: f32, rate: f32| {
        let pull = (rate + pace * off) * seconds;
        ((off + pull) * fade, (rate - pace * pull) * fade)
    };
    let off = at.focus - goal.focus;
    let (x, y, z) = (step(off.x, velocity.focus.x), step(off.y, velocity.focus.y), step(off.z, velocity.focus.z));
    let yaw = step(-at.turn_to(goal), velocity.yaw);
    let pitch = step(at.pitch - goal.pitch, velocity.pitch);
    let distance = step(at.distance - goal.distance, velocity.distance);
    let orbit = Orbit {
        focus: goal.focus + Vec3::new(x.0, y.0, z.0),
        yaw: goal.yaw + yaw.0,
        pitch: goal.pitch + pitch.0,
        distance: goal.distance + distance.0,
        flat: goal.flat,
    };
    (orbit, OrbitVelocity { focus: Vec3::new(x.1, y.1, z.1), yaw: yaw.1, pitch: pitch.1, distance: distance.1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    const PITCH: f32 = 0.65;

    /// The camera stays while the board it shows fits, and moves once it does not.
    #[test]
    fn it_rests_while_the_board_is_in_the_picture() {
        let game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        let subject = Subject::of(&*game);
        let best = subject.orbit(View::White, 1.6);
        let held = Orbit { distance: 1.05 * best.distance, yaw: best.yaw + 0.02, ..best };
        let first = whole_board(View::White, &subject, 1.6, None);
        assert_eq!(first, Orbit { distance: (1.0 + MARGIN) * best.distance, ..best });
        assert_eq!(whole_board(View::White, &subject, 1.6, Some(held)), held);
        for bad in [
            Orbit { distance: 0.9 * best.distance, ..best },
            Orbit { distance: 1.5 * best.distance, ..best },
            Orbit { distance: 1.09 * best.distance, focus: best.focus + Vec3::X * 0.3, ..best },
            Orbit { yaw: best.yaw + 2.0, ..best },
        ] {
            let moved = whole_board(View::White, &subject, 1.6, Some(bad));
            assert!(
                moved.shows(&subject.points(), 1.6) && moved.distance <= (1.0 + SLACK) * first.distance,
                "{bad:?}: {moved:?}"
            );
            assert_eq!(whole_board(View::White, &subject, 1.6, Some(moved)), moved, "it rests then");
        }
    }

    /// Even if the goal jumps, position and speed do not.
    #[test]
    fn it_never_jerks() {
        let goals = [(0.2, 0.9, 0.3), (-3.0, 0.6, 0.0), (3.1, 1.2, -0.4)].map(|(yaw, distance, x)| Orbit {
            focus: Vec3::X * x,
            yaw,
            pitch: PITCH,
            distance,
            flat: false,
        });
        for frames in [30, 60] {
            let seconds = 1.0 / frames as f32;
            let (mut at, mut rates) = (goals[0], OrbitVelocity::default());
            for goal in goals.iter().cycle().take(9) {
                for _ in 0..frames {
                    let (next, new) = eased(at, rates, goal, seconds, RATE);
                    assert!((next.focus - at.focus).length() < 1.6 * seconds, "{at:?} to {next:?}");
                    assert!((new.focus - rates.focus).length() < 30.0 * seconds, "{rates:?} to {new:?}");
                    (at, rates) = (next, new);
                }
            }
        }
    }

    #[test]
    fn it_arrives_at_the_same_time_at_any_frame_rate() {
        let goal = Orbit { focus: Vec3::X, yaw: 1.0, pitch: PITCH, distance: 1.0, flat: false };
        let ride = |frames: u16, seconds: f32| {
            let start = Orbit { focus: Vec3::ZERO, yaw: -0.5, pitch: 0.95, distance: 2.0, flat: false };
            (0..frames).fold((start, OrbitVelocity::default()), |(at, rates), _| eased(at, rates, &goal, seconds, RATE))
        };
        let ((slow, _), (fast, _)) = (ride(5, 0.1), ride(30, 1.0 / 60.0));
        assert!(slow.focus.distance(fast.focus) < 1e-3 && (slow.yaw - fast.yaw).abs() < 1e-3, "{slow:?}, {fast:?}");
        let (late, speed) = ride(180, 1.0 / 60.0);
        assert!(has_arrived(&late, &speed, &goal), "{late:?}");
        assert!(!has_arrived(&fast, &OrbitVelocity::default(), &goal), "{fast:?}");
    }
}
