//! A camera that follows a match which nobody plays by hand: it frames what happens, drifts slowly round the table in between,
//! and goes back to where all is seen. It depends on the time and on what is shown alone, so that films are made the same way.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::follow::{CameraTarget, Subject, shown_size};
use super::orbit::Orbit;
use crate::dice::tray;
use crate::engine::{Cell, Event, Side};
use crate::play::Seat;
use crate::session::{Animating, Director, MatchProgress, Seats, Session, Settings, Showing, TableUpdate, View};
use crate::table::layout::{HEADROOM, Places, TRAY_FLOOR, world};
use crate::table::schedule::frame_seconds;

/// How eagerly it goes where it is to be, 1/s: so that nobody gets dizzy, it takes some three seconds.
const EAGERNESS: f32 = 1.3;

/// The same while something that happens is not in the picture.
const HASTE: f32 = 6.0;

/// From how high it looks, radians above the table.
const PITCH: f32 = 0.80;

/// How far it drifts to either side, radians, and how long it takes there and back, s.
const DRIFT: (f32, f32) = (0.26, 70.0);

/// How near it comes to what happens: a share of its distance when it looks at all.
const NEAREST: f32 = 0.62;

/// How much of the way from where all is seen to where only that is seen which happens.
const SHARE: f32 = 0.8;

/// How long it looks on after something has happened, s.
const LINGER: f32 = 2.0;

/// Round the cells where something happens, m.
const ROOM: f32 = 0.06;

/// A camera on its way.
#[derive(Resource, Debug, Default)]
pub struct CinematicCamera {
    /// Where it is and how fast it goes; `None` while it does not follow.
    on: Option<(Orbit, Rates)>,
    /// Where something happens, points of the world.
    scene: Vec<Vec3>,
    /// Since something moved last, s.
    rested: f32,
    /// How long it has drifted, s.
    drifted: f32,
}

/// How fast an orbit changes, each by the second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Rates {
    focus: Vec3,
    yaw: f32,
    pitch: f32,
    distance: f32,
}

impl CinematicCamera {
    /// Whether the camera is being led.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on.is_some()
    }
}

/// Leads every camera that has a [`CameraTarget`] while nobody plays by hand and nobody has turned the view.
pub(in crate::table) fn follow(
    time: Res<Time<Real>>,
    (settings, director, session, pace): (Res<Settings>, Res<Director>, Res<Session>, Res<MatchProgress>),
    (places, subject, busy): (Res<Places>, Res<Subject>, Res<Animating>),
    mut shown: MessageReader<TableUpdate>,
    mut ride: ResMut<CinematicCamera>,
    mut cameras: Query<(&Camera, &mut CameraTarget)>,
) {
    for message in shown.read() {
        if let Some(scene) = scene(message, &places) {
            ride.scene = scene;
        }
    }
    let seconds = frame_seconds(&time);
    ride.rested = if busy.0 { 0.0 } else { ride.rested + seconds };
    let wanted = settings.director && !director.paused && !settings.reduced_motion && is_watched(&session);
    for (camera, mut goal) in &mut cameras {
        let aspect = shown_size(camera).map_or(1.6, |size| size.x as f32 / size.y.max(1) as f32);
        if !wanted {
            if ride.on.take().is_some() && !director.paused {
                goal.0 = Orbit::seated(settings.view, subject.seats, subject.points(settings.view), aspect);
            }
            continue;
        }
        let lively = goes_on(&session, &pace);
        if lively {
            ride.drifted += seconds;
        }
        let drift = if lively { DRIFT.0 * (TAU * ride.drifted / DRIFT.1).sin() } else { 0.0 };
        let happening = if ride.rested < LINGER { &ride.scene[..] } else { &[] };
        let there = shot(settings.view, subject.seats, drift, subject.points(View::White), happening, aspect);
        let (mut at, mut rates) = ride.on.unwrap_or((Orbit { flat: false, ..goal.0 }, Rates::default()));
        if at.near(&there) && !lively {
            at = there;
        } else {
            // What happens must not be cut off on the way there.
            let eagerness = if all_seen(&at, happening, aspect) { EAGERNESS } else { HASTE };
            (at, rates) = eased(at, rates, &there, seconds, eagerness);
        }
        ride.on = Some((at, rates));
        if goal.0 != at {
            goal.0 = at;
        }
    }
}

