//! Gain of captures and promotions, and static exchange evaluation.

use super::action::Action;
use super::generate::promotes;
use super::piece::PieceKind;
use super::position::Fluky;
use super::square::goal;

/// The value of a king on its goal, centipawns.
const GOAL: i32 = 10_000;

/// The value of a die that shows this kind, centipawns, taken from the evaluation.
const fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 196,
        PieceKind::Knight => 256,
        PieceKind::Bishop => 217,
        PieceKind::Rook => 271,
    }
}

/// The value of captures and promotions by an action, or of a win by reaching the goal, centipawns;
/// `None` for a quiet action, see [`crate::engine::Position::gain`].
pub(super) fn gain(position: &Fluky, action: Action) -> Option<i32> {
    let Action::Move { from, to, choice } = action else { return None };
    let side = position.side;
    if position.king(side) == from && to == goal(side) {
        return Some(GOAL);
    }
    let captures = position.dice[side.other().index()] & to.bit() != 0;
    let promotes = promotes(position, from, to);
    let captured = if captures { value(position.kind_at(to)) } else { 0 };
    let promoted = choice.map_or(0, |kind| value(kind) - value(PieceKind::Pawn));
    (captures || promotes).then_some(captured + promoted)
}

/// Whether a noisy action gains at least `threshold` centipawns after the opponent's recapture, if
/// there is one.
pub(super) fn see(position: &Fluky, action: Action, threshold: i32) -> bool {
    let (Some(gain), Action::Move { from, to, choice }) = (gain(position, action), action) else {
        return threshold <= 0;
    };
    if gain < threshold || gain >= GOAL {
        return gain >= threshold;
    }
    let (side, occupied) = (position.side, position.occupied() & !from.bit());
    let risked = if position.king(side) == from { 0 } else { value(choice.unwrap_or_else(|| position.kind_at(from))) };
    gain - risked >= threshold || position.attackers_to(to, side.other(), occupied) == 0
}
