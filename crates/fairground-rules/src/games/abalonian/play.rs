//! The effects of an action on the position.

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::{CASTLES, ChessPosition};
use crate::engine::bits::{Direction, RANK_1, RANK_8, Square, bit, run};
use crate::engine::{Side, text};

/// The changes that affect rights and counters.
struct Change {
    /// The squares from or to which a piece moved.
    touched: u64,
    /// Whether an enemy left the board.
    captured: bool,
}

/// Plays a legal action. An illegal one leaves an unspecified position.
pub(super) fn play<const PUSHES: bool>(position: &mut ChessPosition<PUSHES>, action: Action) {
    let pawns = position.kinds[PieceKind::Pawn as usize];
    let en_passant = position.en_passant.take();
    let change = match action.kind {
        MoveKind::Move | MoveKind::Promote(_) => position.play_move(action, en_passant),
        MoveKind::Push => position.play_step(action.from, action.to),
        MoveKind::Leap(via) => {
            let (one, two) = (position.play_step(action.from, via), position.play_step(via, action.to));
            Change { touched: one.touched | two.touched, captured: one.captured || two.captured }
        }
    };
    if PUSHES {
        position.promote_pawns();
    }
    if position.castling != 0 {
        for (index, castle) in CASTLES.iter().enumerate() {
            if change.touched & (bit(castle.king) | bit(castle.rook)) != 0 {
                position.castling &= !(1 << index);
            }
        }
    }
    // A chain never shifts onto itself, so pawns that moved occupy different squares.
    let irreversible = change.captured || position.kinds[PieceKind::Pawn as usize] != pawns;
    position.halfmove_clock = if irreversible { 0 } else { text::saturating_increment(position.halfmove_clock) };
    if position.side == Side::Black {
        position.fullmove_number = text::saturating_increment(position.fullmove_number);
    }
    position.side = position.side.other();
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// Plays an ordinary move, including castling, en passant and the double step.
    fn play_move(&mut self, action: Action, en_passant: Option<Square>) -> Change {
        let Action { from, to, kind } = action;
        let mut captured = self.sides[self.side.other().index()] & bit(to) != 0;
        if self.kinds[PieceKind::Pawn as usize] & bit(from) != 0 {
            if en_passant == Some(to) {
                self.lift(to ^ 8);
                captured = true;
            }
            if from.abs_diff(to) == 16 {
                self.en_passant = Some(from.midpoint(to));
            }
        } else if from.abs_diff(to) == 2
            && let Some((_, castle)) = self.castle(action)
        {
            self.carry(castle.rook, castle.rook_to);
        }
        self.carry(from, to);
        if let MoveKind::Promote(promoted) = kind {
            self.kinds[PieceKind::Pawn as usize] &= !bit(to);
            self.kinds[promoted as usize] |= bit(to);
        }
        Change { touched: bit(from) | bit(to), captured }
    }

    /// Moves a driver to a square in a straight line and pushes the piece there
    /// (assets/rules/abalonian.md, Pushing).
    fn play_step(&mut self, from: Square, to: Square) -> Change {
        let Some(direction) = Direction::between(from, to).filter(|_| self.occupied() & bit(to) != 0) else {
            self.carry(from, to);
            return Change { touched: bit(from) | bit(to), captured: false };
        };
        let chain = bit(to) | run(to, direction, self.occupied());
        let beyond = direction.shift(chain) & !chain;
        let push = |set: &mut u64| {
            let driver = ((*set >> (from & 63)) & 1) << (to & 63);
            *set = (*set & !chain & !bit(from)) | direction.shift(*set & chain) | driver;
        };
        self.kinds.iter_mut().for_each(push);
        self.sides.iter_mut().for_each(push);
        Change { touched: bit(from) | chain | beyond, captured: beyond == 0 }
    }

    /// Turns pawns on their last rank into chancellors, no matter which side moved them there
    /// (assets/rules/abalonian.md, Pawns).
    fn promote_pawns(&mut self) {
        let last = (self.sides[0] & RANK_8) | (self.sides[1] & RANK_1);
        let promoted = self.kinds[PieceKind::Pawn as usize] & last;
        self.kinds[PieceKind::Pawn as usize] ^= promoted;
        self.kinds[PieceKind::Chancellor as usize] |= promoted;
    }
}
