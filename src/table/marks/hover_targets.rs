//! Targets of the piece under the pointer, regardless of whose turn it is. Computed once for each
//! piece.

use bevy::prelude::*;

use super::forced;
use super::mark::TableMark;
use crate::engine::{ActionText, DynGame, Gesture, Place, Side};
use crate::play::{Pending, Seat};
use crate::session::{Animating, LegalActions, Selection, Session};
use crate::table::material::MarkKind;

/// Targets of the piece under the pointer.
#[derive(Resource, Debug, Default)]
pub(super) struct HoverTargets {
    place: Option<Place>,
    /// Their marks.
    pub marks: Vec<TableMark>,
    /// The gestures of each side if it were to move, computed on first use in a position.
    gestures: [Option<Vec<(ActionText, Gesture)>>; 2],
}

/// Updates the targets when the pointer or the position changes.
pub(super) fn follow_pointer(
    In(changed): In<bool>,
    (session, selection, legal, animating): (Res<Session>, Res<Selection>, Res<LegalActions>, Res<Animating>),
    mut hover: ResMut<HoverTargets>,
) {
    if changed {
        *hover = HoverTargets::default();
    }
    let place = selection.pointed().filter(|_| selection.held.is_none() && !animating.0);
    if hover.place == place {
        return;
    }
    hover.place = place;
    hover.marks = match (session.game(), place) {
        (Some(game), Some(place)) => {
            let is_forced = session.running().is_some_and(|running| {
                matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. })
                    && !forced::cells(game).is_empty()
            });
            let own = legal.0.iter().filter(|(_, gesture)| gesture.from == Some(place));
            let own = own.filter(|(action, _)| !is_forced || !forced::loses(game, action));
            let marks = destinations(game, place, own.map(|(_, gesture)| gesture));
            if marks.is_empty() { if_it_had_the_turn(game, place, &mut hover.gestures) } else { marks }
        }
        _ => Vec::new(),
    };
}

/// The targets of a piece if its side were to move, with no die to throw.
fn if_it_had_the_turn(
    game: &dyn DynGame,
    place: Place,
    gestures: &mut [Option<Vec<(ActionText, Gesture)>>; 2],
) -> Vec<TableMark> {
    let side: Option<Side> = game.pieces().into_iter().find(|piece| piece.place == place).and_then(|piece| piece.side);
    let Some(side) = side else { return Vec::new() };
    let gestures = gestures[side.index()].get_or_insert_with(|| game.gestures_of(side));
    destinations(game, place, gestures.iter().map(|(_, gesture)| gesture).filter(|gesture| gesture.from == Some(place)))
}

/// The marks of targets: those of the whole piece, and in another style those of a part of it.
fn destinations<'a>(game: &dyn DynGame, place: Place, gestures: impl Iterator<Item = &'a Gesture>) -> Vec<TableMark> {
    let height = game.pieces().iter().find(|piece| piece.place == place).map(|piece| piece.look.height());
    let is_whole = |gesture: &&Gesture| gesture.count.is_none_or(|count| Some(count) == height);
    let (whole, part): (Vec<_>, Vec<_>) = gestures.partition(is_whole);
    let part = part.into_iter().filter_map(|gesture| gesture.to).filter(|to| whole.iter().all(|it| it.to != Some(*to)));
    let part = part.map(|to| TableMark::on(MarkKind::PartTarget, to)).collect::<Vec<_>>();
    whole.iter().filter_map(|gesture| TableMark::destination(gesture)).chain(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::table::marks::MarkTarget;

    /// The cells that a piece could go to, sorted.
    fn reach(id: &str, position: &str, from: &str) -> Vec<String> {
        let game = games::begin(games::info(id).unwrap(), Options::default(), Some(position)).unwrap();
        let layout = game.layout();
        let place = Place::Cell(layout.cell_named(from).unwrap());
        let mut names: Vec<_> = if_it_had_the_turn(&*game, place, &mut [None, None])
            .into_iter()
            .filter_map(|mark| match mark.target {
                MarkTarget::Cell(cell) => Some(layout.cells[cell.index()].name.clone()),
                _ => None,
            })
            .collect();
        names.sort();
        names.dedup();
        names
    }

    #[test]
    fn splits_have_another_style() {
        let game = games::begin(games::info("makarenko").unwrap(), Options::default(), None).unwrap();
        let (mut split, mut alone) = (0, 0);
        for piece in game.pieces() {
            let gestures = game.gestures();
            let own: Vec<_> =
                gestures.iter().map(|(_, gesture)| gesture).filter(|it| it.from == Some(piece.place)).collect();
            let marks = destinations(&*game, piece.place, own.iter().copied());
            for gesture in &own {
                let to = gesture.to.unwrap();
                let there = |part: bool| {
                    let kind = |mark: &&TableMark| (mark.kind == MarkKind::PartTarget) == part;
                    marks.iter().filter(kind).filter(|mark| mark.target == MarkTarget::Cell(to)).count() > 0
                };
                let whole =
                    own.iter().any(|it| it.to == Some(to) && it.count.is_none_or(|count| count == piece.look.height()));
                assert_eq!((there(false), there(true)), (whole, !whole), "{piece:?} to {to:?}");
                if whole { alone += 1 } else { split += 1 }
            }
        }
        assert!(split > 3 && alone > 3, "{split} {alone}");
    }

    #[test]
    fn an_enemy_shows_where_it_could_go() {
        assert_eq!(reach("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"), ["d4", "e4"]);
        // Also in check: White is to move, and the rook gives check.
        let rook = reach("chess", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e4");
        assert!(rook.contains(&"e2".to_string()) && rook.contains(&"a4".to_string()), "{rook:?}");
        assert_eq!(reach("fluky", "kpppp/p4/5/4P/PPPPK w - 0", "a4"), ["a3"]);
    }

    /// In every position of a match, the gestures of both sides can be computed, and those of the
    /// side to move are the legal ones.
    #[test]
    fn every_position_can_be_asked_for_both_sides() {
        for info in games::ALL {
            for seed in 1..6_usize {
                let mut game = games::begin(info, Options::default(), None).unwrap();
                let mut count = 0;
                for step in 0..150_usize {
                    for side in Side::BOTH {
                        count += game.gestures_of(side).len();
                    }
                    let turn = game.turn().side();
                    if let (crate::engine::Turn::Decide(side), true) = (game.turn(), turn.is_some()) {
                        let own = game.gestures();
                        let moves = own.iter().filter(|(_, it)| it.from.is_some() && it.to.is_some());
                        let asked = game.gestures_of(side);
                        for (action, _) in moves.filter(|(_, it)| matches!(it.from, Some(Place::Cell(_)))) {
                            assert!(asked.iter().any(|(other, _)| other == action), "{}: {action}", info.id);
                        }
                    }
                    let actions = game.actions();
                    let Some(action) = actions.get(step * 7919 * seed % actions.len().max(1)).cloned() else { break };
                    game.apply(&action).unwrap();
                }
                assert!(count > 50, "{}: {count}", info.id);
            }
        }
    }
}
