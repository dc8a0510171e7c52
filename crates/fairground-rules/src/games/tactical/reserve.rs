//! A player's reserve, and sets of kinds.

use super::piece_kind::PieceKind;
use super::steps::squares;

/// The number of pieces of each kind in a player's reserve: four bits per kind, the first kind
/// lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reserve(u64);

impl Reserve {
    /// The lowest bit of every kind.
    const ONES: u64 = 0x1111_1111_1111_1111;

    pub const EMPTY: Reserve = Reserve(0);

    /// The reserve at the start of a match.
    pub fn full() -> Reserve {
        Reserve(PieceKind::all().map(|kind| u64::from(kind.supply()) << Self::place(kind)).sum())
    }

    #[inline]
    const fn place(kind: PieceKind) -> u32 {
        4 * kind as u32
    }

    #[inline]
    pub const fn count(self, kind: PieceKind) -> u8 {
        (self.0 >> Self::place(kind) & 15) as u8
    }

    /// Adds a piece of a kind, which must number at most 14 before.
    #[inline]
    pub fn add(&mut self, kind: PieceKind) {
        self.0 += 1 << Self::place(kind);
    }

    /// Removes a piece of a kind, if there is one.
    #[inline]
    pub fn take(&mut self, kind: PieceKind) {
        self.0 -= u64::from(self.count(kind) > 0) << Self::place(kind);
    }

    /// Removes all pieces of a kind.
    pub const fn clear(&mut self, kind: PieceKind) {
        self.0 &= !(15 << Self::place(kind));
    }

    /// The kinds with at least one piece.
    #[inline]
    pub const fn kinds(self) -> KindSet {
        KindSet((self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & Self::ONES)
    }

    /// The counts packed into one number.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// A set of kinds, with the bit positions of [`Reserve`].
#[derive(Clone, Copy)]
pub(super) struct KindSet(u64);

impl KindSet {
    /// All kinds except obstacles.
    pub const PIECES: KindSet = KindSet(!1);

    #[inline]
    pub const fn only(kind: PieceKind) -> KindSet {
        KindSet(1 << Reserve::place(kind))
    }

    #[inline]
    pub const fn and(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        squares(self.0).map(|place| PieceKind::numbered(place.index() / 4))
    }
}
