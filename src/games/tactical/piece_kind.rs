//! The kinds of pieces, and a player's reserve of them.

use crate::engine;

/// A kind of piece, or an obstacle, in the order of the table of rules/tactical.md, column by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the documentation; rules/tactical.md says how they move")]
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

/// What is known of each kind, by [`PieceKind`] as an index: its letter, how many a player has in reserve, how it looks.
/// Source: the table of rules/tactical.md.
const TABLE: [(PieceKind, char, u8, engine::PieceKind); 16] = [
    (PieceKind::Obstacle, 'O', 2, engine::PieceKind::Obstacle),
    (PieceKind::King, 'K', 1, engine::PieceKind::King),
    (PieceKind::Queen, 'Q', 1, engine::PieceKind::Queen),
    (PieceKind::Rook, 'R', 1, engine::PieceKind::Rook),
    (PieceKind::Bishop, 'B', 1, engine::PieceKind::Bishop),
    (PieceKind::Knight, 'N', 1, engine::PieceKind::Knight),
    (PieceKind::Pawn, 'P', 8, engine::PieceKind::Pawn),
    (PieceKind::RoyalRook, 'T', 1, engine::PieceKind::RoyalRook),
    (PieceKind::RoyalBishop, 'A', 1, engine::PieceKind::RoyalBishop),
    (PieceKind::RoyalKnight, 'G', 1, engine::PieceKind::RoyalKnight),
    (PieceKind::Veteran, 'V', 2, engine::PieceKind::Veteran),
    (PieceKind::Cannon, 'C', 2, engine::PieceKind::Cannon),
    (PieceKind::Dragon, 'D', 2, engine::PieceKind::Dragon),
    (PieceKind::Prince, 'H', 1, engine::PieceKind::Prince),
    (PieceKind::Fanatic, 'F', 1, engine::PieceKind::Fanatic),
    (PieceKind::Killer, 'J', 1, engine::PieceKind::Killer),
];

impl PieceKind {
    /// Every kind in its order.
    pub fn all() -> impl DoubleEndedIterator<Item = PieceKind> {
        TABLE.iter().map(|(kind, ..)| *kind)
    }

    /// The kind with this number, of which the lower four bits count.
    pub(super) const fn numbered(number: usize) -> PieceKind {
        TABLE[number & 15].0
    }

    /// Its capital letter.
    #[must_use]
    pub const fn letter(self) -> char {
        TABLE[self as usize].1
    }

    /// The kind with this capital letter.
    #[must_use]
    pub fn with_letter(letter: char) -> Option<PieceKind> {
        Self::all().find(|kind| kind.letter() == letter)
    }

    /// How many of it a player has in reserve at the start.
    #[must_use]
    pub const fn supply(self) -> u8 {
        TABLE[self as usize].2
    }

    /// How it looks.
    #[must_use]
    pub const fn chessman(self) -> engine::PieceKind {
        TABLE[self as usize].3
    }

    /// What it becomes on its last rank, itself if it does not promote (rules/tactical.md, How the pieces move).
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

/// How many of each kind a player holds: four bits a kind, the first kind lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reserve(u64);

impl Reserve {
    /// The lowest bit of every kind.
    const ONES: u64 = 0x1111_1111_1111_1111;

    pub const EMPTY: Reserve = Reserve(0);

    /// What a match begins with.
    pub fn full() -> Reserve {
        Reserve(PieceKind::all().map(|kind| u64::from(kind.supply()) << Self::place(kind)).sum())
    }

    const fn place(kind: PieceKind) -> u32 {
        4 * kind as u32
    }

    pub const fn count(self, kind: PieceKind) -> u8 {
        (self.0 >> Self::place(kind) & 15) as u8
    }

    /// One more of a kind, of which there are at most 14.
    pub fn add(&mut self, kind: PieceKind) {
        self.0 += 1 << Self::place(kind);
    }

    /// One less of a kind; none stays none.
    pub fn take(&mut self, kind: PieceKind) {
        self.0 -= u64::from(self.count(kind) > 0) << Self::place(kind);
    }

    /// All of a kind go.
    pub const fn clear(&mut self, kind: PieceKind) {
        self.0 &= !(15 << Self::place(kind));
    }

    /// The kinds of which there is at least one.
    pub const fn kinds(self) -> KindSet {
        KindSet((self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & Self::ONES)
    }

    /// The counts as one number, equal for equal reserves.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// A set of kinds, in the places of [`Reserve`].
#[derive(Clone, Copy)]
pub(super) struct KindSet(u64);

impl KindSet {
    /// Without obstacles.
    pub const PIECES: KindSet = KindSet(!1);

    pub const fn only(kind: PieceKind) -> KindSet {
        KindSet(1 << Reserve::place(kind))
    }

    pub const fn and(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        super::steps::squares(self.0).map(|place| PieceKind::numbered(place.index() / 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (i, kind) in PieceKind::all().enumerate() {
            assert_eq!((kind as usize, PieceKind::numbered(i)), (i, kind));
            assert_eq!(PieceKind::with_letter(kind.letter()), Some(kind));
        }
    }

    #[test]
    fn reserves_count() {
        let mut reserve = Reserve::full();
        for kind in PieceKind::all() {
            assert_eq!(reserve.count(kind), kind.supply());
            for left in (0..kind.supply()).rev() {
                reserve.take(kind);
                assert_eq!(reserve.count(kind), left);
            }
            assert!(!reserve.kinds().iter().any(|other| other == kind));
        }
        reserve.take(PieceKind::Pawn);
        assert_eq!(reserve, Reserve::EMPTY);
        reserve.add(PieceKind::Dragon);
        reserve.add(PieceKind::Obstacle);
        assert!(reserve.kinds().and(KindSet::PIECES).iter().eq([PieceKind::Dragon]));
        assert_eq!(reserve.kinds().len(), 2);
        reserve.clear(PieceKind::Dragon);
        assert!(reserve.kinds().iter().eq([PieceKind::Obstacle]));
    }
}
