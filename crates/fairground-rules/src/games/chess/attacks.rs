//! Attacks by pieces, and attackers of a king (assets/rules/abalonian.md, Check).

use super::kind::PieceKind;
use super::position::{Castle, ChessPosition};
use super::squares::{edge_lines, pawn_attacks};
use super::variant::Variant;
use crate::engine::Side;
use crate::engine::bits::{self, Direction, Square, Squares, bit, run};

/// For each square of a king, the possible squares of the front enemy in a row that pushes the king
/// off the board. Up to two pieces of the king's side may be in between. A longer row does not fit
/// on the board, because it needs one more enemy than pieces pushed.
static FOREMOST_DRIVERS: [u64; 64] = edge_lines(3);

impl<V: Variant> ChessPosition<V> {
    /// The enemies that attack the king of `side`, because they could capture it by an ordinary
    /// move or push it off the board.
    pub(super) fn attackers(&self, side: Side) -> u64 {
        let king = self.king(side);
        let captors = self.attackers_to(king, side.other(), self.occupied());
        if V::PUSHES { captors | self.push_off_attackers(king, side.other()) } else { captors }
    }

    /// The pieces of `by` that could capture on a square by an ordinary move, ignoring en passant,
    /// with `occupied` blocking lines.
    pub(super) fn attackers_to(&self, square: Square, by: Side, occupied: u64) -> u64 {
        let pawns = pawn_attacks(by.other(), bit(square)) & self.kinds[PieceKind::Pawn as usize];
        self.sides[by.index()] & (pawns | self.pieces_attacking(square, occupied))
    }

    /// The pieces of both sides that could capture on a square, see [`Self::attackers_to`].
    pub(super) fn all_attackers_to(&self, square: Square, occupied: u64) -> u64 {
        let pawns = Side::BOTH.map(|by| pawn_attacks(by.other(), bit(square)) & self.of(by, [PieceKind::Pawn]));
        pawns[0] | pawns[1] | self.pieces_attacking(square, occupied)
    }

    /// The pieces of both sides, except pawns, that attack a square.
    fn pieces_attacking(&self, square: Square, occupied: u64) -> u64 {
        let kind = |kind: PieceKind| self.kinds[kind as usize];
        let leapers = kind(PieceKind::Knight) | kind(PieceKind::Chancellor);
        let orthogonal = kind(PieceKind::Rook) | kind(PieceKind::Queen) | kind(PieceKind::Chancellor);
        let diagonal = kind(PieceKind::Bishop) | kind(PieceKind::Queen);
        (bits::knight(square) & leapers)
            | (bits::king(square) & kind(PieceKind::King))
            | (bits::rook(square, occupied) & orthogonal)
            | (bits::bishop(square, occupied) & diagonal)
    }

    /// The squares on which a piece could capture by an ordinary move.
    pub(super) fn attacks(&self, square: Square, side: Side, kind: PieceKind) -> u64 {
        let occupied = self.occupied();
        match kind {
            PieceKind::Pawn => pawn_attacks(side, bit(square)),
            PieceKind::Knight => bits::knight(square),
            PieceKind::Bishop => bits::bishop(square, occupied),
            PieceKind::Rook => bits::rook(square, occupied),
            PieceKind::Queen => bits::rook(square, occupied) | bits::bishop(square, occupied),
            PieceKind::King => bits::king(square),
            PieceKind::Chancellor => bits::rook(square, occupied) | bits::knight(square),
        }
    }

    /// The enemies that would attack the king on the square that it crosses in castling, with its
    /// home square empty and the rook still at home (assets/rules/abalonian.md, Castling).
    pub(super) fn attackers_crossing(&self, castle: &Castle) -> u64 {
        let mut crossing = *self;
        crossing.carry(castle.king, castle.rook_to);
        crossing.attackers(self.side)
    }

    /// A necessary condition for pushing a king on this square off the board after an action that
    /// moves no enemy: on a line that leads off the board, m enemies follow the king and m - 1
    /// pieces of its own side. The board has room for m up to 3.
    pub(super) fn may_be_pushed_off(&self, king: Square, owner: Side) -> bool {
        let enemies = self.sides[owner.other().index()];
        enemies & FOREMOST_DRIVERS[usize::from(king & 63)] != 0
            && Direction::ALL.into_iter().filter(|outward| outward.next(king).is_none()).any(|outward| {
                let mut line = [bit(king); 6];
                for distance in 1..line.len() {
                    line[distance] = outward.opposite().shift(line[distance - 1]);
                }
                let stand = |squares: &[u64]| squares.iter().all(|square| square & enemies != 0);
                stand(&line[1..2]) || stand(&line[2..4]) || stand(&line[3..6])
            })
    }

    /// The pieces of `by` that could push an enemy king on this square off the board, including by
    /// pushing leaps.
    pub(super) fn push_off_attackers(&self, king: Square, by: Side) -> u64 {
        if self.sides[by.index()] & FOREMOST_DRIVERS[usize::from(king & 63)] == 0 {
            return 0;
        }
        let outward = Direction::ALL.into_iter().filter(|outward| outward.next(king).is_none());
        outward.fold(0, |attackers, outward| attackers | self.push_off_attackers_along(outward, king, by))
    }

    /// The pieces that could push the king off in direction `outward`, which leads from it over the
    /// edge.
    ///
    /// The two steps of a pushing leap run along rays that meet only in the square between them. So
    /// the first step never changes the pieces that the second pushes, and each is checked on the
    /// unchanged board.
    fn push_off_attackers_along(&self, outward: Direction, king: Square, by: Side) -> u64 {
        let inward = outward.opposite();
        let occupied = self.occupied();
        // From the king inward: m pieces of its own side, including itself, then the pieces of the
        // other side.
        let pushed = run(king, inward, self.sides[by.other().index()]);
        let front = outward.nearest(pushed).unwrap_or(king);
        let mut drivers = run(front, inward, self.sides[by.index()]);
        let Some(rear) = outward.nearest(drivers) else { return 0 };
        // The first m drivers alone are too few. Each piece behind them can be the driver.
        for _ in 0..=pushed.count_ones() {
            match inward.nearest(drivers) {
                Some(nearest) => drivers ^= bit(nearest),
                None => return 0,
            }
        }
        let slider = inward.nearest(inward.ray(rear) & occupied).map_or(0, bit);
        let mut attackers = (drivers & self.steppers(by, outward)) | (slider & self.sliders(by, outward));
        let leapers = self.of(by, [PieceKind::Knight, PieceKind::Chancellor]);
        for knight in Squares(drivers & leapers) {
            let via = outward.next(knight).unwrap_or(knight);
            if outward.adjacent().into_iter().any(|second| self.can_step(via, second, by)) {
                attackers |= bit(knight);
            }
        }
        for via in Squares(drivers | (inward.shift(bit(rear)) & !occupied)) {
            for first in outward.adjacent() {
                let knight = first.opposite().shift(bit(via)) & leapers;
                if knight != 0 && self.can_step(bits::lowest_square(knight), first, by) {
                    attackers |= knight;
                }
            }
        }
        attackers
    }
}
