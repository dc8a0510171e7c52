//! Where the piece that is pointed at could go, whoever has the turn: worked out once for each that is pointed at.

use bevy::prelude::*;

use super::binding;
use super::mark_mesh::MarkTarget;
use super::marks::target;
use crate::engine::{DynGame, Gesture, Place, Side};
use crate::play::{Pending, Seat};
use crate::session::{Animating, LegalActions, Selection, Session, TableUpdate};
use crate::table::material::MarkKind;
use crate::table::schedule::FrameSet;

/// Where the piece that is pointed at could go.
#[derive(Resource, Debug, Default)]
pub(super) struct Pointed {
    place: Option<Place>,
    /// As marks.
    pub targets: Vec<(MarkKind, MarkTarget)>,
    /// What each side could do if it had the turn, as far as anybody has asked since the position changed.
    gestures: [Option<Vec<(String, Gesture)>>; 2],
}

/// Keeps up with the mouse.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pointed>().add_systems(Update, point.in_set(FrameSet::Mark));
}

/// Looks anew when something else is pointed at, or the position has changed.
pub(super) fn point(
    mut shown: MessageReader<TableUpdate>,
    (session, hand, legal, busy): (Res<Session>, Res<Selection>, Res<LegalActions>, Res<Animating>),
    mut pointed: ResMut<Pointed>,
) {
    if shown.read().filter(|update| update.changes_position()).count() > 0 {
        *pointed = Pointed::default();
    }
    let place = hand.pointed().filter(|_| hand.held.is_none() && !busy.0);
    if pointed.place == place {
        return;
    }
    pointed.place = place;
    pointed.targets = match (session.game(), place) {
        (Some(game), Some(place)) => {
            let bound = session.running().is_some_and(|running| {
                matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. })
                    && !binding::cells(game).is_empty()
            });
            let own = legal.0.iter().filter(|(_, gesture)| gesture.from == Some(place));
            let own = own.filter(|(action, _)| !bound || !binding::loses(game, action));
            let targets: Vec<_> = own.filter_map(|(_, gesture)| target(gesture)).collect();
            if targets.is_empty() { if_it_had_the_turn(game, place, &mut pointed.gestures) } else { targets }
        }
        _ => Vec::new(),
    };
}

/// Where a piece could go whose side has not the turn, or has to throw a die first.
fn if_it_had_the_turn(
    game: &dyn DynGame,
    place: Place,
    gestures: &mut [Option<Vec<(String, Gesture)>>; 2],
) -> Vec<(MarkKind, MarkTarget)> {
    let side: Option<Side> = game.pieces().into_iter().find(|piece| piece.place == place).and_then(|piece| piece.side);
    let Some(side) = side else { return Vec::new() };
    let gestures = gestures[side.index()].get_or_insert_with(|| game.gestures_of(side));
    gestures.iter().filter(|(_, gesture)| gesture.from == Some(place)).filter_map(|(_, it)| target(it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    /// The cells where a piece could go, sorted.
    fn reach(id: &str, position: &str, from: &str) -> Vec<String> {
        let game = games::begin(games::info(id).unwrap(), Options::default(), Some(position)).unwrap();
        let layout = game.layout();
        let place = Place::Cell(layout.cell_named(from).unwrap());
        let mut names: Vec<_> = if_it_had_the_turn(&*game, place, &mut [None, None])
            .into_iter()
            .filter_map(|(_, target)| match target {
                MarkTarget::Cell(cell) => Some(layout.cells[cell.index()].name.clone()),
                _ => None,
            })
            .collect();
        names.sort();
        names.dedup();
        names
    }

    #[test]
    fn an_enemy_shows_where_it_could_go() {
        assert_eq!(reach("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"), ["d4", "e4"]);
        // In check, too: White has to move, and the rook gives it.
        let rook = reach("chess", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e4");
        assert!(rook.contains(&"e2".to_string()) && rook.contains(&"a4".to_string()), "{rook:?}");
        assert_eq!(reach("fluky", "kpppp/p4/5/4P/PPPPK w - 0", "a4"), ["a3"]);
    }

    /// In no position of a match does anybody's turn mean something that cannot be told.
    #[test]
    fn every_position_can_be_asked_for_both_sides() {
        for info in games::ALL {
            for seed in 1..6_usize {
                let mut game = games::begin(info, Options::default(), None).unwrap();
                let mut told = 0;
                for step in 0..150_usize {
                    for side in Side::BOTH {
                        told += game.gestures_of(side).len();
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
                assert!(told > 50, "{}: {told}", info.id);
            }
        }
    }
}
