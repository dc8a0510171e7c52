//! The kinds of pieces.

use crate::engine;

/// A kind of piece, or an obstacle, in the order of assets/rules/tactical.md, The reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the documentation; the rules say how they move")]
pub enum PieceKind {
    Obstacle,
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    RoyalRook,
    RoyalBishop,
    RoyalKnight,
    Veteran,
    Cannon,
    Dragon,
    Prince,
    Fanatic,
    Killer,
}

/// The properties of each kind, indexed by [`PieceKind`]: its number in a player's reserve at
/// the start, and its look (assets/rules/tactical.md, The reserve).
const TABLE: [(PieceKind, u8, engine::PieceKind); 16] = [
    (PieceKind::Obstacle, 2, engine::PieceKind::Obstacle),
    (PieceKind::King, 1, engine::PieceKind::King),
    (PieceKind::Queen, 1, engine::PieceKind::Queen),
    (PieceKind::Rook, 1, engine::PieceKind::Rook),
    (PieceKind::Bishop, 1, engine::PieceKind::Bishop),
    (PieceKind::Knight, 1, engine::PieceKind::Knight),
    (PieceKind::Pawn, 8, engine::PieceKind::Pawn),
    (PieceKind::RoyalRook, 1, engine::PieceKind::RoyalRook),
    (PieceKind::RoyalBishop, 1, engine::PieceKind::RoyalBishop),
    (PieceKind::RoyalKnight, 1, engine::PieceKind::RoyalKnight),
    (PieceKind::Veteran, 2, engine::PieceKind::Veteran),
    (PieceKind::Cannon, 2, engine::PieceKind::Cannon),
    (PieceKind::Dragon, 2, engine::PieceKind::Dragon),
    (PieceKind::Prince, 1, engine::PieceKind::Prince),
    (PieceKind::Fanatic, 1, engine::PieceKind::Fanatic),
    (PieceKind::Killer, 1, engine::PieceKind::Killer),
];

impl PieceKind {
    /// All kinds in order.
    pub fn all() -> impl DoubleEndedIterator<Item = PieceKind> {
        TABLE.iter().map(|(kind, ..)| *kind)
    }

    /// The kind with this number, modulo 16.
    pub(super) const fn numbered(number: usize) -> PieceKind {
        TABLE[number & 15].0
    }

    /// The capital letter of the kind.
    #[must_use]
    pub const fn letter(self) -> char {
        self.chessman().letter()
    }

    /// The kind with this capital letter.
    #[must_use]
    pub fn with_letter(letter: char) -> Option<PieceKind> {
        Self::all().find(|kind| kind.letter() == letter)
    }

    /// The number in a player's reserve at the start.
    #[must_use]
    pub const fn supply(self) -> u8 {
        TABLE[self as usize].1
    }

    /// The chessman on the table.
    #[must_use]
    pub const fn chessman(self) -> engine::PieceKind {
        TABLE[self as usize].2
    }

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.chessman().name()
    }

    /// The moves and captures, for players (assets/rules/tactical.md, How the pieces move).
    pub(super) const fn moves(self) -> &'static str {
        match self {
            PieceKind::Obstacle => "Neutral; cannot be moved or captured.",
            PieceKind::Pawn => {
                "One square straight in any direction, or two forward. Captures one square diagonally forward."
            }
            PieceKind::RoyalRook => "Like a rook; leaps over friends.",
            PieceKind::RoyalBishop => "Like a bishop; leaps over friends.",
            PieceKind::RoyalKnight => {
                "Like a knight, or several such leaps in one direction onto empty squares. Captures with a single leap."
            }
            PieceKind::Veteran => {
                "One or two squares straight; can leap over a piece. Captures one square diagonally forward."
            }
            PieceKind::Cannon => "Any distance straight. Shoots one or two squares straight, without moving.",
            PieceKind::Dragon => {
                "Flies any distance along diagonals. Shoots one and two squares diagonally, friends too, without moving."
            }
            PieceKind::Prince => {
                "Like a queen, without capturing. Captures one square away. Becomes king if the king falls."
            }
            PieceKind::Fanatic => {
                "One or two squares straight; can leap over a piece. Captures one square away, and explodes, destroying everything around it."
            }
            PieceKind::Killer => {
                "One or two squares straight; can leap over a piece. Captures only kings and princes, one square away. Only cannons, dragons and fanatics capture it."
            }
            _ => self.chessman().moves(),
        }
    }

    /// The name with its article: `a rook`.
    pub(super) fn with_article(self) -> String {
        let article = if self == PieceKind::Obstacle { "an" } else { "a" };
        format!("{article} {}", self.name())
    }

    /// Whether the game ends when a side loses all pieces of such kinds.
    #[must_use]
    pub const fn is_royalty(self) -> bool {
        matches!(self, PieceKind::King | PieceKind::Prince)
    }

    /// The kind after reaching the last rank, unchanged if it does not promote
    /// (assets/rules/tactical.md, Promotion).
    #[must_use]
    pub const fn promoted(self) -> PieceKind {
        match self {
            PieceKind::Pawn => PieceKind::Killer,
            PieceKind::Veteran => PieceKind::Fanatic,
            PieceKind::Rook => PieceKind::RoyalRook,
            PieceKind::Knight => PieceKind::RoyalKnight,
            PieceKind::Bishop => PieceKind::RoyalBishop,
            kept => kept,
        }
    }
}
