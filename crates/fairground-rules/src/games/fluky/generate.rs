use std::ops::ControlFlow::{self, Break, Continue};

use super::action::Action;
use super::attacks;
use super::piece::PieceKind;
use super::position::Fluky;
use super::square::{Square, forward, goal, last_rank, squares};
use crate::engine::{Side, Sink};

/// Adds every legal action (assets/rules/fluky.md, A turn).
pub(super) fn generate(position: &Fluky, out: &mut impl Sink<Action>) {
    if position.winner().is_some() {
        return;
    }
    if position.is_roll_due() {
        out.extend(PieceKind::ALL.map(Action::Roll));
        return;
    }
    push_king_steps(position, !0, out);
    let _ = die_moves(position, |kind, from, targets| {
        push_die_moves(position.side, kind, from, targets, out);
        Continue(())
    });
}

/// Adds the legal captures, the promotions and the king's step onto its goal.
pub(super) fn generate_noisy(position: &Fluky, out: &mut impl Sink<Action>) {
    if position.winner().is_some() || position.is_roll_due() {
        return;
    }
    let side = position.side;
    let captures = position.dice[side.other().index()];
    push_king_steps(position, captures | goal(side).bit(), out);
    let _ = die_moves(position, |kind, from, targets| {
        let noisy = if kind == PieceKind::Pawn { captures | last_rank(side) } else { captures };
        push_die_moves(side, kind, from, targets & noisy, out);
        Continue(())
    });
}

/// The number of legal actions.
pub(super) fn count(position: &Fluky) -> u64 {
    if position.winner().is_some() {
        return 0;
    }
    if position.is_roll_due() {
        return PieceKind::ALL.len() as u64;
    }
    let mut count = king_steps(position, !0).count_ones();
    let _ = die_moves(position, |kind, _, targets| {
        let promotions = if kind == PieceKind::Pawn { targets & last_rank(position.side) } else { 0 };
        count += targets.count_ones() + promotions.count_ones() * (PieceKind::CHOICES.len() as u32 - 1);
        Continue(())
    });
    count.into()
}

/// Whether any action is legal. Checks the dice first, because one of them can nearly always move.
pub(super) fn has_actions(position: &Fluky) -> bool {
    let can_move = |_, _, targets| if targets == 0 { Continue(()) } else { Break(()) };
    position.winner().is_none()
        && (position.is_roll_due() || die_moves(position, can_move).is_break() || king_steps(position, !0) != 0)
}

/// The pseudo-legal targets of a pawn: one step ahead onto an empty square, or onto an enemy
/// diagonally ahead (assets/rules/fluky.md, A turn).
pub(super) fn pawn_targets(side: Side, from: Square, own: u32, occupied: u32) -> u32 {
    forward(side, from.bit()) & !occupied | attacks::pawn(side, from) & occupied & !own
}

/// Whether this move is a promotion.
pub(super) fn promotes(position: &Fluky, from: Square, to: Square) -> bool {
    position.shown[PieceKind::Pawn as usize] & from.bit() != 0 && last_rank(position.side) & to.bit() != 0
}

fn push_king_steps(position: &Fluky, among: u32, out: &mut impl Sink<Action>) {
    let from = position.king(position.side);
    for to in squares(king_steps(position, among)) {
        out.push(Action::Move { from, to, choice: None });
    }
}

fn push_die_moves(side: Side, kind: PieceKind, from: Square, targets: u32, out: &mut impl Sink<Action>) {
    let promotions = if kind == PieceKind::Pawn { targets & last_rank(side) } else { 0 };
    for to in squares(targets & !promotions) {
        out.push(Action::Move { from, to, choice: None });
    }
    for to in squares(promotions) {
        out.extend(PieceKind::CHOICES.map(|kind| Action::Move { from, to, choice: Some(kind) }));
    }
}

/// The squares of `among` onto which the king may legally step. No roll may be due.
fn king_steps(position: &Fluky, among: u32) -> u32 {
    let (side, king) = (position.side, position.king(position.side));
    // The king must not shield a square from a line that it leaves.
    let occupied = position.occupied() & !king.bit();
    let safe = |to: &Square| position.attackers_to(*to, side.other(), occupied) == 0;
    squares(attacks::king(king) & !position.own(side) & among).filter(safe).fold(0, |set, to| set | to.bit())
}

/// Calls `visit` with each die and its legal targets until `visit` breaks. No roll may be due.
///
/// Legal means that the mover's king is not attacked afterwards: a pinned die stays on its line,
/// and a check has to be met. Masks determine this without making the moves.
fn die_moves(position: &Fluky, mut visit: impl FnMut(PieceKind, Square, u32) -> ControlFlow<()>) -> ControlFlow<()> {
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
