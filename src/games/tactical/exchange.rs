//! What captures, shots, explosions and promotions win.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::squares;
use crate::engine::Side;

/// The value of a king without an heir, centipawns.
const LAST_KING: i32 = 10_000;

/// What each [`PieceKind`] is worth, centipawns, roughly as the evaluation has it; a king has the value of the heir that it costs.
const VALUES: [i32; 16] = [0, 232, 369, 189, 125, 90, 52, 232, 160, 132, 59, 170, 164, 232, 135, 168];

const fn value(kind: PieceKind) -> i32 {
    VALUES[kind as usize]
}

/// What an action takes off the board and promotes, centipawns, less what it costs; `None` if it neither takes an enemy nor promotes, see
/// [`crate::engine::Position::gain`].
pub(super) fn gain(position: &Tactical, action: Action) -> Option<i32> {
    if position.phase != Phase::Battle {
        return None;
    }
    let (side, enemy) = (position.side, position.side.other());
    let removed = position.removed(action);
    let promotion = promotion(position, action, removed);
    let taken = removed & position.sides[enemy.index()];
    if taken == 0 && promotion == 0 {
        return None;
    }
    let lost = removed & position.sides[side.index()];
    Some(worth(position, enemy, taken) - worth(position, side, lost) + promotion)
}

/// What an action promotes a piece by.
fn promotion(position: &Tactical, action: Action, removed: u64) -> i32 {
    let Action::Move(from, to) = action else { return 0 };
    if to.bit() & Tactical::last_rank(position.side) == 0 || removed & from.bit() != 0 {
        return 0;
    }
    let kind = position.kind_at(from);
    value(kind.promoted()) - value(kind)
}

/// What pieces of a side are worth to it.
fn worth(position: &Tactical, side: Side, pieces: u64) -> i32 {
    let royalty = position.own(side, PieceKind::King) | position.own(side, PieceKind::Prince);
    if royalty & pieces != 0 && royalty & !pieces == 0 {
        return LAST_KING;
    }
    squares(pieces).map(|square| value(position.kind_at(square))).sum()
}