/// Whether people only watch.
fn is_watched(session: &Session) -> bool {
    match &session.showing {
        Showing::Nothing => false,
        Showing::Match(running) => running.setup().seats.iter().all(|seat| *seat != Seat::Human),
        Showing::Replay(_) => true,
    }
}

fn goes_on(session: &Session, pace: &MatchProgress) -> bool {
    match &session.showing {
        Showing::Nothing => false,
        Showing::Match(running) => running.outcome().is_none(),
        Showing::Replay(_) => pace.running,
    }
}

/// Where that happens which is shown, points of the world: all of the table if there are none. `None` if it is what is looked at
/// already.
fn scene(shown: &TableUpdate, places: &Places) -> Option<Vec<Vec3>> {
    let tall = |at: Vec3| [Vec3::ZERO, Vec3::Y * HEADROOM].map(|up| at + up);
    let around = |cell: Cell| {
        let middle = places.cell(cell);
        [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].into_iter().flat_map(move |side| tall(middle + side * ROOM))
    };
    match shown {
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
        // A die is thrown first and read then.
        TableUpdate::Events(events, _) if events.iter().all(|event| matches!(event, Event::Rolled { .. })) => None,
        // Cells do not stay where they are.
        TableUpdate::Events(events, _) if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) => {
            Some(Vec::new())
        }
        TableUpdate::Events(events, _) => {
            let taken = |event: &Event| matches!(event, Event::Taken { .. } | Event::Pushed { beyond: None, .. });
            // What is taken goes to its tray.
            let trays = events.iter().any(taken).then(|| Side::BOTH.map(|side| places.mat(side).corners()));
            let trays = trays.into_iter().flatten().flatten().flat_map(|corner| tall(world(corner)));
            Some(events.iter().flat_map(cells).flat_map(around).chain(trays).collect())
        }
    }
}

/// The cells where an event happens; none if it is all over the table.
fn cells(event: &Event) -> Vec<Cell> {
    match event {
        Event::Moved { from, path, .. } | Event::Stacked { from, path, .. } | Event::Shot { from, path } => {
            std::iter::once(*from).chain(path.iter().copied()).collect()
        }
        Event::Pushed { cells, beyond } => cells.iter().copied().chain(*beyond).collect(),
        Event::Split { at, .. }
        | Event::Taken { at, .. }
        | Event::Exploded { at }
        | Event::Became { at, .. }
        | Event::SetUp { at, .. } => vec![*at],
        Event::Dropped { to, .. } => vec![*to],
        Event::Rolled { at, .. } => at.iter().copied().collect(),
        Event::GivenUp { .. } | Event::Rearranged { .. } | Event::Passed { .. } => Vec::new(),
    }
}

/// From where to look: at all of the table, and nearer at what happens.
fn shot(view: View, seats: Seats, drift: f32, all: &[Vec3], happening: &[Vec3], aspect: f32) -> Orbit {
    let from = match view {
        View::Top => View::White,
        seat => seat,
    };
    let yaw = seats.yaw(from) + drift;
    // Something may happen where nothing has been before.
    let home = Orbit::fitting(yaw, PITCH, false, &[all, happening].concat(), aspect);
    if happening.is_empty() {
        return home;
    }
    let mut close = Orbit::fitting(yaw, PITCH, false, happening, aspect);
    close.distance = close.distance.max(NEAREST * home.distance).min(home.distance);
    let nearer = [SHARE, 0.6, 0.4, 0.2].map(|share| home.mixed(&close, share));
    nearer.into_iter().find(|orbit| all_seen(orbit, happening, aspect)).unwrap_or(home)
}

