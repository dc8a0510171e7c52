use std::fmt;

use crate::engine::{Cell, Side, TextError, text};

/// The number of files, and of ranks.
pub(super) const FILES: usize = 5;
/// The number of squares.
pub(super) const SQUARES: usize = FILES * FILES;

/// The inner nine squares, as bits.
pub(super) const CENTRE: u32 = 0b01110 << 5 | 0b01110 << 10 | 0b01110 << 15;

/// A square of the board, `a1` to `e5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The starting square of White's king.
    pub(super) const E1: Square = Square(4);
    /// The starting square of Black's king.
    pub(super) const A5: Square = Square(20);

    /// The square with this file and rank, both from 0; `None` beyond the edge.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES as u8 && rank < FILES as u8 { Some(Square(rank * FILES as u8 + file)) } else { None }
    }

    /// All squares: `a1`, `b1` and so on up to `e5`.
    pub fn all() -> impl Iterator<Item = Square> + Clone {
        (0..SQUARES as u8).map(Square)
    }

    /// The square with this index, see [`Square::index`].
    #[inline]
    pub(super) const fn at(index: u8) -> Option<Square> {
        Self::new(index % FILES as u8, index / FILES as u8)
    }

    /// The index, from 0 along the ranks.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set with only this square.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The file, from 0.
    #[inline]
    pub(super) const fn file(self) -> u8 {
        self.0 % FILES as u8
    }

    /// The rank, from 0.
    #[inline]
    pub(super) const fn rank(self) -> u8 {
        self.0 / FILES as u8
    }

    /// The number of king's steps to another square.
    #[inline]
    pub(super) const fn steps_to(self, to: Square) -> u8 {
        let (files, ranks) = (self.file().abs_diff(to.file()), self.rank().abs_diff(to.rank()));
        if files > ranks { files } else { ranks }
    }

    /// The cell on the table.
    pub(super) const fn cell(self) -> Cell {
        Cell(self.0 as u16)
    }

    /// Parses a square's name at the start of a text. Returns the square and the remaining text.
    pub(super) fn parse<'a>(text: &'a str, field: &str) -> Result<(Square, &'a str), TextError> {
        let (file, rank, rest) = text::square(text, field, FILES as u8, FILES as u8)?;
        Ok((Square(rank * FILES as u8 + file), rest))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::square_name(self.file(), self.rank()))
    }
}

/// The starting square of a side's king, which is the other king's goal.
#[inline]
pub(super) const fn home(side: Side) -> Square {
    match side {
        Side::White => Square::E1,
        Side::Black => Square::A5,
    }
}

/// The square where a side's king wins (assets/rules/fluky.md, The end).
#[inline]
pub(super) const fn goal(side: Side) -> Square {
    home(side.other())
}

/// The rank on which a side's pawns promote, as bits: the fifth for White, the first for Black.
#[inline]
pub(super) const fn last_rank(side: Side) -> u32 {
    match side {
        Side::White => 0b11111 << 20,
        Side::Black => 0b11111,
    }
}

/// Moves a set one rank towards the last rank of `side`; squares that would leave the board are
/// dropped.
#[inline]
pub(super) const fn forward(side: Side, set: u32) -> u32 {
    match side {
        Side::White => set << FILES & ((1 << SQUARES) - 1),
        Side::Black => set >> FILES,
    }
}

/// The squares of a set, `a1` first.
#[inline]
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (square < SQUARES as u32).then_some(Square(square as u8))
    })
}
