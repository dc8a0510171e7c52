use crate::engine::bits::Direction;
use crate::engine::{Look, PieceKind};

/// The kinds of men, each with its own letter in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    /// Rook and knight in one; of Abalonian Chess only.
    Chancellor,
}

impl Kind {
    /// Every kind, by its number.
    pub const ALL: [Kind; 7] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King, Kind::Chancellor];

    /// What a pawn of orthodox chess may become.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// As White's FEN letter in small.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'p',
            Kind::Knight => 'n',
            Kind::Bishop => 'b',
            Kind::Rook => 'r',
            Kind::Queen => 'q',
            Kind::King => 'k',
            Kind::Chancellor => 'c',
        }
    }

    /// As the table knows it.
    pub const fn man(self) -> PieceKind {
        match self {
            Kind::Pawn => PieceKind::Pawn,
            Kind::Knight => PieceKind::Knight,
            Kind::Bishop => PieceKind::Bishop,
            Kind::Rook => PieceKind::Rook,
            Kind::Queen => PieceKind::Queen,
            Kind::King => PieceKind::King,
            Kind::Chancellor => PieceKind::Chancellor,
        }
    }

    /// What it is made of.
    pub const fn look(self) -> Look {
        Look::Man(self.man())
    }

    /// Whether it slides, and so may slide before it pushes, in this direction.
    pub const fn slides(self, direction: Direction) -> bool {
        match self {
            Kind::Queen => true,
            Kind::Rook | Kind::Chancellor => !direction.is_diagonal(),
            Kind::Bishop => direction.is_diagonal(),
            _ => false,
        }
    }

    /// Whether it leaps like a knight.
    pub const fn leaps(self) -> bool {
        matches!(self, Kind::Knight | Kind::Chancellor)
    }
}