/// Whether all these points are in a picture.
fn all_seen(orbit: &Orbit, points: &[Vec3], aspect: f32) -> bool {
    let size = Vec2::new(aspect, 1.0);
    let inside = |pixel: Vec2| pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(size).all();
    points.iter().all(|point| orbit.pixel(*point, size).is_some_and(inside))
}

/// Some time later on the way to a goal, critically damped: it neither jumps nor swings past it.
fn eased(at: Orbit, rates: Rates, goal: &Orbit, seconds: f32, eagerness: f32) -> (Orbit, Rates) {
    // Exact for a goal at rest, whatever the time step.
    let fade = (-eagerness * seconds).exp();
    let step = |off: f32, rate: f32| {
        let pull = (rate + eagerness * off) * seconds;
        ((off + pull) * fade, (rate - eagerness * pull) * fade)
    };
    let off = at.focus - goal.focus;
    let (x, y, z) = (step(off.x, rates.focus.x), step(off.y, rates.focus.y), step(off.z, rates.focus.z));
    let yaw = step(-at.turn_to(goal), rates.yaw);
    let pitch = step(at.pitch - goal.pitch, rates.pitch);
    let distance = step(at.distance - goal.distance, rates.distance);
    let orbit = Orbit {
        focus: goal.focus + Vec3::new(x.0, y.0, z.0),
        yaw: goal.yaw + yaw.0,
        pitch: goal.pitch + pitch.0,
        distance: goal.distance + distance.0,
        flat: goal.flat,
    };
    (orbit, Rates { focus: Vec3::new(x.1, y.1, z.1), yaw: yaw.1, pitch: pitch.1, distance: distance.1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::Scene;

    const ASPECTS: [f32; 3] = [980.0 / 720.0, 724.0 / 640.0, 16.0 / 9.0];

    /// What happens in the first actions of a game, with the table on which it happens.
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
                        let orbit = shot(view, Seats::default(), drift, &places.all(), &happening, aspect);
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
        let home = shot(View::White, Seats::default(), 0.0, &all, &[], 1.4);
        let events = vec![Event::Moved { from: Cell(0), path: vec![Cell(8)], manner: crate::engine::Manner::Slide }];
        let happening = scene(&TableUpdate::Events(events, Scene::default()), &places).unwrap();
        let close = shot(View::White, Seats::default(), 0.0, &all, &happening, 1.4);
        assert!(close.distance < 0.8 * home.distance && close.focus.x < home.focus.x - 0.05, "{close:?}, {home:?}");
        let rolled =
            Event::Rolled { by: crate::engine::Side::White, die: crate::engine::Die::D6, symbol: "1", at: None };
        assert_eq!(scene(&TableUpdate::Events(vec![rolled], Scene::default()), &places), None);
        assert_eq!(scene(&TableUpdate::Events(Vec::new(), Scene::default()), &places), None);
        let rearranged = vec![Event::Rearranged { sections: Vec::new() }, Event::Exploded { at: Cell(0) }];
        assert_eq!(scene(&TableUpdate::Events(rearranged, Scene::default()), &places), Some(Vec::new()));
    }

    /// However the goal jumps, neither place nor speed does.
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
            let (mut at, mut rates) = (goals[0], Rates::default());
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
            (0..frames).fold((start, Rates::default()), |(at, rates), _| eased(at, rates, &goal, seconds, EAGERNESS)).0
        };
        let (slow, fast) = (ride(20, 0.1), ride(120, 1.0 / 60.0));
        assert!(slow.focus.distance(fast.focus) < 1e-3 && (slow.yaw - fast.yaw).abs() < 1e-3, "{slow:?}, {fast:?}");
        assert!(ride(600, 1.0 / 60.0).focus.distance(goal.focus) < 1e-3);
    }
}
