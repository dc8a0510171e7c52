//! A camera that follows a match without human players. It shows the board as every view does and
//! drifts slowly around the table. It comes closer for a moment when a piece is captured. It depends
//! only on time and the updates of the table, so that a film of the same match is always the same.

use std::f32::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::components::{CameraTarget, CinematicCamera, OrbitVelocity, shown_size};
use super::orbit::Orbit;
use super::subject::Subject;
use crate::dice::tray;
use crate::engine::{Cell, Event};
use crate::play::Seat;
use crate::session::{Animating, Director, MatchProgress, Session, Settings, Showing, TableUpdate, View};
use crate::table::layout::{HEADROOM, Places, TRAY_FLOOR, world};
use crate::table::schedule::frame_seconds;

/// Rate of approach to the target, 1/s. It takes some three seconds, slow enough not to cause
/// dizziness.
const RATE: f32 = 1.3;

/// The same while the board or a close-up is cut off.
const FAST_RATE: f32 = 3.0;

/// Largest drift to either side, radians.
const DRIFT_ANGLE: f32 = 0.26;

/// Period of the drift, s.
const DRIFT_PERIOD: f32 = 70.0;

/// The smallest distance to the action, as a fraction of the distance that shows everything.
const MIN_DISTANCE: f32 = 0.72;

/// How far the camera moves from the view of everything towards the view of the action alone, 0 to
/// 1.
const SHARE: f32 = 0.8;

/// How long the camera stays after the action has ended, s.
const LINGER: f32 = 1.0;

/// Margin around the cells of the action, m.
const ROOM: f32 = 0.06;

/// An action as points in world space; empty if it is all over the table.
#[derive(Debug, Default)]
struct Action {
    points: Vec<Vec3>,
    /// Whether the camera comes closer.
    close_up: bool,
}

/// The last action on the table.
#[derive(Resource, Debug, Default)]
pub(super) struct LastAction {
    action: Action,
    /// Time since the last movement, s.
    rested: f32,
}

/// Whether the director leads the cameras, and its subject.
#[derive(SystemParam)]
pub(super) struct Direction<'w> {
    settings: Res<'w, Settings>,
    director: Res<'w, Director>,
    session: Res<'w, Session>,
    progress: Res<'w, MatchProgress>,
    subject: Res<'w, Subject>,
}

impl Direction<'_> {
    fn is_wanted(&self) -> bool {
        let Settings { director, reduced_motion, .. } = *self.settings;
        let stands = reduced_motion || self.settings.view == View::Flat;
        director && !self.director.paused && !stands && is_watched(&self.session)
    }
}

/// Stores where the latest action takes place.
pub(super) fn note_action(
    mut updates: MessageReader<TableUpdate>,
    (time, places, animating): (Res<Time<Real>>, Res<Places>, Res<Animating>),
    mut last: ResMut<LastAction>,
) {
    if let Some(action) = updates.read().filter_map(|update| scene(update, &places)).last() {
        last.action = action;
    }
    last.rested = if animating.0 { 0.0 } else { last.rested + frame_seconds(&time) };
}

/// Leads every camera that has a [`CameraTarget`] while no human plays and the view has not been
/// turned by hand.
pub(super) fn lead(
    time: Res<Time<Real>>,
    (direction, last): (Direction, Res<LastAction>),
    mut cameras: Query<(&Camera, &mut CameraTarget, &mut CinematicCamera)>,
) {
    let seconds = frame_seconds(&time);
    let (view, subject) = (direction.settings.view, &direction.subject);
    if subject.is_empty() {
        return;
    }
    let wanted = direction.is_wanted();
    let lively = goes_on(&direction.session, &direction.progress);
    for (camera, mut target, mut cinematic) in &mut cameras {
        let aspect = shown_size(camera).map_or(1.6, |size| size.x as f32 / size.y.max(1) as f32);
        if !wanted {
            if cinematic.is_led() {
                cinematic.leading = None;
                if !direction.director.paused {
                    target.0 = subject.orbit(view, aspect);
                }
            }
            continue;
        }
        if lively {
            cinematic.drifted += seconds;
        }
        let drift = if lively { DRIFT_ANGLE * (TAU * cinematic.drifted / DRIFT_PERIOD).sin() } else { 0.0 };
        let nothing = Action::default();
        let action = if last.rested < LINGER { &last.action } else { &nothing };
        let there = compose(view, subject, drift, action, aspect);
        let start = (Orbit { flat: false, ..target.0 }, OrbitVelocity::default());
        let (mut orbit, mut velocity) = cinematic.leading.unwrap_or(start);
        if orbit.near(&there) && !lively {
            orbit = there;
        } else {
            let needed = if action.close_up { action.points.clone() } else { subject.points() };
            let pace = if orbit.shows(&needed, aspect) { RATE } else { FAST_RATE };
            (orbit, velocity) = eased(orbit, velocity, &there, seconds, pace);
        }
        let leading = Some((orbit, velocity));
        if cinematic.leading != leading {
            cinematic.leading = leading;
        }
        target.set_if_neq(CameraTarget(orbit));
    }
}

