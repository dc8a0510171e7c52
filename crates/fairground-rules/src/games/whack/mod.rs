//! Whack Chess by M. Rogers (assets/rules/whack.md): stacks of pyramids on four wedges that are
//! moved during play.
//!
//! Each file uses only files before it in the list.
//! - The board, in the folder `board`: `lattice` (exact points of the plane), `wedge` (contact of
//!   two wedges), `joins` (lists of joins), `cell` (cells and sets of cells), `graph` (steps across
//!   joins), `arrangement` (all valid boards), `roll`, `changes` (effect of each roll on a board).
//! - The pieces: `stack`, `pieces` (their moves and attacks).
//! - The game: `position`, `setup` (the starting pieces), `action`, `generate`, `play`, `notation`,
//!   `check_change` and `check`, `evaluate`.
//! - The table: `layout`, `events`, `table`.
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options};
//! use fairground_rules::games::whack::Whack;
//!
//! let mut position = Whack::parse("- - b place 0", &Options::default())?;
//! position.apply(position.parse_action("=A0B0")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "A0B0 - w place 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod board;
mod check;
mod check_change;
mod editor;
mod evaluate;
mod events;
mod generate;
mod heuristics;
mod inputs;
mod layout;
mod levels;
mod notation;
mod pieces;
mod play;
mod position;
mod rules;
mod setup;
mod stack;
mod table;
#[cfg(test)]
mod tests;

pub use action::{Action, ActionKind};
pub use board::arrangement::Arrangement;
pub use board::cell::Cell;
pub use board::joins::Joins;
pub use board::roll::{DIE, Roll};
pub use position::Whack;
