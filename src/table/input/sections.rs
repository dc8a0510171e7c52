//! A board section in hand: it hangs from the cursor and snaps to places where it can be joined; a
//! click lays it there.

use bevy::prelude::*;

use super::cursor::Cursor;
use super::picking::{Picker, at_height, hover};
use super::press::CurrentPress;
use crate::engine::{ActionText, Gesture, Layout, Place, Point, Pose};
use crate::play::{Match, Pending, Seat};
use crate::session::{self, Animating, FreeHands, GameSet, LegalActions, Panels, Selection, Session};
use crate::table::layout::{Places, on_table};

/// A section snaps to a place within this distance between their centres, m.
const SNAP: f32 = 0.11;

/// The pose of the section in hand while it hangs from the cursor, where it cannot be joined, with
/// a change that would move it. Where it can be joined, [`Selection::preview`] is the change.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub(in crate::table) struct HangingSection(pub Option<(ActionText, Pose)>);

/// Handles sections in hand.
pub fn plugin(app: &mut App) {
    app.init_resource::<HangingSection>().add_systems(Update, hold.after(hover).in_set(GameSet::Input));
}

/// Whether the user has to choose a board change.
pub(in crate::table) fn is_due(running: &Match, legal: &[(ActionText, Gesture)]) -> bool {
    matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. }) && session::changes(legal).next().is_some()
}

/// The section that every change moves because it is not on the table yet.
pub(in crate::table) fn to_be_placed(legal: &[(ActionText, Gesture)], layout: &Layout) -> Option<u8> {
    let (_, moved) = session::changes(legal).next()?;
    moved.iter().map(|(section, _)| *section).find(|section| usize::from(*section) >= layout.sections.len())
}

/// The section of a cell, if some change moves it.
pub(super) fn movable(place: Option<Place>, layout: &Layout, legal: &[(ActionText, Gesture)]) -> Option<u8> {
    let Some(Place::Cell(cell)) = place else { return None };
    let section = layout.cells.get(cell.index())?.section?;
    session::changes(legal).any(|(_, moved)| moved.iter().any(|(it, _)| *it == section)).then_some(section)
}

/// Moves the section in hand with the mouse.
fn hold(
    (session, legal, places): (Res<Session>, Res<LegalActions>, Res<Places>),
    (panels, animating, free, press): (Res<Panels>, Res<Animating>, Res<FreeHands>, Res<CurrentPress>),
    cursor: Cursor,
    picker: Picker,
    mut last: Local<(Option<Vec2>, Option<u8>)>,
    (mut hanging, mut selection): (ResMut<HangingSection>, ResMut<Selection>),
) {
    let due = session.running().is_some_and(|running| is_due(running, &legal.0)) && !animating.0 && !free.0;
    if !due {
        hanging.set_if_neq(HangingSection(None));
        if selection.section.is_some() {
            selection.section = None;
        }
        return;
    }
    let at = cursor.position();
    // A preview chosen by key stays until the mouse moves.
    let now = (at, selection.section);
    let moved = std::mem::replace(&mut *last, now) != now || legal.is_changed();
    // `pointer` is of the previous frame, in which a finger was not down yet.
    let over_table = at.filter(|at| !panels.pointer && !panels.cover(*at));
    let Some(at) = over_table else {
        // The panel also previews changes; those do not hang from the cursor.
        hanging.set_if_neq(HangingSection(None));
        return;
    };
    if !moved {
        return;
    }
    let mut section = selection.section;
    if let Some(press) = &press.0
        && section.is_none()
        && press.is_drag(at)
    {
        section = movable(press.picked.place, &places.layout, &legal.0);
    }
    let to_lay = section.or_else(|| to_be_placed(&legal.0, &places.layout));
    let point = picker.ray(at).and_then(|ray| at_height(ray, 0.0)).map(on_table);
    let held = to_lay.zip(point).and_then(|(section, point)| held(&legal.0, &places.layout, section, point));
    let (preview, hangs) = match held {
        Some((action, _, true)) => (Some(action), None),
        Some((action, pose, false)) => (None, Some((action, pose))),
        None => (None, None),
    };
    if selection.preview != preview || selection.section != section {
        (selection.preview, selection.section) = (preview, section);
    }
    hanging.set_if_neq(HangingSection(hangs));
}

/// The change that lays a section nearest to a point, the section's pose there, and whether it
/// snaps.
fn held(
    legal: &[(ActionText, Gesture)],
    layout: &Layout,
    section: u8,
    point: Point,
) -> Option<(ActionText, Pose, bool)> {
    let middle = layout.sections.first()?.middle();
    let away = |pose: Pose| {
        let at = pose.place(middle);
        (at.x - point.x).hypot(at.y - point.y)
    };
    let poses = session::changes(legal)
        .filter_map(|(action, moved)| Some((action, moved.iter().find(|(it, _)| *it == section)?.1)));
    let (action, pose) = poses.min_by(|(_, a), (_, b)| away(*a).total_cmp(&away(*b)))?;
    if away(pose) < SNAP {
        return Some((action.clone(), pose, true));
    }
    let turned = Pose { at: Point::default(), turn: pose.turn }.place(middle);
    let at = Point::new(point.x - turned.x, point.y - turned.y);
    Some((action.clone(), Pose { at, turn: pose.turn }, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    #[test]
    fn a_section_snaps_to_the_nearest_join_and_hangs_elsewhere() {
        let game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        let (legal, layout) = (game.gestures(), game.layout());
        assert_eq!(to_be_placed(&legal, &layout), Some(1));
        for (action, moved) in session::changes(&legal) {
            let (section, pose) = moved[0];
            let middle = pose.place(layout.sections[0].middle());
            let near = Point::new(middle.x + 0.004, middle.y - 0.003);
            assert_eq!(held(&legal, &layout, section, near), Some((action.clone(), pose, true)));
        }
        let far = Point::new(2.0, 0.0);
        let (_, pose, snaps) = held(&legal, &layout, 1, far).unwrap();
        let middle = pose.place(layout.sections[0].middle());
        assert!(!snaps && (middle.x - far.x).hypot(middle.y - far.y) < 1e-4);
        assert_eq!(held(&legal, &layout, 3, far), None);
    }
}
