use crate::engine::bits::Direction;
use crate::engine::{self, Look};

/// The kinds of pieces, including pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PieceKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    /// A combined rook and knight; found only in Abalonian Chess.
    Chancellor,
}

use PieceKind::{Bishop, Chancellor, King, Knight, Pawn, Queen, Rook};

impl PieceKind {
    /// All kinds, by number.
    pub const ALL: [PieceKind; 7] = [Pawn, Knight, Bishop, Rook, Queen, King, Chancellor];

    /// The kinds a pawn of orthodox chess may promote to.
    pub const PROMOTIONS: [PieceKind; 4] = [Queen, Rook, Bishop, Knight];

    /// The lower-case letter in texts.
    pub const fn letter(self) -> char {
        match self {
            Pawn => 'p',
            Knight => 'n',
            Bishop => 'b',
            Rook => 'r',
            Queen => 'q',
            King => 'k',
            Chancellor => 'c',
        }
    }

    /// The chessman on the table.
    pub const fn on_table(self) -> engine::PieceKind {
        match self {
            Pawn => engine::PieceKind::Pawn,
            Knight => engine::PieceKind::Knight,
            Bishop => engine::PieceKind::Bishop,
            Rook => engine::PieceKind::Rook,
            Queen => engine::PieceKind::Queen,
            King => engine::PieceKind::King,
            Chancellor => engine::PieceKind::Chancellor,
        }
    }

    /// The look on the table.
    pub const fn look(self) -> Look {
        Look::Chessman(self.on_table())
    }

    /// The name that players read.
    pub const fn name(self) -> &'static str {
        self.on_table().name()
    }

    /// Whether the kind slides in this direction, and may therefore slide before it pushes.
    pub const fn slides(self, direction: Direction) -> bool {
        match self {
            Queen => true,
            Rook | Chancellor => !direction.is_diagonal(),
            Bishop => direction.is_diagonal(),
            Pawn | Knight | King => false,
        }
    }

    /// Whether the kind leaps like a knight.
    pub const fn leaps(self) -> bool {
        matches!(self, Knight | Chancellor)
    }
}