/// Whether the user only watches.
fn is_watched(session: &Session) -> bool {
    match &session.showing {
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => false,
        Showing::Match(running) => running.setup().seats.iter().all(|seat| *seat != Seat::Human),
        Showing::Replay(_) => true,
    }
}

fn goes_on(session: &Session, progress: &MatchProgress) -> bool {
    match &session.showing {
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => false,
        Showing::Match(running) => running.outcome().is_none(),
        Showing::Replay(_) => progress.replay_playing,
    }
}

/// The action of an update; `None` if the camera need not move.
fn scene(update: &TableUpdate, places: &Places) -> Option<Action> {
    let tall = |at: Vec3| [Vec3::ZERO, Vec3::Y * HEADROOM].map(|up| at + up);
    let around = |cell: Cell| {
        let middle = places.cell(cell);
        [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].into_iter().flat_map(move |side| tall(middle + side * ROOM))
    };
    match update {
        TableUpdate::Reset(..) | TableUpdate::Rewound { .. } => Some(Action::default()),
        TableUpdate::Hurry | TableUpdate::Shake | TableUpdate::Flip | TableUpdate::TidyUp => None,
        TableUpdate::Thrown { at, .. } => {
            let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0;
            let corners = [Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)];
            let tray = corners
                .into_iter()
                .flat_map(|corner| tall(world(places.tray() + half * corner) + Vec3::Y * TRAY_FLOOR));
            Some(Action { points: tray.chain(at.iter().flat_map(|cell| around(*cell))).collect(), close_up: false })
        }
        // A die is thrown first and read afterwards.
        TableUpdate::Events(events, _) if events.iter().all(|event| matches!(event, Event::Rolled { .. })) => None,
        // The cells themselves move.
        TableUpdate::Events(events, _) if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) => {
            Some(Action::default())
        }
        TableUpdate::Events(events, _) => {
            let captures = |event: &Event| matches!(event, Event::Captured { .. } | Event::Pushed { beyond: None, .. });
            let close_up = events.iter().any(captures);
            // Everything else on the board is in the picture already.
            let points = events.iter().filter(|_| close_up).flat_map(cells).flat_map(around).collect();
            Some(Action { points, close_up })
        }
    }
}

/// The cells of an event; empty if it is all over the table.
fn cells(event: &Event) -> Vec<Cell> {
    match event {
        Event::Moved { from, path, .. } | Event::Stacked { from, path, .. } | Event::Shot { from, path } => {
            std::iter::once(*from).chain(path.iter().copied()).collect()
        }
        Event::Pushed { cells, beyond } => cells.iter().copied().chain(*beyond).collect(),
        Event::Split { at, .. }
        | Event::Captured { at, .. }
        | Event::Exploded { at }
        | Event::Transformed { at, .. }
        | Event::SetUp { at, .. } => vec![*at],
        Event::Dropped { to, .. } => vec![*to],
        Event::Rolled { at, .. } => at.iter().copied().collect(),
        Event::Discarded { .. } | Event::Rearranged { .. } | Event::Passed { .. } => Vec::new(),
    }
}

