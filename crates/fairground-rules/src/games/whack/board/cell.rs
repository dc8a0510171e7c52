//! Cells of a board, and sets of cells.

use std::fmt;

use super::joins::{SECTIONS, letter};
use crate::engine::{self, TextError, bits, text};

/// Number of cells of a board of four sections.
pub(in crate::games::whack) const CELLS: usize = 16 * SECTIONS;

/// A cell of a section (assets/rules/whack.md, Cells): `section * 16 + rank * 4 + file`, always
/// below 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number. Only the lowest six bits count.
    pub(in crate::games::whack) const fn new(number: u8) -> Cell {
        Cell(number & 63)
    }

    /// The cell with this section, file and rank, each from 0 to 3.
    pub(in crate::games::whack) const fn at(section: usize, file: u8, rank: u8) -> Cell {
        Cell((section as u8 & 3) << 4 | (rank & 3) << 2 | file & 3)
    }

    pub(in crate::games::whack) const fn number(self) -> u8 {
        self.0
    }

    /// The index into a table of all cells.
    pub(in crate::games::whack) const fn index(self) -> usize {
        // The mask also lets the compiler omit bounds checks.
        (self.0 & 63) as usize
    }

    /// The set with only this cell.
    pub(in crate::games::whack) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Whether a set contains this cell.
    pub(in crate::games::whack) const fn is_in(self, set: u64) -> bool {
        set >> (self.0 & 63) & 1 == 1
    }

    pub(in crate::games::whack) const fn section(self) -> usize {
        (self.0 >> 4) as usize
    }

    pub(in crate::games::whack) const fn rank(self) -> u8 {
        self.0 >> 2 & 3
    }

    pub(in crate::games::whack) const fn file(self) -> u8 {
        self.0 & 3
    }

    /// The corresponding cell on the table.
    pub(in crate::games::whack) const fn on_table(self) -> engine::Cell {
        engine::Cell(self.0 as u16)
    }

    /// Parses a cell's name at the start of a text. Returns the cell and the remaining text.
    ///
    /// # Errors
    /// An invalid name, with `field` as the name of the field.
    pub(in crate::games::whack) fn parse<'a>(text: &'a str, field: &str) -> Result<(Cell, &'a str), TextError> {
        let section = text.bytes().next().filter(|section| (b'A'..=b'D').contains(section));
        let section = section.ok_or_else(|| TextError::new(field, "a cell, Aa1 to Dd4", text))?;
        let (file, rank, rest) = text::square(&text[1..], field, 4, 4)?;
        Ok((Cell::at(usize::from(section - b'A'), file, rank), rest))
    }
}

impl fmt::Display for Cell {
    /// The name: `Bc3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.section()), text::square_name(self.file(), self.rank()))
    }
}

/// The cells of a set, `Aa1` first.
pub(in crate::games::whack) fn cells(set: u64) -> impl Iterator<Item = Cell> {
    bits::Squares(set).map(Cell)
}

/// The union of `of(cell)` over the cells of a set.
pub(in crate::games::whack) fn union(set: u64, of: impl Fn(Cell) -> u64) -> u64 {
    cells(set).fold(0, |union, cell| union | of(cell))
}

/// The cells of a set for which `keep` returns `true`.
pub(in crate::games::whack) fn filtered(set: u64, keep: impl Fn(Cell) -> bool) -> u64 {
    union(set, |cell| if keep(cell) { cell.bit() } else { 0 })
}

/// The names of the cells of a set, in a sentence: `Aa1`, `Aa1 and Bc3`, `Aa1, Bc3 and Dd4`.
pub(in crate::games::whack) fn names(set: u64) -> String {
    listed(cells(set).map(|cell| cell.to_string()).collect())
}

/// A list of words in a sentence.
pub(in crate::games::whack) fn listed(mut words: Vec<String>) -> String {
    match (words.pop(), words.is_empty()) {
        (None, _) => String::new(),
        (Some(only), true) => only,
        (Some(last), false) => format!("{} and {last}", words.join(", ")),
    }
}

/// The file and rank of a cell relative to an edge of its section: `left` cells from the edge's
/// start, counter-clockwise, and `inward` rows from the edge (assets/rules/whack.md, Cells).
pub(in crate::games::whack) const fn beside_edge(edge: u8, left: u8, inward: u8) -> (u8, u8) {
    match edge & 3 {
        0 => (left, inward),
        1 => (3 - inward, left),
        2 => (3 - left, 3 - inward),
        _ => (inward, 3 - left),
    }
}
