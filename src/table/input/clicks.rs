//! What the left mouse button means: clicks, drags and the flick that throws a die.

use bevy::picking::events::{Move, Pointer, Press, Release};
use bevy::picking::pointer::PointerButton;
use bevy::prelude::*;

use super::picking::{Aim, Aimed, hover, meant, on_plane};
use super::sections;
use crate::dice::{Flick, tray};
use crate::engine::{Cell, DynGame, Layout, Place};
use crate::play::{Pending, Seat};
use crate::session::{
    Animating, Annotations, FreeHands, GameSet, Intent, LOOKING_BACK, LegalActions, MatchProgress, Notification,
    Panels, PlayerCommand, Selection, Session, Showing,
};
use crate::table::layout::{Places, on_table, world};
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
    /// Where on that plane the pointer has been since, and when: since the program began, s.
    trail: Vec<(f32, Vec3)>,
}

/// Over so long the speed of a flick is measured, s: not over how long the button was held before it.
const FLICK: f32 = 0.1;

/// How fast the pointer moved, as it was let go here and now, m/s.
fn speed(trail: &[(f32, Vec3)], now: f32, to: Vec3) -> f32 {
    let before = trail.iter().rev().find(|(seconds, _)| now - seconds >= FLICK).or(trail.first());
    before.map_or(0.0, |(seconds, from)| from.distance(to) / (now - seconds).max(0.02))
}

/// From where the button went down to where it came up.
struct Click {
    from: Pressing,
    to: Aimed,
    plane: Option<Vec3>,
    dragged: bool,
    /// How fast the pointer moved in the end, m/s.
    speed: f32,
}

/// What has been clicked and still waits for the table to come to rest.
#[derive(Resource, Default)]
pub(super) struct Clicks(Vec<Click>);

/// The left mouse button.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pressed>()
        .init_resource::<Clicks>()
        .add_observer(press)
        .add_observer(follow)
        .add_observer(release)
        .add_systems(Update, click.after(hover).in_set(GameSet::Input));
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
    let aimed = aim.of_event(at, event.entity, &event.hit);
    let plane = aim.ray(at).map_or(aimed.point, on_plane);
    pressed.0 = (!panels.cover(at)).then(|| Pressing {
        at,
        aimed,
        plane,
        trail: plane.map(|plane| (time.elapsed_secs(), plane)).into_iter().collect(),
    });
}

/// Follows the pointer while the button is down.
fn follow(event: On<Pointer<Move>>, time: Res<Time<Real>>, aim: Aim, mut pressed: ResMut<Pressed>) {
    if pressed.0.is_none() {
        return;
    }
    let plane = aim.ray(event.pointer_location.position).and_then(on_plane);
    if let (Some(pressing), Some(plane)) = (pressed.0.as_mut(), plane) {
        pressing.trail.push((time.elapsed_secs(), plane));
    }
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
    let to = aim.of_event(at, event.entity, &event.hit);
    let plane = aim.ray(at).map_or(to.point, on_plane);
    let to = if panels.cover(at) { Aimed::default() } else { to };
    let dragged = is_drag(from.at, at);
    let speed = plane.map_or(0.0, |plane| speed(&from.trail, time.elapsed_secs(), plane));
    clicks.0.push(Click { from, to, plane, dragged, speed });
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
        if session.behind.is_some() && !click.dragged && click.from.aimed.place.is_some() {
            told.write(Notification::new(LOOKING_BACK));
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
                    decide(&click, running.game(), (&legal, &places.layout), &mut hand, &mut asks, &mut told);
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
        Flick { direction: [way.x, way.y], speed: click.speed }
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
    (legal, layout): (&LegalActions, &Layout),
    hand: &mut ResMut<Selection>,
    asks: &mut MessageWriter<PlayerCommand>,
    told: &mut MessageWriter<Notification>,
) {
    let (from, actions) = (click.from.aimed, &legal.0);
    if click.dragged
        && hand.held.is_none()
        && let Some(place) = from.place
    {
        say(hand.point(place, game, actions), asks, told);
        // Who drags a chip lifts it with all that lies on it.
        let counts = hand.counts(actions);
        hand.count = from.lifted.filter(|count| hand.held.is_some() && counts.contains(count));
    }
    let on_board = click.plane.and_then(|point| layout.cell_at(on_table(point)));
    match meant(click.to.place, on_board, hand, legal) {
        Some(place) if !click.dragged || hand.held.is_some() && from.place != Some(place) => {
            say(hand.point(place, game, actions), asks, told);
            // What was dropped where it may not go is back in its place, and in nobody's hand: the next click takes something anew.
            if click.dragged && hand.choices.is_empty() {
                hand.release();
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flick_is_as_fast_as_the_pointer_was_in_the_end() {
        let at = |seconds: f32, x: f32| (seconds, Vec3::X * x);
        // Held for a second, then 0.2 m within two frames of a tenth of a second each.
        let slow_machine = [at(0.0, 0.0), at(1.0, 0.0), at(1.1, 0.1)];
        assert!((speed(&slow_machine, 1.2, Vec3::X * 0.2) - 1.0).abs() < 0.01);
        // The same hand on a quick machine.
        let quick: Vec<_> = (0_u8..=20).map(|i| at(1.0 + f32::from(i) * 0.01, f32::from(i) * 0.01)).collect();
        assert!((speed(&quick, 1.2, Vec3::X * 0.2) - 1.0).abs() < 0.01);
        // Dragged, and held still before it is let go.
        assert!(speed(&[at(0.0, 0.0), at(0.5, 0.2)], 1.0, Vec3::X * 0.2) < 0.01);
        assert_eq!(speed(&[], 1.0, Vec3::X), 0.0);
    }
}
