//! A camera that follows a match without human players. It frames the action, drifts slowly around
//! the table in between, and returns to a view of everything. It depends only on time and the
//! updates of the table, so that a film of the same match is always the same.

use std::f32::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::components::{CameraTarget, CinematicCamera, OrbitVelocity, shown_size};
use super::orbit::Orbit;
use super::subject::Subject;
use crate::dice::tray;
use crate::engine::{Cell, Event, Side};
use crate::play::Seat;
use crate::session::{
    Animating, Director, MatchProgress, Panels, Seats, Session, Settings, Showing, TableUpdate, View,
};
use crate::table::layout::{HEADROOM, Places, TRAY_FLOOR, world};
use crate::table::schedule::frame_seconds;

/// Rate of approach to the target, 1/s. It takes some three seconds, slow enough not to cause
/// dizziness.
const EAGERNESS: f32 = 1.3;

/// The same while the action is out of the picture.
const HASTE: f32 = 6.0;

/// Elevation of the camera above the table, radians.
const PITCH: f32 = 0.80;

/// Largest drift to either side, radians.
const DRIFT_ANGLE: f32 = 0.26;

/// Period of the drift, s.
const DRIFT_PERIOD: f32 = 70.0;

/// The smallest distance to the action, as a fraction of the distance that shows everything.
const NEAREST: f32 = 0.62;

/// How far the camera moves from the view of everything towards the view of the action alone, 0 to
/// 1.
const SHARE: f32 = 0.8;

/// How long the camera stays after the action has ended, s.
const LINGER: f32 = 2.0;

/// Margin around the cells of the action, m.
const ROOM: f32 = 0.06;