/// Composes the orbit: the view of the subject, turned by the drift, and closer for a close-up.
fn compose(view: View, subject: &Subject, drift: f32, action: &Action, aspect: f32) -> Orbit {
    let base = if view.is_from_above() { View::of_seat(subject.seats.near) } else { view };
    let Orbit { yaw, pitch, .. } = subject.orbit(base, aspect);
    let points = &action.points;
    // The action may leave the usual area.
    let home = Orbit::fitting(yaw + drift, pitch, false, &[&subject.points()[..], points].concat(), aspect);
    if points.is_empty() || !action.close_up {
        return home;
    }
    let mut close = Orbit::fitting(yaw + drift, pitch, false, points, aspect);
    close.distance = close.distance.max(MIN_DISTANCE * home.distance).min(home.distance);
    let nearer = [SHARE, 0.6, 0.4, 0.2].map(|share| home.mixed(&close, share));
    nearer.into_iter().find(|orbit| orbit.shows(points, aspect)).unwrap_or(home)
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
    use crate::session::Scene;

    const PITCH: f32 = 0.65;

    const ASPECTS: [f32; 3] = [980.0 / 720.0, 724.0 / 640.0, 16.0 / 9.0];

    /// The first actions of a game, each with the subject before it.
    fn happenings(id: &str) -> Vec<(Subject, Action)> {
        let mut game = games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
        let mut seen = Vec::new();
        for step in 0..60_usize {
            let actions = game.actions();
            let Some(action) = actions.get(step * 7919 % actions.len().max(1)).cloned() else { break };
            let (places, subject) = (Places { layout: game.layout() }, Subject::of(&*game));
            let events = game.apply(&action).unwrap();
            let happening = scene(&TableUpdate::Events(events, Scene::of(&*game)), &places);
            seen.push((subject, happening.unwrap_or_default()));
        }
        seen
    }

    #[test]
    fn it_shows_what_happens_from_above_the_pieces() {
        for info in games::ALL {
            for (subject, happening) in happenings(info.id) {
                for (view, name) in View::ALL {
                    for (aspect, drift) in ASPECTS.into_iter().zip([-0.26, 0.0, 0.26]) {
                        let orbit = compose(view, &subject, drift, &happening, aspect);
                        let height = orbit.transform().translation.y;
                        assert!(height > 0.25, "{}, {name}: {height} m above the board", info.id);
                        for point in &happening.points {
                            let pixel = orbit.pixel(*point, Vec2::new(aspect, 1.0)).unwrap();
                            let inside = pixel.cmpge(Vec2::ZERO).all() && pixel.x <= aspect && pixel.y <= 1.0;
                            assert!(inside, "{}, {name}: {point} is at {pixel}", info.id);
                        }
                    }
                }
            }
        }
    }

    /// The camera rests while pieces move in its picture, and comes closer for a capture.
    #[test]
    fn it_comes_nearer_for_a_capture_only() {
        let game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
        let (places, subject) = (Places { layout: game.layout() }, Subject::of(&*game));
        let framed = |events: Vec<Event>| {
            let action = scene(&TableUpdate::Events(events, Scene::default()), &places);
            action.map(|action| (compose(View::White, &subject, 0.0, &action, 1.4), action.points.is_empty()))
        };
        let home = compose(View::White, &subject, 0.0, &Action::default(), 1.4);
        let moved = Event::Moved { from: Cell(0), path: vec![Cell(8)], manner: crate::engine::Manner::Slide };
        let captured = Event::Captured { at: Cell(8), cause: crate::engine::Cause::Landed };
        assert_eq!(framed(vec![moved.clone()]), Some((home, true)));
        let (close, _) = framed(vec![moved, captured]).unwrap();
        assert!(close.distance < 0.8 * home.distance && close.focus.x < home.focus.x - 0.05, "{close:?}, {home:?}");
        let rolled =
            Event::Rolled { by: crate::engine::Side::White, die: crate::engine::Die::D6, symbol: "1", at: None };
        assert_eq!(framed(vec![rolled]), None);
        assert_eq!(framed(Vec::new()), None);
        let rearranged = vec![Event::Rearranged { sections: Vec::new() }, Event::Exploded { at: Cell(0) }];
        assert_eq!(framed(rearranged), Some((home, true)));
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
                    assert!((next.focus - at.focus).length() < 0.6 * seconds, "{at:?} to {next:?}");
                    assert!((new.focus - rates.focus).length() < 3.0 * seconds, "{rates:?} to {new:?}");
                    assert!((new.yaw - rates.yaw).abs() < 12.0 * seconds, "{rates:?} to {new:?}");
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
            (0..frames)
                .fold((start, OrbitVelocity::default()), |(at, rates), _| eased(at, rates, &goal, seconds, RATE))
                .0
        };
        let (slow, fast) = (ride(20, 0.1), ride(120, 1.0 / 60.0));
        assert!(slow.focus.distance(fast.focus) < 1e-3 && (slow.yaw - fast.yaw).abs() < 1e-3, "{slow:?}, {fast:?}");
        assert!(ride(600, 1.0 / 60.0).focus.distance(goal.focus) < 1e-3);
    }
}
