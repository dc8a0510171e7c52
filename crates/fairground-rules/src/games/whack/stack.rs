//! Stacks of pyramids.

use std::fmt;

use super::board::graph::LineKind;
use crate::engine::Pyramids;

/// The kind of a piece, determined by its points (assets/rules/whack.md, Pieces).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Pawn = 1,
    Knight,
    Bishop,
    Rook,
    King,
    Queen,
}

impl PieceKind {
    pub(super) const ALL: [PieceKind; 6] =
        [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::King, PieceKind::Queen];

    /// The name that players read.
    pub(super) const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "king", "queen"][self as usize - 1]
    }

    /// The letter in the short notation.
    pub(super) const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'K', 'Q'][self as usize - 1]
    }

    /// The kind of a piece with this number of points; `None` for 0 or more than the maximum.
    pub(super) fn of_points(points: u8) -> Option<PieceKind> {
        PieceKind::ALL.get(usize::from(points).checked_sub(1)?).copied()
    }

    /// The index into a table of all kinds.
    pub(super) const fn index(self) -> usize {
        self as usize - 1
    }

    /// The lines along which it moves.
    pub(super) const fn lines(self) -> &'static [LineKind] {
        match self {
            PieceKind::Bishop => &[LineKind::Diagonal],
            PieceKind::Rook => &[LineKind::Straight],
            PieceKind::Queen => &[LineKind::Straight, LineKind::Diagonal],
            PieceKind::Pawn | PieceKind::Knight | PieceKind::King => &[],
        }
    }
}

/// Maximum number of points of a stack.
const MAX_POINTS: u8 = 6;

/// One of the 22 stacks. A pyramid never stands on a smaller one, so the number of pyramids of each
/// size determines the stack: ones in bits 0 to 2, twos in bits 3 and 4, threes in bits 5 and 6.
/// Adding these bits combines two stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack(u8);

impl Stack {
    /// All stacks by ascending points; among equals, those with the largest pyramids first.
    pub(super) fn all() -> Vec<Stack> {
        let mut all: Vec<_> = (1..=u8::MAX).map(Stack).filter(|stack| stack.points() <= MAX_POINTS).collect();
        all.sort_by_key(|stack| (stack.points(), std::cmp::Reverse(stack.sizes())));
        all
    }

    /// Parses sizes, bottom first; `None` if they are not a valid stack.
    pub(super) fn parse(sizes: &str) -> Option<Stack> {
        let in_order = sizes.as_bytes().is_sorted_by(|below, above| below >= above);
        let points = sizes.bytes().try_fold(0_u8, |sum, size| {
            let size = (b'1'..=b'3').contains(&size).then(|| size - b'0')?;
            Some(sum + size).filter(|&sum| sum <= MAX_POINTS)
        })?;
        let bits = sizes.bytes().fold(0, |bits, size| bits + Self::one(size - b'0'));
        (in_order && points > 0).then_some(Stack(bits))
    }

    const fn one(size: u8) -> u8 {
        [1, 1 << 3, 1 << 5][size as usize - 1]
    }

    /// The stack with these [`Stack::bits`]; `None` for 0, which belongs to no stack.
    pub(super) const fn from_bits(bits: u8) -> Option<Stack> {
        if bits == 0 { None } else { Some(Stack(bits)) }
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The numbers of pyramids of sizes 1, 2 and 3.
    const fn counts(self) -> [u8; 3] {
        [self.0 & 7, self.0 >> 3 & 3, self.0 >> 5]
    }

    pub(super) const fn points(self) -> u8 {
        let [ones, twos, threes] = self.counts();
        ones + 2 * twos + 3 * threes
    }

    pub(super) fn kind(self) -> PieceKind {
        PieceKind::ALL[usize::from(self.points()) - 1]
    }

    /// The size of the lowest pyramid.
    pub(super) const fn lowest(self) -> u8 {
        match self.counts() {
            [_, 0, 0] => 1,
            [_, _, 0] => 2,
            _ => 3,
        }
    }

    /// The size of the topmost pyramid.
    pub(super) const fn topmost(self) -> u8 {
        match self.counts() {
            [0, 0, _] => 3,
            [0, _, _] => 2,
            _ => 1,
        }
    }

    /// This stack on top of another, if the two may be combined (assets/rules/whack.md, Combining).
    pub(super) const fn onto(self, below: Stack) -> Option<Stack> {
        if self.lowest() <= below.topmost() && self.points() + below.points() <= MAX_POINTS {
            Some(Stack(self.0 + below.0))
        } else {
            None
        }
    }

    /// The sizes, bottom first.
    pub(super) fn sizes(self) -> Pyramids {
        let [ones, twos, threes] = self.counts();
        let run = |size, count: u8| std::iter::repeat_n(size, count.into());
        run(3, threes).chain(run(2, twos)).chain(run(1, ones)).collect()
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sizes().iter().try_for_each(|size| write!(f, "{size}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 22] = [
        "1", "11", "111", "1111", "11111", "111111", "2", "21", "211", "2111", "21111", "22", "221", "2211", "222",
        "3", "31", "311", "3111", "32", "321", "33",
    ];

    #[test]
    fn all_stacks() {
        for text in ALL {
            let stack = Stack::parse(text).unwrap();
            assert_eq!(stack.to_string(), text);
            let sizes: Vec<_> = text.bytes().map(|byte| byte - b'0').collect();
            assert_eq!(stack.sizes()[..], sizes[..]);
            assert_eq!(stack.points(), sizes.iter().sum::<u8>());
            assert_eq!((Some(&stack.lowest()), Some(&stack.topmost())), (sizes.first(), sizes.last()));
            for below in ALL {
                let joined = stack.onto(Stack::parse(below).unwrap()).map(|stack| stack.to_string());
                assert_eq!(joined, Stack::parse(&format!("{below}{text}")).map(|stack| stack.to_string()));
            }
        }
        let mut all = Stack::all();
        assert_eq!(all.iter().take(6).map(ToString::to_string).collect::<Vec<_>>(), ["1", "2", "11", "3", "21", "111"]);
        all.sort_by_key(ToString::to_string);
        assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>(), ALL);
        for text in ["", "0", "4", "12", "1111111", "33333333333", "322", "2 ", "²"] {
            assert_eq!(Stack::parse(text), None, "{text}");
        }
    }
}
