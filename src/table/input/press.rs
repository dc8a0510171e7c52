//! The left mouse button or a finger while it is held: the position and object of the press, and the
//! pointer's movement since.

use bevy::picking::events::{Cancel, Move, Pointer, Press};
use bevy::picking::pointer::{PointerButton, PointerId};
use bevy::prelude::*;
use bevy::window::WindowFocused;

use super::picking::{Picked, Picker, at_height, movable_place};
use crate::engine::{ActionText, DynGame, Gesture};
use crate::session::{FreeHands, GameSet, Intent, LegalActions, Panels, Selection, Session};

/// A press that moves farther than this is a drag, not a click, logical pixels.
const DRAG: f32 = 8.0;

/// The speed of a flick is measured over this time before the release, s, no matter how long the
/// button was held.
const FLICK: f32 = 0.1;

/// The press of the left button, until it is released.
#[derive(Resource, Default)]
pub(super) struct CurrentPress(pub(super) Option<PressStart>);

/// A press of the left button.
pub(super) struct PressStart {
    /// The mouse or finger.
    pointer: PointerId,
    /// Position in logical pixels.
    pub at: Vec2,
    /// The object under the pointer.
    pub picked: Picked,
    /// Position on the plane of the cells.
    pub plane: Option<Vec3>,
    /// Positions of the pointer on that plane in the last [`FLICK`] seconds, with their times since
    /// the program began, s.
    trail: Vec<(f32, Vec3)>,
}

impl PressStart {
    /// Whether the press is a drag, with the pointer now at `to`.
    pub fn is_drag(&self, to: Vec2) -> bool {
        self.at.distance(to) > DRAG
    }

    /// Records the position of the pointer.
    fn follow(&mut self, now: f32, point: Vec3) {
        self.trail.push((now, point));
        // The latest position that is old enough stays, because the speed is measured from there.
        let old = self.trail.partition_point(|(seconds, _)| now - seconds >= FLICK);
        self.trail.drain(..old.saturating_sub(1));
    }

    /// The speed of the pointer if it is released now at `to`, m/s.
    pub fn speed(&self, now: f32, to: Vec3) -> f32 {
        let before = self.trail.iter().rev().find(|(seconds, _)| now - seconds >= FLICK).or(self.trail.first());
        before.map_or(0.0, |(seconds, from)| from.distance(to) / (now - seconds).max(0.02))
    }
}

/// Selects the pressed piece to drag it. In a stack of chips, the pressed chip is lifted with all
/// chips above it.
pub(super) fn pick_up(
    selection: &mut Selection,
    picked: Picked,
    game: &dyn DynGame,
    legal: &[(ActionText, Gesture)],
) -> Intent {
    let Some(place) = picked.place else { return Intent::Nothing };
    let intent = selection.point(place, game, legal);
    let counts = selection.counts(legal);
    selection.count = picked.lifted.filter(|count| selection.held.is_some() && counts.contains(count));
    intent
}

/// Maintains [`CurrentPress`].
pub fn plugin(app: &mut App) {
    app.init_resource::<CurrentPress>()
        .add_message::<WindowFocused>()
        .add_observer(press)
        .add_observer(follow)
        .add_observer(|_: On<Pointer<Cancel>>, current: ResMut<CurrentPress>, selection: ResMut<Selection>| {
            // The system has taken over the touch, for example for a gesture of its own.
            cancel(current, selection);
        })
        .add_systems(Update, cancel_on_focus_loss.in_set(GameSet::Input));
}

fn press(
    event: On<Pointer<Press>>,
    (panels, free): (Res<Panels>, Res<FreeHands>),
    (time, session, legal): (Res<Time<Real>>, Res<Session>, Res<LegalActions>),
    picker: Picker,
    mut current: ResMut<CurrentPress>,
    selection: ResMut<Selection>,
) {
    if event.entity != event.original_event_target() || event.button != PointerButton::Primary || free.0 {
        return;
    }
    let pointer = event.pointer_id;
    if pointer.is_touch() && current.0.as_ref().is_some_and(|press| press.pointer != pointer) {
        // Two fingers turn the view; what the first one held goes back.
        return cancel(current, selection);
    }
    let at = event.pointer_location.position;
    let mut picked = picker.of_event(at, event.entity, &event.hit);
    let plane = picker.ray(at).map_or(picked.point, |ray| at_height(ray, 0.0));
    if session.awaits_person() && selection.held.is_none() {
        let place = movable_place(picked.place, plane.and_then(|point| picker.cell(point)), &legal);
        let lifted = picked.lifted.filter(|_| place == picked.place);
        picked = Picked { place, lifted, ..picked };
    }
    current.0 = (!panels.cover(at)).then(|| PressStart {
        pointer,
        at,
        picked,
        plane,
        trail: plane.map(|plane| (time.elapsed_secs(), plane)).into_iter().collect(),
    });
}

/// Follows the pointer while the button is held.
fn follow(event: On<Pointer<Move>>, time: Res<Time<Real>>, picker: Picker, mut current: ResMut<CurrentPress>) {
    let Some(press) = current.bypass_change_detection().0.as_mut() else { return };
    if let Some(point) = picker.ray(event.pointer_location.position).and_then(|ray| at_height(ray, 0.0)) {
        press.follow(time.elapsed_secs(), point);
    }
}

/// Returns the dragged piece when the window loses the focus, because it then misses the release of
/// the button.
fn cancel_on_focus_loss(
    mut focus: MessageReader<WindowFocused>,
    current: ResMut<CurrentPress>,
    selection: ResMut<Selection>,
) {
    if focus.read().filter(|event| !event.focused).count() > 0 && current.0.is_some() {
        cancel(current, selection);
    }
}

/// Ends the press without a release. A dragged piece goes back.
fn cancel(mut current: ResMut<CurrentPress>, mut selection: ResMut<Selection>) {
    if let Some(press) = current.0.take()
        && press.picked.place.is_some()
        && press.picked.place == selection.held
    {
        selection.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press() -> PressStart {
        PressStart {
            pointer: PointerId::Mouse,
            at: Vec2::ZERO,
            picked: Picked::default(),
            plane: None,
            trail: Vec::new(),
        }
    }

    /// The speed of the pointer after these positions, given as times and places.
    fn speed(trail: &[(f32, f32)], now: f32, to: f32) -> f32 {
        let mut press = press();
        trail.iter().for_each(|(seconds, x)| press.follow(*seconds, Vec3::X * *x));
        press.speed(now, Vec3::X * to)
    }

    #[test]
    fn a_flick_is_as_fast_as_the_pointer_was_at_the_end() {
        // Held for a second, then 0.2 m within two frames of a tenth of a second each.
        assert!((speed(&[(0.0, 0.0), (1.0, 0.0), (1.1, 0.1)], 1.2, 0.2) - 1.0).abs() < 0.01);
        // The same movement on a fast machine.
        let quick: Vec<_> = (0_u8..=20).map(|i| (1.0 + f32::from(i) * 0.01, f32::from(i) * 0.01)).collect();
        assert!((speed(&quick, 1.2, 0.2) - 1.0).abs() < 0.01);
        // Dragged, then held still before the release.
        assert!(speed(&[(0.0, 0.0), (0.5, 0.2)], 1.0, 0.2) < 0.01);
        assert_eq!(speed(&[], 1.0, 1.0), 0.0);
    }

    #[test]
    fn a_long_drag_is_not_remembered_whole() {
        let mut press = press();
        for step in 0..100_000_u32 {
            press.follow(step as f32 * 0.001, Vec3::ZERO);
        }
        assert!(press.trail.len() < 110, "{} positions", press.trail.len());
    }
}
