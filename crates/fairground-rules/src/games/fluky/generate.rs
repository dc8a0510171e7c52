use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;

use super::action::Action;
use super::attacks;
use super::piece::PieceKind;
use super::position::Fluky;
use super::square::{Square, forward, last_rank, squares};
use crate::engine::{Side, Sink};

/// The pseudo-legal targets of a pawn: one step ahead onto an empty square, or onto an enemy
/// diagonally ahead (assets/rules/fluky.md, A turn).
pub(super) fn pawn_targets(side: Side, from: Square, own: u32, occupied: u32) -> u32 {
    forward(side, from.bit()) & !occupied | attacks::pawn(side, from) & occupied & !own
}

/// Whether this move is a promotion.
pub(super) fn promotes(position: &Fluky, from: Square, to: Square) -> bool {
    position.shown[PieceKind::Pawn as usize] & from.bit() != 0 && last_rank(position.side) & to.bit() != 0
}

pub(super) fn push_king_steps(position: &Fluky, among: u32, out: &mut impl Sink<Action>) {
    let from = position.king(position.side);
    for to in squares(king_steps(position, among)) {
        out.push(Action::Move { from, to, choice: None });
    }
}

pub(super) fn push_die_moves(side: Side, kind: PieceKind, from: Square, targets: u32, out: &mut impl Sink<Action>) {
    let promotions = if kind == PieceKind::Pawn { targets & last_rank(side) } else { 0 };
    for to in squares(targets & !promotions) {
        out.push(Action::Move { from, to, choice: None });
    }
    for to in squares(promotions) {
        out.extend(PieceKind::CHOICES.map(|kind| Action::Move { from, to, choice: Some(kind) }));
    }
}

/// The squares of `among` onto which the king may legally step. No roll may be due.
pub(super) fn king_steps(position: &Fluky, among: u32) -> u32 {
    let (side, king) = (position.side, position.king(position.side));
    // The king must not shield a square on a line that it leaves.
    let occupied = position.occupied() & !king.bit();
    let safe = |to: &Square| position.attackers_to(*to, side.other(), occupied) == 0;
    squares(attacks::king(king) & !position.own(side) & among).filter(safe).fold(0, |set, to| set | to.bit())
}

/// Calls `visit` with each die and its legal targets until `visit` breaks. No roll may be due.
///
/// A move is legal if the mover's king is not attacked afterwards: a pinned die stays on its line,
/// and a check has to be met. Masks determine this without making the moves.
pub(super) fn die_moves(
    position: &Fluky,
    mut visit: impl FnMut(PieceKind, Square, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let side = position.side;
    let (own, occupied, king) = (position.own(side), position.occupied(), position.king(side));
    let checkers = position.attackers_to(king, side.other(), occupied);
    let check_mask = match (checkers.count_ones(), squares(checkers).next()) {
        (1, Some(checker)) => checkers | attacks::between(king, checker),
        (0, _) => !0,
        _ => return Continue(()),
    };
    let pin_lines = position.pin_lines(side, occupied);
    for kind in PieceKind::ALL {
        for from in squares(position.dice_showing(side, kind)) {
            let targets = match kind {
                PieceKind::Pawn => pawn_targets(side, from, own, occupied),
                _ => attacks::die(kind, side, from, occupied) & !own,
            };
            let line = pin_lines.iter().find(|line| **line & from.bit() != 0).map_or(!0, |line| *line);
            visit(kind, from, targets & check_mask & line)?;
        }
    }
    Continue(())
}
