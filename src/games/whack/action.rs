use std::fmt;

use super::changes::Roll;
use super::graph::CELLS;
use super::joins::{Joins, letter};
use crate::engine::{Cell, TextError, text};

/// One step of a game of Whack Chess (rules/whack.md, Texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A section is placed or the board is changed, so that it has these joins.
    Change(Joins),
    /// What the die showed.
    Roll(Roll),
    /// A piece goes from one cell to another; cells are `section * 16 + rank * 4 + file`, below 64.
    Move {
        /// Where it stands.
        from: u8,
        /// Where it goes.
        to: u8,
    },
}

/// The name of a cell: `Bc3`.
pub(super) fn name(cell: u8) -> String {
    format!("{}{}", letter(usize::from(cell >> 4)), text::square_name(cell & 3, cell >> 2 & 3))
}

/// A cell as the table knows it.
pub(super) const fn table_cell(cell: u8) -> Cell {
    Cell(cell as u16)
}

/// Reads a cell's name at the start of a text, and returns what follows.
pub(super) fn parse_cell<'a>(text: &'a str, field: &str) -> Result<(u8, &'a str), TextError> {
    let section = text.bytes().next().filter(|section| (b'A'..=b'D').contains(section));
    let section = section.ok_or_else(|| TextError::new(field, "a cell, Aa1 to Dd4", text))?;
    let (file, rank, rest) = text::square(&text[1..], field, 4, 4)?;
    Ok(((section - b'A') << 4 | rank << 2 | file, rest))
}

impl Action {
    /// Reads an action text.
    ///
    /// # Errors
    /// What part of it is wrong.
    pub(super) fn parse(text: &str) -> Result<Action, TextError> {
        if let Some(joins) = text.strip_prefix('=') {
            let joins = Joins::parse(joins, "arrangement")?;
            if joins == Joins::default() {
                return Err(TextError::new("arrangement", "at least one join", text));
            }
            return Ok(Action::Change(joins));
        }
        if let Some(symbol) = text.strip_prefix('~') {
            let roll = Roll::from_symbol(symbol).ok_or_else(|| TextError::new("roll", "~1 to ~6", text))?;
            return Ok(Action::Roll(roll));
        }
        let (from, rest) = parse_cell(text, "from")?;
        let (to, rest) = parse_cell(rest, "to")?;
        if rest.is_empty() {
            Ok(Action::Move { from, to })
        } else {
            Err(TextError::new("action", "nothing behind the two cells", rest))
        }
    }

    /// Every roll and every move of a piece from one cell to another, legal or not.
    pub fn rolls_and_moves() -> impl Iterator<Item = Action> {
        let moves = (0..CELLS as u8).flat_map(|from| (0..CELLS as u8).map(move |to| Action::Move { from, to }));
        Roll::ALL.into_iter().map(Action::Roll).chain(moves)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Change(joins) => write!(f, "={joins}"),
            Action::Roll(roll) => write!(f, "~{}", roll.symbol()),
            Action::Move { from, to } => write!(f, "{}{}", name(*from), name(*to)),
        }
    }
}
