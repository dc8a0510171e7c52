use super::attacks;
use super::piece::{Piece, PieceKind};
use super::square::{Square, goal, squares};
use crate::engine::Side;

/// The value of [`Fluky::roll`] without a due roll.
const NO_ROLL: u8 = u8::MAX;

/// A position of Fluky Chess, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fluky {
    /// The dice of each side as bits, White's first.
    pub(super) dice: [u32; 2],
    /// The dice of both sides by face, indexed by [`PieceKind`].
    pub(super) shown: [u32; 4],
    pub(super) kings: [Square; 2],
    /// The side to move or roll.
    pub(super) side: Side,
    /// The index of the square of the die to be rolled, or [`NO_ROLL`]. One byte, while an
    /// `Option<Square>` would enlarge the whole position by four bytes.
    pub(super) roll: u8,
    /// Plies since the last irreversible event.
    pub(super) halfmove_clock: u32,
}

impl Fluky {
    /// The starting position (assets/rules/fluky.md, Set-up).
    pub(super) const START: Fluky = Fluky {
        dice: [0b01111 | 1 << 9, 0b11110 << 20 | 1 << 15],
        shown: [0b01111 | 1 << 9 | 0b11110 << 20 | 1 << 15, 0, 0, 0],
        ..Self::bare([Square::E1, Square::A5])
    };

    /// A position with only the kings, White's first, and White to move.
    pub(super) const fn bare(kings: [Square; 2]) -> Fluky {
        Fluky { dice: [0; 2], shown: [0; 4], kings, side: Side::White, roll: NO_ROLL, halfmove_clock: 0 }
    }

    /// The square of the die to be rolled, if a roll is due.
    #[inline]
    pub(super) const fn roll(&self) -> Option<Square> {
        Square::at(self.roll)
    }

    /// Whether a roll is due.
    #[inline]
    pub(super) const fn is_roll_due(&self) -> bool {
        self.roll != NO_ROLL
    }

    /// Sets the die to be rolled, if any.
    pub(super) const fn set_roll(&mut self, square: Option<Square>) {
        self.roll = match square {
            Some(square) => square.index() as u8,
            None => NO_ROLL,
        };
    }

    /// The side to move after the roll that is due, if any.
    #[inline]
    pub(super) const fn next_to_move(&self) -> Side {
        if self.is_roll_due() { self.side.other() } else { self.side }
    }

    #[inline]
    pub(super) fn occupied(&self) -> u32 {
        self.dice[0] | self.dice[1] | self.kings[0].bit() | self.kings[1].bit()
    }

    /// The squares of a side's pieces.
    #[inline]
    pub(super) fn own(&self, side: Side) -> u32 {
        self.dice[side.index()] | self.kings[side.index()].bit()
    }

    #[inline]
    pub(super) fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    /// The dice of a side that show this kind, as bits.
    #[inline]
    pub(super) fn dice_showing(&self, side: Side, kind: PieceKind) -> u32 {
        self.dice[side.index()] & self.shown[kind as usize]
    }

    /// The kind of the die on a square; a pawn if there is none.
    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> PieceKind {
        let shows = |kind: &PieceKind| self.shown[*kind as usize] & square.bit() != 0;
        PieceKind::ALL.into_iter().find(shows).unwrap_or(PieceKind::Pawn)
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        Side::BOTH.into_iter().find_map(|side| {
            if self.king(side) == square {
                Some((side, Piece::King))
            } else {
                (self.dice[side.index()] & square.bit() != 0).then(|| (side, Piece::Die(self.kind_at(square))))
            }
        })
    }

    /// Every piece, by square.
    pub(super) fn all_pieces(&self) -> impl Iterator<Item = (Square, Side, Piece)> + '_ {
        squares(self.occupied()).filter_map(|square| self.piece_at(square).map(|(side, piece)| (square, side, piece)))
    }

    /// Puts a die of this side on a square and replaces any other.
    pub(super) fn put(&mut self, side: Side, square: Square, kind: PieceKind) {
        self.dice[side.other().index()] &= !square.bit();
        self.dice[side.index()] |= square.bit();
        self.show(square, kind);
    }

    /// Sets the face of the die on a square.
    pub(super) fn show(&mut self, square: Square, kind: PieceKind) {
        self.shown.iter_mut().for_each(|shown| *shown &= !square.bit());
        self.shown[kind as usize] |= square.bit();
    }

    /// The pieces of `by` that attack a square, where `occupied` blocks lines.
    pub(super) fn attackers_to(&self, square: Square, by: Side, occupied: u32) -> u32 {
        let [pawns, knights, bishops, rooks] = self.shown;
        // A pawn of `by` attacks the square if a pawn of the other side on the square would attack
        // it.
        let dice = attacks::pawn(by.other(), square) & pawns
            | attacks::knight(square) & knights
            | attacks::bishop(square, occupied) & bishops
            | attacks::rook(square, occupied) & rooks;
        dice & self.dice[by.index()] | attacks::king(square) & self.king(by).bit()
    }

    /// Whether the king of `side` is attacked.
    pub(super) fn in_check(&self, side: Side) -> bool {
        self.attackers_to(self.king(side), side.other(), self.occupied()) != 0
    }

    /// Whether the die on a square attacks the enemy king (assets/rules/fluky.md, The roll).
    pub(super) fn gives_check(&self, square: Square, side: Side) -> bool {
        attacks::die(self.kind_at(square), side, square, self.occupied()) & self.king(side.other()).bit() != 0
    }

    /// For each pinning enemy die, the squares between it and the king of `side`, and its own
    /// square. Unused entries are 0.
    pub(super) fn pin_lines(&self, side: Side, occupied: u32) -> [u32; 5] {
        let (king, own, enemies) = (self.king(side), self.own(side), self.dice[side.other().index()]);
        let [_, _, bishops, rooks] = self.shown;
        let pinners = enemies & (attacks::rook(king, 0) & rooks | attacks::bishop(king, 0) & bishops);
        let mut lines = [0; 5];
        for (slot, pinner) in lines.iter_mut().zip(squares(pinners)) {
            let between_mask = attacks::between(king, pinner);
            let blockers = between_mask & occupied;
            if blockers.count_ones() == 1 && blockers & own != 0 {
                *slot = between_mask | pinner.bit();
            }
        }
        lines
    }

    /// Whether the king of `side` stands on its goal and has won (assets/rules/fluky.md, The end).
    pub(super) fn has_won(&self, side: Side) -> bool {
        self.king(side) == goal(side)
    }

    /// The side that has won.
    pub(super) fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.has_won(*side))
    }

    /// Whether the king of `side` could step onto its goal if it were its turn.
    pub(super) fn threatens_goal(&self, side: Side) -> bool {
        let (king, goal) = (self.king(side), goal(side));
        let free = attacks::king(king) & goal.bit() & !self.dice[side.index()] != 0;
        // The king must not shield its goal on a line that it leaves.
        free && self.attackers_to(goal, side.other(), self.occupied() & !king.bit()) == 0
    }
}
