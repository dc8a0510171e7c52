//! Abalonian Chess and orthodox chess, its base: one set of rules, with and without pushes
//! (assets/rules/abalonian.md).
//!
//! Positions are bitboards. Masks of pins and checks determine the legal ordinary moves. A push is
//! tried on a copy if it moves enemies or the driver's own king, or may expose a king to a push off
//! the board or leave it exposed to one.
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options, Rules};
//! use fairground_rules::games::abalonian::{Abalonian, Chess};
//!
//! // The rook pushes the pawn before it.
//! let mut position = Abalonian::start(&Options::default());
//! position.apply(position.parse_action("a1>a2")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/P7/RPPPPPPP/1NBQKBNR b Kkq - 0 1");
//!
//! let mut position = Chess::start(&Options::default());
//! position.apply(position.parse_action("e2e4")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod attacks;
mod check;
mod editor;
mod evaluate;
mod events;
mod features;
mod generate;
mod heuristics;
mod inputs;
mod kind;
mod levels;
mod notation;
mod play;
mod position;
mod push;
mod rules;
mod square_values;
mod squares;
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use position::ChessPosition;

/// Abalonian Chess.
pub type Abalonian = ChessPosition<true>;

/// Orthodox chess.
pub type Chess = ChessPosition<false>;
