//! The kinds of pieces, and a player's reserve of them.

use crate::engine::PieceKind;

/// A kind of piece, or an obstacle, in the order of the table of rules/tactical.md, column by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the documentation; rules/tactical.md says how they move")]
pub enum Kind {
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

/// What is known of each kind, by [`Kind`] as an index: its letter, how many a player has in reserve, how it looks.
/// Source: the table of rules/tactical.md.
const TABLE: [(Kind, char, u8, PieceKind); 16] = [
    (Kind::Obstacle, 'O', 2, PieceKind::Obstacle),
    (Kind::King, 'K', 1, PieceKind::King),
    (Kind::Queen, 'Q', 1, PieceKind::Queen),
    (Kind::Rook, 'R', 1, PieceKind::Rook),
    (Kind::Bishop, 'B', 1, PieceKind::Bishop),
    (Kind::Knight, 'N', 1, PieceKind::Knight),
    (Kind::Pawn, 'P', 8, PieceKind::Pawn),
    (Kind::RoyalRook, 'T', 1, PieceKind::RoyalRook),
    (Kind::RoyalBishop, 'A', 1, PieceKind::RoyalBishop),
    (Kind::RoyalKnight, 'G', 1, PieceKind::RoyalKnight),
    (Kind::Veteran, 'V', 2, PieceKind::Veteran),
    (Kind::Cannon, 'C', 2, PieceKind::Cannon),
    (Kind::Dragon, 'D', 2, PieceKind::Dragon),
    (Kind::Prince, 'H', 1, PieceKind::Prince),
    (Kind::Fanatic, 'F', 1, PieceKind::Fanatic),
    (Kind::Killer, 'J', 1, PieceKind::Killer),
];

impl Kind {
    /// Every kind in its order.
    pub fn all() -> impl DoubleEndedIterator<Item = Kind> {
        TABLE.iter().map(|(kind, ..)| *kind)
    }

    /// The kind with this number, of which the lower four bits count.
    pub(super) const fn numbered(number: usize) -> Kind {
        TABLE[number & 15].0
    }

    /// Its capital letter.
    #[must_use]
    pub const fn letter(self) -> char {
        TABLE[self as usize].1
    }

    /// The kind with this capital letter.
    #[must_use]
    pub fn with_letter(letter: char) -> Option<Kind> {
        Self::all().find(|kind| kind.letter() == letter)
    }

    /// How many of it a player has in reserve at the start.
    #[must_use]
    pub const fn supply(self) -> u8 {
        TABLE[self as usize].2
    }

    /// How it looks.
    #[must_use]
    pub const fn man(self) -> PieceKind {
        TABLE[self as usize].3
    }

    /// What it becomes on its last rank, itself if it does not promote (rules/tactical.md, How the pieces move).
    #[must_use]
    pub const fn promoted(self) -> Kind {
        match self {
            Kind::Pawn => Kind::Killer,
            Kind::Veteran => Kind::Fanatic,
            Kind::Rook => Kind::RoyalRook,
            Kind::Knight => Kind::RoyalKnight,
            Kind::Bishop => Kind::RoyalBishop,
            kept => kept,
        }
    }
}

/// How many of each kind a player holds: four bits a kind, the first kind lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reserve(u64);

impl Reserve {
    /// The lowest bit of every kind.
    const ONES: u64 = 0x1111_1111_1111_1111;

    pub const EMPTY: Reserve = Reserve(0);

    /// What a match begins with.
    pub fn full() -> Reserve {
        Reserve(Kind::all().map(|kind| u64::from(kind.supply()) << Self::place(kind)).sum())
    }

    const fn place(kind: Kind) -> u32 {
        4 * kind as u32
    }

    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> Self::place(kind) & 15) as u8
    }

    /// One more of a kind, of which there are at most 14.
    pub fn add(&mut self, kind: Kind) {
        self.0 += 1 << Self::place(kind);
    }

    /// One less of a kind; none stays none.
    pub fn take(&mut self, kind: Kind) {
        self.0 -= u64::from(self.count(kind) > 0) << Self::place(kind);
    }

    /// All of a kind go.
    pub const fn clear(&mut self, kind: Kind) {
        self.0 &= !(15 << Self::place(kind));
    }

    /// The kinds of which there is at least one.
    pub const fn kinds(self) -> Kinds {
        Kinds((self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & Self::ONES)
    }

    /// The counts as one number, equal for equal reserves.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// A set of kinds, in the places of [`Reserve`].
#[derive(Clone, Copy)]
pub(super) struct Kinds(u64);

impl Kinds {
    /// Without obstacles.
    pub const PIECES: Kinds = Kinds(!1);

    pub const fn only(kind: Kind) -> Kinds {
        Kinds(1 << Reserve::place(kind))
    }

    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = Kind> {
        super::steps::squares(self.0).map(|place| Kind::numbered(place.index() / 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (i, kind) in Kind::all().enumerate() {
            assert_eq!((kind as usize, Kind::numbered(i)), (i, kind));
            assert_eq!(Kind::with_letter(kind.letter()), Some(kind));
        }
    }

    #[test]
    fn reserves_count() {
        let mut reserve = Reserve::full();
        for kind in Kind::all() {
            assert_eq!(reserve.count(kind), kind.supply());
            for left in (0..kind.supply()).rev() {
                reserve.take(kind);
                assert_eq!(reserve.count(kind), left);
            }
            assert!(!reserve.kinds().iter().any(|other| other == kind));
        }
        reserve.take(Kind::Pawn);
        assert_eq!(reserve, Reserve::EMPTY);
        reserve.add(Kind::Dragon);
        reserve.add(Kind::Obstacle);
        assert!(reserve.kinds().and(Kinds::PIECES).iter().eq([Kind::Dragon]));
        assert_eq!(reserve.kinds().len(), 2);
        reserve.clear(Kind::Dragon);
        assert!(reserve.kinds().iter().eq([Kind::Obstacle]));
    }
}
