//! The effects of an action on the position.

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::variant::Variant;
use crate::engine::bits::{Direction, RANK_1, RANK_8, Square, bit, run};

/// The changes that affect rights and counters.
pub(super) struct Change {
    /// The squares from or to which a piece moved.
    pub(super) touched: u64,
    /// Whether an enemy left the board.
    pub(super) captured: bool,
}

impl<V: Variant> ChessPosition<V> {
    /// Plays an ordinary move, including castling, en passant and the double step.
    pub(super) fn play_move(&mut self, action: Action, en_passant: Option<Square>) -> Change {
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
    pub(super) fn play_step(&mut self, from: Square, to: Square) -> Change {
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
    pub(super) fn promote_pawns(&mut self) {
        let last = (self.sides[0] & RANK_8) | (self.sides[1] & RANK_1);
        let promoted = self.kinds[PieceKind::Pawn as usize] & last;
        self.kinds[PieceKind::Pawn as usize] ^= promoted;
        self.kinds[PieceKind::Chancellor as usize] |= promoted;
    }
}
