use crate::engine::{GameInfo, Options, Side};

/// The height of a king, which is the maximum height of a stack (assets/rules/makarenko.md,
/// Stacks).
pub(super) const TALLEST: u8 = 8;

/// The kind of a stack, determined by its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Pawn,
    Rook,
    Knight,
    Bishop,
    Queen,
    King,
}

impl PieceKind {
    /// The name that players read.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Rook => "rook",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        }
    }

    /// The letter in notation.
    pub const fn letter(self) -> &'static str {
        match self {
            PieceKind::Pawn => "P",
            PieceKind::Rook => "R",
            PieceKind::Knight => "N",
            PieceKind::Bishop => "B",
            PieceKind::Queen => "Q",
            PieceKind::King => "K",
        }
    }
}

/// The two schemes that assign kinds to heights (assets/rules/makarenko.md, Stacks).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Nowak,
    Kostyor,
}

impl Values {
    /// The scheme in the options.
    pub fn of(options: &Options) -> Values {
        match options.get("values") {
            Some("kostyor") => Values::Kostyor,
            _ => Values::Nowak,
        }
    }

    /// The kind of a stack of `chips` chips, 1 to 8.
    #[inline]
    pub const fn kind(self, chips: u8) -> PieceKind {
        match (chips, self) {
            (0..=2, _) => PieceKind::Pawn,
            (3, Values::Nowak) | (5 | 6, Values::Kostyor) => PieceKind::Rook,
            (3, Values::Kostyor) | (5 | 6, Values::Nowak) => PieceKind::Bishop,
            (4, _) => PieceKind::Knight,
            (7, _) => PieceKind::Queen,
            (TALLEST.., _) => PieceKind::King,
        }
    }
}

/// The name of a side for players.
pub(super) const fn side_name(side: Side) -> &'static str {
    GameInfo::WHITE_AND_BLACK[side.index()]
}
