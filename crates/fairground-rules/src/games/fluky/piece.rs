use crate::engine::{self, Die, GameInfo, Side};

/// Three pawns around one corner; a knight, a bishop and a rook on the sides opposite to them
/// (assets/rules/fluky.md, The dice).
pub const DIE: &Die = &Die { id: "fluky", sides: ["P", "N", "P", "B", "P", "R"], words: None };

/// The kind of a die, which is the face on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    /// On three sides of the die.
    Pawn,
    /// On one side.
    Knight,
    /// On one side.
    Bishop,
    /// On one side.
    Rook,
}

impl PieceKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [PieceKind; 4] = [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook];

    /// The kinds that a pawn may promote to on its last rank.
    pub const CHOICES: [PieceKind; 3] = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook];

    /// The symbol on the die.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            PieceKind::Pawn => "P",
            PieceKind::Knight => "N",
            PieceKind::Bishop => "B",
            PieceKind::Rook => "R",
        }
    }

    /// The symbol as a character.
    pub(super) const fn letter(self) -> char {
        self.symbol().as_bytes()[0] as char
    }

    /// The chessman that the face shows.
    pub(super) const fn on_table(self) -> engine::PieceKind {
        match self {
            PieceKind::Pawn => engine::PieceKind::Pawn,
            PieceKind::Knight => engine::PieceKind::Knight,
            PieceKind::Bishop => engine::PieceKind::Bishop,
            PieceKind::Rook => engine::PieceKind::Rook,
        }
    }

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.on_table().name()
    }

    /// The number of sides of the die that show it.
    #[must_use]
    pub const fn sides(self) -> u8 {
        match self {
            PieceKind::Pawn => 3,
            PieceKind::Knight | PieceKind::Bishop | PieceKind::Rook => 1,
        }
    }

    /// The kind with this capital letter.
    pub(super) fn from_letter(letter: char) -> Option<PieceKind> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// The piece on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    King,
    Die(PieceKind),
}

impl Piece {
    pub const fn name(self) -> &'static str {
        match self {
            Piece::King => "king",
            Piece::Die(kind) => kind.name(),
        }
    }

    /// The capital letter in position texts and notation.
    pub const fn letter(self) -> char {
        match self {
            Piece::King => 'K',
            Piece::Die(kind) => kind.letter(),
        }
    }
}

/// The name of a side for players.
pub(super) const fn side_name(side: Side) -> &'static str {
    GameInfo::WHITE_AND_BLACK[side.index()]
}
