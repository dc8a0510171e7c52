//! The position: the board, the reserves and the phase.

use super::piece_kind::PieceKind;
use super::reserve::Reserve;
use super::steps::{Square, ranks, squares};
use crate::engine::{Outcome, Reason, Side, multiply_and_fold, text};

/// The phases of a match (assets/rules/tactical.md, Phases).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    Obstacles = 1,
    Kings = 2,
    Pieces = 3,
    Battle = 4,
}

impl Phase {
    pub const ALL: [Phase; 4] = [Phase::Obstacles, Phase::Kings, Phase::Pieces, Phase::Battle];

    /// The number of drops of each player at the start of the phase; 0 in the battle, where drops
    /// are not counted.
    pub const fn drops(self) -> u8 {
        match self {
            Phase::Obstacles => 2,
            Phase::Kings => 1,
            Phase::Pieces => 4,
            Phase::Battle => 0,
        }
    }

    /// The number of ranks, from a player's own first, on which it may drop.
    pub const fn ranks(self) -> u32 {
        if matches!(self, Phase::Obstacles) { 4 } else { 3 }
    }

    /// The name of the dropped pieces, for players.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Obstacles => "obstacles",
            Phase::Kings => "kings",
            Phase::Pieces => "pieces",
            Phase::Battle => "battle",
        }
    }
}

/// A position of Tactical Chess.
///
/// The board is stored in bit planes: bit `s` of `planes[i]` is bit `i` of the number of the
/// [`PieceKind`] on square `s`. The number of a kind of piece is never 0 (obstacles have their own
/// set), so the union of all planes holds every piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactical {
    planes: [u64; 4],
    /// The squares of White's and Black's pieces.
    pub(super) sides: [u64; 2],
    pub(super) obstacles: u64,
    pub(super) reserves: [Reserve; 2],
    /// Plies since the last capture or drop of phase 4.
    pub(super) halfmove_clock: u32,
    /// The remaining drops of White and Black in this phase.
    pub(super) left: [u8; 2],
    pub(super) phase: Phase,
    /// Whether the last action was a pass of phase 1 or 3 that did not end the phase.
    pub(super) passed: bool,
    /// The side to act.
    pub(super) side: Side,
}

impl Tactical {
    /// An empty board with these reserves, and White to begin phase 1.
    pub(super) fn bare(reserves: [Reserve; 2]) -> Tactical {
        Tactical {
            planes: [0; 4],
            sides: [0; 2],
            obstacles: 0,
            reserves,
            halfmove_clock: 0,
            left: [Phase::Obstacles.drops(); 2],
            phase: Phase::Obstacles,
            passed: false,
            side: Side::White,
        }
    }