/// The last action on the table.
#[derive(Resource, Debug, Default)]
pub(super) struct LastAction {
    /// Points of the action in world space; empty if it is all over the table.
    points: Vec<Vec3>,
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
    panels: Res<'w, Panels>,
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
    if let Some(points) = updates.read().filter_map(|update| scene(update, &places)).last() {
        last.points = points;
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
    let wanted = direction.is_wanted();
    let lively = goes_on(&direction.session, &direction.progress);
    for (camera, mut target, mut cinematic) in &mut cameras {
        let aspect = shown_size(camera).map_or(1.6, |size| size.x as f32 / size.y.max(1) as f32);
        if !wanted {
            if cinematic.is_led() {
                cinematic.leading = None;
                if !direction.director.paused {
                    let points = subject.points(view, direction.settings.reframe, direction.panels.below());
                    target.0 = Orbit::seated(view, subject.seats, points, aspect);
                }
            }
            continue;
        }
        if lively {
            cinematic.drifted += seconds;
        }
        let drift = if lively { DRIFT_ANGLE * (TAU * cinematic.drifted / DRIFT_PERIOD).sin() } else { 0.0 };
        let action = if last.rested < LINGER { &last.points[..] } else { &[] };
        let there = compose(view, subject.seats, drift, subject.in_use(), action, aspect);
        let start = (Orbit { flat: false, ..target.0 }, OrbitVelocity::default());
        let (mut orbit, mut velocity) = cinematic.leading.unwrap_or(start);
        if orbit.near(&there) && !lively {
            orbit = there;
        } else {
            // The action must not be cut off on the way there.
            let eagerness = if orbit.shows(action, aspect) { EAGERNESS } else { HASTE };
            (orbit, velocity) = eased(orbit, velocity, &there, seconds, eagerness);
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
        Showing::Replay(_) => progress.running,
    }
}

/// Points of an update in world space; empty if it is all over the table. `None` if the camera need
/// not move.
fn scene(update: &TableUpdate, places: &Places) -> Option<Vec<Vec3>> {
    let tall = |at: Vec3| [Vec3::ZERO, Vec3::Y * HEADROOM].map(|up| at + up);
    let around = |cell: Cell| {
        let middle = places.cell(cell);
        [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].into_iter().flat_map(move |side| tall(middle + side * ROOM))
    };
    match update {
        TableUpdate::Reset(..) | TableUpdate::Rewound { .. } => Some(Vec::new()),
        TableUpdate::Hurry | TableUpdate::Shake | TableUpdate::Flip | TableUpdate::TidyUp => None,
        TableUpdate::Thrown { at, .. } => {
            let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0;
            let corners = [Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)];
            let tray = corners
                .into_iter()
                .flat_map(|corner| tall(world(places.tray() + half * corner) + Vec3::Y * TRAY_FLOOR));
            Some(tray.chain(at.iter().flat_map(|cell| around(*cell))).collect())
        }
        // A die is thrown first and read afterwards.
        TableUpdate::Events(events, _) if events.iter().all(|event| matches!(event, Event::Rolled { .. })) => None,
        // The cells themselves move.
        TableUpdate::Events(events, _) if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) => {
            Some(Vec::new())
        }
        TableUpdate::Events(events, _) => {
            let taken = |event: &Event| matches!(event, Event::Captured { .. } | Event::Pushed { beyond: None, .. });
            // Captured pieces go to their trays.
            let trays = events.iter().any(taken).then(|| Side::BOTH.map(|side| places.capture_tray(side).corners()));
            let trays = trays.into_iter().flatten().flatten().flat_map(|corner| tall(world(corner)));
            Some(events.iter().flat_map(cells).flat_map(around).chain(trays).collect())
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

/// Composes the orbit: the whole table, and closer to the action.
fn compose(view: View, seats: Seats, drift: f32, all: &[Vec3], action: &[Vec3], aspect: f32) -> Orbit {
    let yaw = seats.yaw(view) + drift;
    // The action may leave the usual area.
    let home = Orbit::fitting(yaw, PITCH, false, &[all, action].concat(), aspect);
    if action.is_empty() {
        return home;
    }
    let mut close = Orbit::fitting(yaw, PITCH, false, action, aspect);
    close.distance = close.distance.max(NEAREST * home.distance).min(home.distance);
    let nearer = [SHARE, 0.6, 0.4, 0.2].map(|share| home.mixed(&close, share));
    nearer.into_iter().find(|orbit| orbit.shows(action, aspect)).unwrap_or(home)
}

/// Moves towards a goal, critically damped: without jumps or overshoot.
fn eased(at: Orbit, velocity: OrbitVelocity, goal: &Orbit, seconds: f32, eagerness: f32) -> (Orbit, OrbitVelocity) {
    // Exact for a goal at rest, whatever the time step.
    let fade = (-eagerness * seconds).exp();
    let step = |off: f32, rate: f32| {
        let pull = (rate + eagerness * off) * seconds;
        ((off + pull) * fade, (rate - eagerness * pull) * fade)
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

    const ASPECTS: [f32; 3] = [980.0 / 720.0, 724.0 / 640.0, 16.0 / 9.0];

    /// The points of the first actions of a game, each with its table.
    fn happenings(id: &str) -> Vec<(Places, Vec<Vec3>)> {
        let mut game = games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
        let mut seen = Vec::new();
        for step in 0..60_usize {
            let actions = game.actions();
            let Some(action) = actions.get(step * 7919 % actions.len().max(1)).cloned() else { break };
            let places = Places { layout: game.layout() };
            let events = game.apply(&action).unwrap();
            let happening = scene(&TableUpdate::Events(events, Scene::of(&*game)), &places);
            seen.push((places, happening.unwrap_or_default()));
        }
        seen
    }

    #[test]
    fn it_shows_what_happens_from_well_above_the_pieces() {
        for info in games::ALL {
            for (places, happening) in happenings(info.id) {
                for (view, name) in View::ALL {
                    for (aspect, drift) in ASPECTS.into_iter().zip([-0.26, 0.0, 0.26]) {
                        let orbit = compose(view, Seats::default(), drift, &places.all(), &happening, aspect);
                        let height = orbit.transform().translation.y;
                        assert!(height > 0.25, "{}, {name}: {height} m above the board", info.id);
                        for point in &happening {
                            let pixel = orbit.pixel(*point, Vec2::new(aspect, 1.0)).unwrap();
                            let inside = pixel.cmpge(Vec2::ZERO).all() && pixel.x <= aspect && pixel.y <= 1.0;
                            assert!(inside, "{}, {name}: {point} is at {pixel}", info.id);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn it_comes_nearer_and_goes_back() {
        let places = Places { layout: crate::engine::Layout::squares(8, 8) };
        let all = places.all();
        let home = compose(View::White, Seats::default(), 0.0, &all, &[], 1.4);
        let events = vec![Event::Moved { from: Cell(0), path: vec![Cell(8)], manner: crate::engine::Manner::Slide }];
        let happening = scene(&TableUpdate::Events(events, Scene::default()), &places).unwrap();
        let close = compose(View::White, Seats::default(), 0.0, &all, &happening, 1.4);
        assert!(close.distance < 0.8 * home.distance && close.focus.x < home.focus.x - 0.05, "{close:?}, {home:?}");
        let rolled =
            Event::Rolled { by: crate::engine::Side::White, die: crate::engine::Die::D6, symbol: "1", at: None };
        assert_eq!(scene(&TableUpdate::Events(vec![rolled], Scene::default()), &places), None);
        assert_eq!(scene(&TableUpdate::Events(Vec::new(), Scene::default()), &places), None);
        let rearranged = vec![Event::Rearranged { sections: Vec::new() }, Event::Exploded { at: Cell(0) }];
        assert_eq!(scene(&TableUpdate::Events(rearranged, Scene::default()), &places), Some(Vec::new()));
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
                    let (next, new) = eased(at, rates, goal, seconds, EAGERNESS);
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
                .fold((start, OrbitVelocity::default()), |(at, rates), _| eased(at, rates, &goal, seconds, EAGERNESS))
                .0
        };
        let (slow, fast) = (ride(20, 0.1), ride(120, 1.0 / 60.0));
        assert!(slow.focus.distance(fast.focus) < 1e-3 && (slow.yaw - fast.yaw).abs() < 1e-3, "{slow:?}, {fast:?}");
        assert!(ride(600, 1.0 / 60.0).focus.distance(goal.focus) < 1e-3);
    }
}
