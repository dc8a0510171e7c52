//! Tactical Chess by Viktor Sopilko: an empty board, a reserve of 26 pieces per side, four phases
//! (assets/rules/tactical.md).
//!
//! From the bottom up: `steps.rs`, `piece_kind.rs`, `reserve.rs` and `action.rs` hold the
//! vocabulary, `position.rs` the position, `attacks.rs` threats, `rules.rs` and `generate.rs` the
//! legal actions, `check.rs` refusals, `play.rs` the effects of actions, `events.rs` and `table.rs`
//! the display, `notation.rs` the texts, `evaluate.rs` the evaluation, `heuristics.rs` the gain of
//! captures.
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options, Rules, Side, Turn};
//! use fairground_rules::games::tactical::Tactical;
//!
//! let mut position = Tactical::start(&Options::default());
//! position.apply(position.parse_action("O@a1")?, &mut |_| ())?;
//! assert_eq!(position.turn(), Turn::Decide(Side::Black));
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
mod levels;
mod notation;
mod piece_kind;
mod play;
mod position;
mod reserve;
mod rules;
mod steps;
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use piece_kind::PieceKind;
pub use position::Tactical;
pub use steps::Square;
