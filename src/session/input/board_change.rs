//! Board changes, for previews.

use crate::engine::{ActionText, DynGame, Gesture, GestureKind, Pose};
use crate::session::messages::TableScene;

/// The board changes among the legal actions, with the sections that each moves and their new
/// poses.
pub fn changes(legal: &[(ActionText, Gesture)]) -> impl Iterator<Item = (&ActionText, &[(u8, Pose)])> {
    legal.iter().filter_map(|(action, gesture)| match &gesture.kind {
        GestureKind::Rearrange(moved) if gesture.from.is_none() => Some((action, &moved[..])),
        _ => None,
    })
}

/// The table right after a board change, with all other sections in their current poses; `None` if
/// the action is illegal.
#[must_use]
pub fn after_change(game: &dyn DynGame, action: &str, moved: &[(u8, Pose)]) -> Option<TableScene> {
    let now = game.layout();
    let mut after = game.boxed();
    after.apply(action).ok()?;
    let mut scene = TableScene::of(&*after);
    for (index, section) in (0_u8..).zip(&mut scene.layout.sections) {
        let stays = now.sections.get(usize::from(index)).map(|section| section.pose);
        let pose = moved.iter().find(|(it, _)| *it == index).map(|(_, pose)| *pose).or(stays).unwrap_or(section.pose);
        for cell in scene.layout.cells.iter_mut().filter(|cell| cell.section == Some(index)) {
            cell.corners = cell.corners.map(|corner| pose.place(section.pose.unplace(corner)));
        }
        section.pose = pose;
    }
    Some(scene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Point};
    use crate::games;

    #[test]
    fn a_change_leaves_the_other_sections_where_they_lie() {
        let mut game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        let near = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y) < 1e-4;
        for placed in 1..4 {
            let (gestures, now) = (game.gestures(), game.layout());
            assert!(changes(&gestures).count() > 1);
            for (action, moved) in changes(&gestures) {
                let after = after_change(&*game, action, moved).unwrap();
                assert_eq!((moved.len(), after.layout.sections.len()), (1, placed + 1), "{action}");
                for (was, is) in now.cells.iter().zip(&after.layout.cells).filter(|(was, _)| was.section.is_some()) {
                    assert!(
                        was.corners.iter().zip(is.corners).all(|(was, is)| near(*was, is)),
                        "{action}: {}",
                        was.name
                    );
                }
                let section = &after.layout.sections[placed];
                assert_eq!(section.pose, moved[0].1);
                let middle = section.pose.place(section.middle());
                let cell = after.layout.cell_at(middle).unwrap();
                assert_eq!(after.layout.cells[cell.index()].section, Some(placed as u8), "{action}");
            }
            let first = gestures[0].0.clone();
            game.apply(&first).unwrap();
        }
        assert!(!game.pieces().is_empty());
    }
}
