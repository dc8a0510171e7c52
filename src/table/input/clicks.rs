//! Releases of the left mouse button: clicks, drags, and the flick that throws a die.

use bevy::ecs::system::SystemParam;
use bevy::picking::events::{Pointer, Release};
use bevy::picking::pointer::PointerButton;
use bevy::prelude::*;

use super::picking::{Picked, Picker, at_height, hover, intended_place};
use super::press::{CurrentPress, PressStart, pick_up};
use super::sections::{self, HangingSection};
use crate::dice::{Flick, tray};
use crate::engine::{Cell, DynGame, Layout, Place};
use crate::play::{Match, Pending, Seat};
use crate::session::{
    Animating, Annotations, GameSet, Intent, LOOKING_BACK, LegalActions, MatchProgress, Notification, Panels,
    PlayerCommand, Pointing, Premove, Selection, Session, TableUpdate, local_player,
};
use crate::table::layout::{Places, on_table, world};

/// A press and release of the button.
struct PointerClick {
    from: PressStart,
    to: Picked,
    /// The point of the release on the plane of the cells.
    plane: Option<Vec3>,
    dragged: bool,
    /// The speed of the pointer at the release, m/s.
    speed: f32,
}

/// The greatest distance of the two clicks of a double click on the plane of the cells, m.
const SAME_POINT: f32 = 0.002;

/// Shown after a click where the section in hand cannot be joined.
const NO_JOIN: &str = "The section cannot be joined there. Move it along the board until it snaps into place.";

/// Clicks that wait for the table to come to rest.
#[derive(Resource, Default)]
pub(super) struct Clicks(Vec<PointerClick>);

/// Handles the left mouse button.
pub fn plugin(app: &mut App) {
    app.init_resource::<Clicks>()
        .init_resource::<Pointing>()
        .add_observer(release)
        .add_systems(Update, click.after(hover).in_set(GameSet::Input));
}

fn release(
    event: On<Pointer<Release>>,
    panels: Res<Panels>,
    time: Res<Time<Real>>,
    picker: Picker,
    mut press: ResMut<CurrentPress>,
    mut clicks: ResMut<Clicks>,
) {
    if event.entity != event.original_event_target() || event.button != PointerButton::Primary {
        return;
    }
    let Some(from) = press.0.take() else { return };
    let at = event.pointer_location.position;
    let to = picker.of_event(at, event.entity, &event.hit);
    let plane = picker.ray(at).map_or(to.point, |ray| at_height(ray, 0.0));
    let to = if panels.cover(at) { Picked::default() } else { to };
    let dragged = from.is_drag(at);
    let speed = plane.map_or(0.0, |plane| from.speed(time.elapsed_secs(), plane));
    clicks.0.push(PointerClick { from, to, plane, dragged, speed });
}

/// The match and the table at the time of a click.
#[derive(SystemParam)]
pub(super) struct Situation<'w> {
    places: Res<'w, Places>,
    session: Res<'w, Session>,
    legal: Res<'w, LegalActions>,
    animating: Res<'w, Animating>,
    progress: Res<'w, MatchProgress>,
}

/// The effects of a click.
#[derive(SystemParam)]
pub(super) struct ClickEffects<'w> {
    selection: ResMut<'w, Selection>,
    annotations: ResMut<'w, Annotations>,
    premove: ResMut<'w, Premove>,
    hanging: ResMut<'w, HangingSection>,
    pointing: Res<'w, Pointing>,
    commands: MessageWriter<'w, PlayerCommand>,
    notifications: MessageWriter<'w, Notification>,
}

impl ClickEffects<'_> {
    fn carry_out(&mut self, intent: Intent) {
        match intent {
            Intent::Act(action) => {
                self.commands.write(PlayerCommand::Act(action));
            }
            Intent::Refused(notification) => {
                self.notifications.write(notification);
            }
            Intent::Nothing | Intent::Changed => {}
        }
    }
}

