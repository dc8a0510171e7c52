//! Generation of legal actions.

use super::board::cell::{Cell, cells, filtered, union};
use super::board::graph::{Graph, LineKind};
use super::pieces::Pieces;
use super::position::Whack;
use super::stack::PieceKind;
use crate::engine::Side;

/// Checks the legality of moves of one side (assets/rules/whack.md, Check).
pub(super) struct Legality<'a> {
    graph: &'static Graph,
    pieces: &'a Pieces,
    side: Side,
    /// The kings of the side that are already attacked.
    attacked: u64,
    /// The pieces of the side that may shield another of its kings: the first piece on each line
    /// from a king.
    shields: u64,
    /// The enemy's king, if it is the only one.
    last_king: u64,
}

impl<'a> Legality<'a> {
    fn new(graph: &'static Graph, pieces: &'a Pieces, side: Side) -> Self {
        let attacked = pieces.attacked_kings(graph, side, u64::MAX);
        let (own, occupied) = (pieces.of(side), pieces.occupied());
        let seen =
            |king| graph.lines(LineKind::Straight, king, occupied) | graph.lines(LineKind::Diagonal, king, occupied);
        let shields = union(pieces.kings(side) & !attacked, seen) & own;
        let enemy = pieces.kings(side.other());
        let last_king = if enemy.is_power_of_two() { enemy } else { 0 };
        Legality { graph, pieces, side, attacked, shields, last_king }
    }

    /// The legal targets of the piece on a cell.
    fn targets(&self, from: Cell) -> u64 {
        self.legal(from, self.pieces.targets(self.graph, from))
    }

    /// The enemies that the piece on a cell may legally capture.
    pub(super) fn captures(&self, from: Cell) -> u64 {
        self.legal(from, self.pieces.captures(self.graph, from))
    }

    /// The legal members of `targets` for a piece.
    fn legal(&self, from: Cell, targets: u64) -> u64 {
        let Some(stack) = self.pieces.stack(from) else { return 0 };
        let makes_or_covers_king = |to: Cell| {
            let below = self.pieces.stack(to).map_or(0, |below| below.points());
            below == PieceKind::King as u8 || below + stack.points() == PieceKind::King as u8
        };
        let doubtful = if from.is_in(self.shields) || stack.kind() == PieceKind::King {
            targets
        } else {
            filtered(targets & self.pieces.of(self.side), makes_or_covers_king)
        };
        targets & !filtered(doubtful & !self.last_king, |to| self.illegal_reason(from, to).is_some())
    }

    /// The reason why a pseudo-legal move is illegal, or `None` if it is legal.
    fn illegal_reason(&self, from: Cell, to: Cell) -> Option<IllegalReason> {
        if to.is_in(self.last_king) {
            return None;
        }
        let mut after = *self.pieces;
        after.move_piece(from, to);
        if after.kings(self.side) == 0 {
            return Some(IllegalReason::NoKing);
        }
        // A king on the target cell was moved or made by this move.
        let kings = after.attacked_kings(self.graph, self.side, !self.attacked | to.bit());
        let attackers = || after.attackers_to_any(self.graph, kings, self.side.other());
        (kings != 0).then(|| IllegalReason::Exposed { kings, attackers: attackers() })
    }
}

/// Reason why a pseudo-legal move is illegal (assets/rules/whack.md, Check).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IllegalReason {
    /// The mover has no king left.
    NoKing,
    /// These kings of the mover are attacked from these cells.
    Exposed { kings: u64, attackers: u64 },
}

impl Whack {
    /// The legality of this side's moves, if it were its turn to move.
    pub(super) fn legality(&self, side: Side) -> Legality<'_> {
        Legality::new(self.arrangement.graph(), &self.pieces, side)
    }

    /// Each piece of the player to move with its legal targets.
    pub(super) fn moves(&self) -> impl Iterator<Item = (Cell, u64)> + '_ {
        let legality = self.legality(self.side);
        cells(self.pieces.of(self.side)).map(move |from| (from, legality.targets(from)))
    }

    /// The legal targets of the piece on a cell, if it were its owner's turn to move.
    pub(super) fn legal_targets(&self, from: Cell) -> u64 {
        self.pieces.side(from).map_or(0, |side| self.legality(side).targets(from))
    }

    /// The reason why a pseudo-legal move of the player to act is illegal.
    pub(super) fn illegal_reason(&self, from: Cell, to: Cell) -> Option<IllegalReason> {
        self.legality(self.side).illegal_reason(from, to)
    }
}

/// The cells where a side could capture, if it were its turn to move.
pub(super) fn capture_targets(position: &Whack, side: Side) -> u64 {
    let legality = position.legality(side);
    union(position.pieces.of(side), |from| legality.captures(from))
}
