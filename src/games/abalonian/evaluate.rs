use super::kind::PieceKind;
use super::position::ChessPosition;
use crate::engine::Side;
use crate::engine::bits::Square;

impl PieceKind {
    /// Hundredths of a pawn: the customary values of chess; a chancellor somewhat less than a queen.
    const fn worth(self) -> i32 {
        match self {
            PieceKind::Pawn => 100,
            PieceKind::Knight => 300,
            PieceKind::Bishop => 320,
            PieceKind::Rook => 500,
            PieceKind::Queen => 900,
            PieceKind::King => 0,
            PieceKind::Chancellor => 850,
        }
    }

    /// What each square seen adds, hundredths of a pawn.
    const fn mobility(self) -> i32 {
        match self {
            PieceKind::Knight | PieceKind::Bishop => 4,
            PieceKind::Rook => 2,
            PieceKind::Queen | PieceKind::Chancellor => 1,
            PieceKind::Pawn | PieceKind::King => 0,
        }
    }
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// Material, squares seen, pawns advanced, and in Abalonian Chess a king away from the edge, from which it can be
    /// shoved.
    pub(super) fn judge(&self, side: Side) -> i32 {
        self.pieces().fold(0, |sum, (square, owner, kind)| {
            let worth = kind.worth() + self.place_worth(square, owner, kind);
            if owner == side { sum + worth } else { sum - worth }
        })
    }

    #[expect(clippy::cast_possible_wrap, reason = "at most 64 squares")]
    fn place_worth(&self, square: Square, owner: Side, kind: PieceKind) -> i32 {
        let (file, rank) = (i32::from(square % 8), i32::from(square / 8));
        let advanced = if owner == Side::White { rank } else { 7 - rank };
        let from_edge = file.min(7 - file).min(rank).min(7 - rank);
        match kind {
            PieceKind::Pawn => 5 * (advanced - 1) + 3 * file.min(7 - file),
            PieceKind::King if PUSHES => 10 * from_edge.min(1),
            PieceKind::King => 0,
            PieceKind::Knight => {
                8 * from_edge + kind.mobility() * self.attacks(square, owner, kind).count_ones() as i32
            }
            _ => kind.mobility() * self.attacks(square, owner, kind).count_ones() as i32,
        }
    }
}