/// Carries out clicks. A click during an animation first skips to its end.
pub(super) fn click(
    mut clicks: ResMut<Clicks>,
    mut last: Local<Option<(Place, Vec3)>>,
    mut updates: MessageReader<TableUpdate>,
    situation: Situation,
    picker: Picker,
    mut effects: ClickEffects,
) {
    let Situation { places, session, legal, animating, progress } = situation;
    // Clicks on the previous match do not apply to the next one.
    if updates.read().filter(|update| matches!(update, TableUpdate::Reset(..))).count() > 0 {
        (clicks.0, *last) = (Vec::new(), None);
    }
    if clicks.0.is_empty() {
        return;
    }
    if animating.0 {
        effects.commands.write(PlayerCommand::Skip);
        return;
    }
    // The die is being read.
    if progress.is_rolling() {
        return;
    }
    for click in std::mem::take(&mut clicks.0) {
        let pressed = click.from.picked.place;
        let before = std::mem::replace(&mut *last, click.to.place.zip(click.plane));
        let before = before.filter(|_| !click.dragged);
        if !click.dragged && pressed.is_none() && !in_tray(click.from.plane, &places) {
            let annotations = &mut effects.annotations;
            annotations.bypass_change_detection().clear().then(|| annotations.set_changed());
        }
        if session.background_match.is_some() && !click.dragged && pressed.is_some() {
            effects.notifications.write(Notification::new(LOOKING_BACK));
        }
        let Some(running) = session.running() else { continue };
        if session.exercise().is_some_and(|exercise| !exercise.takes_input()) {
            continue;
        }
        match running.pending() {
            Pending::Throw { seat: Seat::Human, cell, .. } => throw(&click, cell, &places, &mut effects),
            Pending::Decide { seat: Seat::Human, .. } if sections::is_due(running, &legal.0) => {
                if let Some(action) = effects.selection.preview.take() {
                    effects.commands.write(PlayerCommand::Act(action));
                }
                let pointed = sections::movable(pressed, &places.layout, &legal.0);
                let held = effects.selection.section;
                // Put down by a click on itself.
                let put_down = held.is_some() && pointed == held && !click.dragged;
                if effects.hanging.0.is_some() && !put_down && (held.is_some() || pointed.is_none()) {
                    effects.notifications.write(Notification::new(NO_JOIN));
                    if !click.dragged {
                        continue;
                    }
                }
                effects.selection.section = pointed.filter(|_| held.is_none() && !click.dragged);
                effects.hanging.set_if_neq(HangingSection(None));
            }
            Pending::Decide { seat: Seat::Human, .. } => {
                let hidden = || hidden_behind(&click, &effects.selection, running.game(), &legal, &picker);
                let hidden = before.filter(|(place, _)| click.to.place == Some(*place)).and_then(|_| hidden());
                // A second click at the same point puts the piece down, even in front of a target.
                let again = |(place, at): (Place, Vec3)| {
                    let near = click.plane.is_some_and(|point| point.distance(at) <= SAME_POINT);
                    near && effects.selection.held == Some(place)
                };
                if before.is_some_and(again) {
                    effects.selection.release();
                    if hidden.is_none() {
                        continue;
                    }
                }
                decide(&click, hidden, running.game(), (&legal, &places.layout), &mut effects);
            }
            Pending::Decide { .. } | Pending::Throw { .. } => plan(&click, running, &mut effects),
            Pending::Over(_) => {}
        }
    }
}

/// A click or drag in the opponent's turn plans a move for one's own turn.
fn plan(click: &PointerClick, running: &Match, effects: &mut ClickEffects) {
    let cell = |place: Option<Place>| match place {
        Some(Place::Cell(cell)) => Some(cell),
        Some(Place::Reserve(..)) | None => None,
    };
    let Some(side) = local_player(running) else { return };
    let (from, to) = (cell(click.from.picked.place), cell(click.to.place));
    match (click.dragged, from, to) {
        (true, Some(from), Some(to)) => effects.premove.drag(from, to, side, running.game()),
        (false, _, Some(to)) => effects.premove.point(to, side, running.game()),
        _ => *effects.premove = Premove::default(),
    }
    effects.premove.draw(&mut effects.annotations);
}

fn throw(click: &PointerClick, die: Option<Cell>, places: &Places, effects: &mut ClickEffects) {
    let ends = click.plane.zip(click.from.plane).filter(|_| click.dragged);
    let flick = ends.map(|(to, from)| {
        let direction = places.to_tray(to - from);
        Flick { direction: [direction.x, direction.y], speed: click.speed }
    });
    let place = click.from.picked.place;
    let on_die = place.is_some() && place == die.map(Place::Cell) || in_tray(click.from.plane, places);
    if on_die || flick.is_some() {
        effects.commands.write(PlayerCommand::Throw(flick));
    } else if click.to.place.is_some() {
        effects.notifications.write(Notification::new(effects.pointing.text(
            "Throw the die first: click the tray, flick with the mouse, or press Space",
            "Throw the die first: tap the tray, or flick the die",
        )));
    }
}

/// Picks up a piece or puts it down. `hidden` is the place that the click means instead of the one
/// under the pointer.
fn decide(
    click: &PointerClick,
    hidden: Option<Place>,
    game: &dyn DynGame,
    (legal, layout): (&LegalActions, &Layout),
    effects: &mut ClickEffects,
) {
    let from = click.from.picked;
    if click.dragged && effects.selection.held.is_none() {
        let intent = pick_up(&mut effects.selection, from, game, &legal.0);
        effects.carry_out(intent);
    }
    let behind = click.plane.and_then(|point| layout.cell_at(on_table(point)));
    match intended_place(click.to.place, behind, &effects.selection, legal) {
        Some(place) if !click.dragged || effects.selection.held.is_some() && from.place != Some(place) => {
            let intent = effects.selection.point(hidden.unwrap_or(place), game, &legal.0);
            effects.carry_out(intent);
            // A piece dropped on a forbidden cell goes back and is deselected, so that the next
            // click starts a new selection.
            if click.dragged && effects.selection.choices.is_empty() {
                effects.selection.release();
            }
        }
        _ => effects.selection.release(),
    }
}

/// The place of a movable piece that is hidden entirely by the clicked piece, if a click picks up
/// nothing else: the clicked piece is in hand already, or cannot move.
fn hidden_behind(
    click: &PointerClick,
    selection: &Selection,
    game: &dyn DynGame,
    legal: &LegalActions,
    picker: &Picker,
) -> Option<Place> {
    let front = click.to.place.filter(|_| click.to.piece.is_some())?;
    let movable = |place: Place| legal.0.iter().any(|(_, gesture)| gesture.from == Some(place));
    let free = selection.held.map_or(!movable(front), |held| held == front);
    let others = game.pieces().into_iter().map(|piece| (piece.place, piece.look));
    let others = others.filter(|(place, _)| *place != front && movable(*place));
    if free { picker.hidden_by(front, others) } else { None }
}

fn in_tray(point: Option<Vec3>, places: &Places) -> bool {
    point.is_some_and(|point| {
        let from = places.to_tray(point - world(places.tray()));
        from.x.abs() < tray::LENGTH / 2.0 && from.y.abs() < tray::WIDTH / 2.0
    })
}
