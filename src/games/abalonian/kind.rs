use crate::engine::bits::Direction;
use crate::engine::{self, Look};

/// The kinds of men, each with its own letter in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    /// Rook and knight in one; of Abalonian Chess only.
    Chancellor,
}

impl PieceKind {
    /// Every kind, by its number.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
        PieceKind::Chancellor,
    ];

    /// What a pawn of orthodox chess may become.
    pub const PROMOTIONS: [PieceKind; 4] = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

    /// As White's FEN letter in small.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
            PieceKind::Chancellor => 'c',
        }
    }

    /// As the table knows it.
    pub const fn man(self) -> engine::PieceKind {
        match self {
            PieceKind::Pawn => engine::PieceKind::Pawn,
            PieceKind::Knight => engine::PieceKind::Knight,
            PieceKind::Bishop => engine::PieceKind::Bishop,
            PieceKind::Rook => engine::PieceKind::Rook,
            PieceKind::Queen => engine::PieceKind::Queen,
            PieceKind::King => engine::PieceKind::King,
            PieceKind::Chancellor => engine::PieceKind::Chancellor,
        }
    }

    /// What it is made of.
    pub const fn look(self) -> Look {
        Look::Man(self.man())
    }

    /// Whether it slides, and so may slide before it pushes, in this direction.
    pub const fn slides(self, direction: Direction) -> bool {
        match self {
            PieceKind::Queen => true,
            PieceKind::Rook | PieceKind::Chancellor => !direction.is_diagonal(),
            PieceKind::Bishop => direction.is_diagonal(),
            _ => false,
        }
    }

    /// Whether it leaps like a knight.
    pub const fn leaps(self) -> bool {
        matches!(self, PieceKind::Knight | PieceKind::Chancellor)
    }
}
