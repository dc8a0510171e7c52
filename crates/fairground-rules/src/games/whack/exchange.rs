//! Gain of captures.

use super::action::{Action, ActionKind};
use super::position::{Phase, Whack};
use super::stack::PieceKind;

/// The value of the last king, centipawns.
const LAST_KING: i32 = 10_000;

/// The value of each kind, centipawns, taken from the evaluation; of a king while there is another
/// one.
const fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 36,
        PieceKind::Knight => 62,
        PieceKind::Bishop => 75,
        PieceKind::Rook => 121,
        PieceKind::King => 141,
        PieceKind::Queen => 174,
    }
}

/// The value of the piece that an action captures, centipawns; `None` without a capture, see
/// [`crate::engine::Position::gain`].
pub(super) fn gain(position: &Whack, action: Action) -> Option<i32> {
    let ActionKind::Move { to, .. } = action.kind() else { return None };
    let enemy = position.side.other();
    if position.phase != Phase::Move || !to.is_in(position.pieces.of(enemy)) {
        return None;
    }
    let kings = position.pieces.kings(enemy);
    if kings == to.bit() {
        return Some(LAST_KING);
    }
    position.pieces.stack(to).map(|stack| value(stack.kind()))
}
