//! What the left mouse button means: clicks, drags and the flick that throws a die.

use bevy::picking::events::{Pointer, Press, Release};
use bevy::picking::pointer::PointerButton;
use bevy::prelude::*;

use super::picking::{Aim, Aimed, hover};
use super::sections;
use crate::dice::{Flick, tray};
use crate::engine::{Cell, DynGame, Gesture, Place};
use crate::play::{Pending, Seat};
use crate::session::{
    Animating, Annotations, FreeHands, GameSet, Intent, LegalActions, MatchProgress, Notification, Panels,
    PlayerCommand, Selection, Session, Showing,
};
use crate::table::layout::{Places, world};
use crate::table::marks::SectionInHand;

/// Further than so many logical pixels the mouse was dragged, not clicked.
const DRAG: f32 = 8.0;

/// Where and when the left button went down.
#[derive(Resource, Default)]
pub(super) struct Pressed(Option<Pressing>);

impl Pressed {
    /// Where the button went down that is still down, logical pixels, and on what.
    pub(super) fn begun(&self) -> Option<(Vec2, Aimed)> {
        self.0.as_ref().map(|pressing| (pressing.at, pressing.aimed))
    }
}

/// Whether the mouse was dragged between these, logical pixels, or only clicked.
pub(super) fn is_drag(from: Vec2, to: Vec2) -> bool {
    from.distance(to) > DRAG
}

struct Pressing {
    /// Logical pixels.
    at: Vec2,
    aimed: Aimed,
    /// On the plane of the cells.
    plane: Option<Vec3>,
    /// Since the program began, s.
    seconds: f32,
}

/// From where the button went down to where it came up.
struct Click {
    from: Pressing,
    to: Aimed,
    plane: Option<Vec3>,
    dragged: bool,
    /// How long the button was down, s.
    seconds: f32,
}

/// What has been clicked and still waits for the table to come to rest.
#[derive(Resource, Default)]
pub(super) struct Clicks(Vec<Click>);

/// The left mouse button.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pressed>()
        .init_resource::<Clicks>()
        .add_observer(press)
        .add_observer(release)
        .add_systems(Update, click.after(hover).in_set(GameSet::Input));
}

/// Where a ray meets the plane of the cells.
fn on_plane(ray: Ray3d) -> Option<Vec3> {
    ray.intersect_plane(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y)).map(|distance| ray.get_point(distance))
}

fn press(
    event: On<Pointer<Press>>,
    (panels, free): (Res<Panels>, Res<FreeHands>),
    time: Res<Time<Real>>,
    aim: Aim,
    mut pressed: ResMut<Pressed>,
) {
    if event.entity != event.original_event_target() || event.button != PointerButton::Primary || free.0 {
        return;
    }
    let at = event.pointer_location.position;
    let aimed = aim.at(event.entity, event.hit.position, event.hit.normal);
    let plane = aim.ray(at).map_or(aimed.point, on_plane);
    pressed.0 = (!panels.pointer).then(|| Pressing { at, aimed, plane, seconds: time.elapsed_secs() });
}

fn release(
    event: On<Pointer<Release>>,
    panels: Res<Panels>,
    time: Res<Time<Real>>,
    aim: Aim,
    mut pressed: ResMut<Pressed>,
    mut clicks: ResMut<Clicks>,
) {
    if event.entity != event.original_event_target() || event.button != PointerButton::Primary {
        return;
    }
    let Some(from) = pressed.0.take() else { return };
    let at = event.pointer_location.position;
    // What the pointer was over when it moved last need not be what it is over now.
    let ray = aim.ray(at);
    let to = ray.map_or_else(|| aim.at(event.entity, event.hit.position, event.hit.normal), |ray| aim.along(ray));
    let plane = ray.map_or(to.point, on_plane);
    let to = if panels.pointer { Aimed::default() } else { to };
    let (dragged, seconds) = (is_drag(from.at, at), time.elapsed_secs() - from.seconds);
    clicks.0.push(Click { from, to, plane, dragged, seconds });
}

