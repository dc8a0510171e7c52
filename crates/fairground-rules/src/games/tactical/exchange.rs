//! Gain of captures, shots, explosions and promotions.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::squares;
use crate::engine::Side;

/// The value of a king without an heir, centipawns.
const LAST_KING: i32 = 10_000;

/// The approximate value of each [`PieceKind`] in the evaluation, centipawns. A king has the value
/// of the prince that would replace it.
const VALUES: [i32; 16] = [0, 232, 369, 189, 125, 90, 52, 232, 160, 132, 59, 170, 164, 232, 135, 168];

const fn value(kind: PieceKind) -> i32 {
    VALUES[kind as usize]
}

/// The value of removed enemy pieces and of a promotion, less the mover's own losses, centipawns;
/// `None` without either, see [`crate::engine::Position::gain`].
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

/// The increase in value by a promotion.
fn promotion(position: &Tactical, action: Action, removed: u64) -> i32 {
    let Action::Move(from, to) = action else { return 0 };
    if to.bit() & Tactical::last_rank(position.side) == 0 || removed & from.bit() != 0 {
        return 0;
    }
    let kind = position.kind_at(from);
    value(kind.promoted()) - value(kind)
}

/// The value of pieces of `side`; [`LAST_KING`] if they include all its kings and princes.
fn worth(position: &Tactical, side: Side, pieces: u64) -> i32 {
    let royalty = position.own(side, PieceKind::King) | position.own(side, PieceKind::Prince);
    if royalty & pieces != 0 && royalty & !pieces == 0 {
        return LAST_KING;
    }
    squares(pieces).map(|square| value(position.kind_at(square))).sum()
}