    /// The squares of all pieces of both sides.
    #[inline(always)]
    pub(super) const fn pieces_set(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(super) const fn empty(&self) -> u64 {
        !(self.pieces_set() | self.obstacles)
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub(super) const fn of(&self, kind: PieceKind) -> u64 {
        let [a, b, c, d] = self.planes;
        let number = kind as u8;
        (if number & 1 == 0 { !a } else { a })
            & (if number & 2 == 0 { !b } else { b })
            & (if number & 4 == 0 { !c } else { c })
            & (if number & 8 == 0 { !d } else { d })
    }

    /// The pieces of every kind, by the number of the kind. Faster than [`Tactical::of`] for each.
    pub(super) fn of_all_kinds(&self) -> [u64; 16] {
        let [a, b, c, d] = self.planes;
        let low = [!a & !b, a & !b, !a & b, a & b];
        let high = [!c & !d, c & !d, !c & d, c & d];
        std::array::from_fn(|number| low[number & 3] & high[number >> 2])
    }

    /// The pieces of a kind of one side.
    #[inline(always)]
    pub(super) const fn own(&self, side: Side, kind: PieceKind) -> u64 {
        self.of(kind) & self.sides[side.index()]
    }

    /// The kind of the piece on a square; [`PieceKind::Obstacle`] without a piece.
    pub(super) const fn kind_at(&self, square: Square) -> PieceKind {
        let [a, b, c, d] = self.planes;
        let shift = square.index();
        PieceKind::numbered(
            (a >> shift & 1 | (b >> shift & 1) << 1 | (c >> shift & 1) << 2 | (d >> shift & 1) << 3) as usize,
        )
    }

    /// The owner of the piece on a square; `None` for an obstacle or an empty square.
    pub(super) fn side_at(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides[side.index()] & square.bit() != 0)
    }

    /// The squares whose pieces or owners differ between two positions, apart from obstacles.
    pub(super) fn changed_squares(&self, before: &Tactical) -> u64 {
        let sets = self.planes.iter().chain(&self.sides).zip(before.planes.iter().chain(&before.sides));
        sets.fold(0, |changed, (now, before)| changed | now ^ before)
    }

    /// The piece on a square, with `None` as the side of an obstacle; `None` if the square is
    /// empty.
    pub(super) fn at(&self, square: Square) -> Option<(Option<Side>, PieceKind)> {
        (self.empty() & square.bit() == 0).then(|| (self.side_at(square), self.kind_at(square)))
    }

    /// Puts a piece onto an empty square.
    pub(super) const fn put(&mut self, side: Side, kind: PieceKind, at: u64) {
        let number = kind as u8;
        let mut i = 0;
        while i < 4 {
            if number >> i & 1 == 1 {
                self.planes[i] |= at;
            }
            i += 1;
        }
        self.sides[side.index()] |= at;
    }

    /// Removes pieces from the board.
    pub(super) const fn remove(&mut self, set: u64) {
        let [a, b, c, d] = self.planes;
        self.planes = [a & !set, b & !set, c & !set, d & !set];
        self.sides = [self.sides[0] & !set, self.sides[1] & !set];
    }

    /// The squares on which the side to act may drop a piece now (assets/rules/tactical.md, Drops).
    pub(super) const fn drop_zone(&self) -> u64 {
        self.empty() & ranks(self.phase.ranks(), matches!(self.side, Side::White))
    }

    /// A side's last rank.
    pub(super) const fn last_rank(side: Side) -> u64 {
        ranks(1, matches!(side, Side::Black))
    }

    /// The outcome, if the game has ended (assets/rules/tactical.md, The end).
    ///
    /// In phase 2 a position text may leave a player without a king to drop. Such a player can
    /// neither drop nor pass (assets/rules/tactical.md, No king to drop).
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let kings = self.of(PieceKind::King);
        let off_board = Side::BOTH.map(|side| kings & self.sides[side.index()] == 0);
        let none_left = |side: Side| off_board[side.index()] && self.reserves[side.index()].count(PieceKind::King) == 0;
        let lost = match self.phase {
            Phase::Battle => off_board,
            Phase::Kings if none_left(self.side) => Side::BOTH.map(none_left),
            _ => [false, false],
        };
        match lost {
            [false, false] => None,
            [true, true] => Some(Outcome::drawn(Reason::BothKingsGone)),
            [true, false] => Some(Outcome::won(Side::Black, Reason::KingCaptured)),
            [false, true] => Some(Outcome::won(Side::White, Reason::KingCaptured)),
        }
    }

    /// A hash of all fields of the position text except the halfmove clock.
    pub(super) fn hash_without_clock(&self) -> u64 {
        let [a, b, c, d] = self.planes;
        let [white, black] = self.reserves.map(Reserve::bits);
        let small = u64::from(self.left[0])
            | u64::from(self.left[1]) << 8
            | (self.phase as u64) << 16
            | u64::from(self.passed) << 24
            | (self.side as u64) << 32;
        let words = [[a, b], [c, d], [self.sides[0], self.obstacles], [white, black]];
        let mixed = words
            .iter()
            .zip(&HASH_KEYS)
            .fold(small, |hash, ([one, two], [key, other])| hash ^ multiply_and_fold(one ^ key, two ^ other));
        let [key, other] = HASH_KEYS[4];
        multiply_and_fold(mixed ^ key, other)
    }

    /// All pieces and obstacles on the board.
    pub(super) fn standing(&self) -> impl Iterator<Item = (Square, Option<Side>, PieceKind)> + '_ {
        squares(!self.empty()).map(|square| (square, self.side_at(square), self.kind_at(square)))
    }

    /// Increments the halfmove clock.
    pub(super) const fn count_halfmove(&mut self) {
        self.halfmove_clock = text::saturating_increment(self.halfmove_clock);
    }
}

/// The first 640 bits of the fraction of pi, as arbitrary constants.
const HASH_KEYS: [[u64; 2]; 5] = [
    [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344],
    [0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89],
    [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c],
    [0xc0ac_29b7_c97c_50dd, 0x3f84_d5b5_b547_0917],
    [0x9216_d5d9_8979_fb1b, 0xd131_0ba6_98df_b5ac],
];