/// Lets clicks have their effect. One during an animation ends that first, and counts all the same.
pub(super) fn click(
    mut clicks: ResMut<Clicks>,
    (places, session, legal): (Res<Places>, Res<Session>, Res<LegalActions>),
    (busy, progress): (Res<Animating>, Res<MatchProgress>),
    (mut hand, mut sketch, mut section): (ResMut<Selection>, ResMut<Annotations>, ResMut<SectionInHand>),
    mut asks: MessageWriter<PlayerCommand>,
    mut told: MessageWriter<Notification>,
) {
    if clicks.0.is_empty() {
        return;
    }
    if busy.0 || progress.is_rolling() {
        asks.write(PlayerCommand::Skip);
        return;
    }
    for click in std::mem::take(&mut clicks.0) {
        if !click.dragged && click.from.aimed.place.is_none() && !in_tray(click.from.plane, &places) {
            sketch.bypass_change_detection().clear().then(|| sketch.set_changed());
        }
        if let Showing::Match(running) = &session.showing {
            match running.pending() {
                Pending::Throw { seat: Seat::Human, cell, .. } => throw(&click, cell, &places, &mut asks, &mut told),
                Pending::Decide { seat: Seat::Human, .. } if sections::is_due(running, &legal.0) => {
                    if let Some(action) = hand.preview.take() {
                        asks.write(PlayerCommand::Act(action));
                    }
                    let pointed = sections::movable(click.from.aimed.place, &places.layout, &legal.0);
                    let taken = pointed.filter(|_| section.section.is_none() && !click.dragged);
                    section.set_if_neq(SectionInHand { section: taken, hanging: None });
                }
                Pending::Decide { seat: Seat::Human, .. } => {
                    decide(&click, running.game(), &legal.0, &mut hand, &mut asks, &mut told);
                }
                _ => {}
            }
        }
    }
}

fn throw(
    click: &Click,
    die: Option<Cell>,
    places: &Places,
    asks: &mut MessageWriter<PlayerCommand>,
    told: &mut MessageWriter<Notification>,
) {
    let ways = click.plane.zip(click.from.plane).filter(|_| click.dragged);
    let flick = ways.map(|(to, from)| {
        let way = places.to_tray(to - from);
        Flick { direction: [way.x, way.y], speed: way.length() / click.seconds.max(0.02) }
    });
    let place = click.from.aimed.place;
    let meant = place.is_some() && place == die.map(Place::Cell) || in_tray(click.from.plane, places);
    if meant || flick.is_some() {
        asks.write(PlayerCommand::Throw(flick));
    } else if click.to.place.is_some() {
        told.write(Notification::new(
            "A die has to be thrown first: click the tray, flick with the mouse, or press Space",
        ));
    }
}

fn decide(
    click: &Click,
    game: &dyn DynGame,
    legal: &[(String, Gesture)],
    hand: &mut ResMut<Selection>,
    asks: &mut MessageWriter<PlayerCommand>,
    told: &mut MessageWriter<Notification>,
) {
    let (from, to) = (click.from.aimed, click.to);
    if click.dragged
        && hand.held.is_none()
        && let Some(place) = from.place
    {
        say(hand.point(place, game, legal), asks, told);
        // Who drags a chip lifts it with all that lies on it.
        let counts = hand.counts(legal);
        hand.count = from.lifted.filter(|count| hand.held.is_some() && counts.contains(count));
    }
    match to.place {
        Some(place) if !click.dragged || hand.held.is_some() && from.place != Some(place) => {
            say(hand.point(place, game, legal), asks, told);
        }
        _ => hand.release(),
    }
}

fn say(intent: Intent, asks: &mut MessageWriter<PlayerCommand>, told: &mut MessageWriter<Notification>) {
    match intent {
        Intent::Act(action) => {
            asks.write(PlayerCommand::Act(action));
        }
        Intent::Refused(words) => {
            told.write(words);
        }
        Intent::Nothing | Intent::Changed => {}
    }
}

fn in_tray(point: Option<Vec3>, places: &Places) -> bool {
    point.is_some_and(|point| {
        let from = places.to_tray(point - world(places.tray()));
        from.x.abs() < tray::LENGTH / 2.0 && from.y.abs() < tray::WIDTH / 2.0
    })
}
