//! Orthodox chess (assets/rules/chess.md), and the base of its variants: one set of rules, with and
//! without the pushes of Abalonian Chess (assets/rules/abalonian.md).
//!
//! Positions are bitboards. Masks of pins and checks determine the legal ordinary moves. A push is
//! tried on a copy if it moves enemies or the driver's own king, or if a king may be pushed off the
//! board afterwards.
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options, Rules};
//! use fairground_rules::games::chess::Chess;
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
mod generate;
mod heuristics;
mod inputs;
mod kind;
mod levels;
mod notation;
mod orthodox;
mod play;
mod position;
mod push;
mod rules;
mod squares;
mod table;
#[cfg(test)]
mod tests;
mod variant;

pub use action::Action;
pub use orthodox::Orthodox;
pub use position::ChessPosition;
pub use variant::Variant;

pub(in crate::games) use evaluate::features::Term;
pub(in crate::games) use inputs::inputs_of;

/// Orthodox chess.
pub type Chess = ChessPosition<Orthodox>;
