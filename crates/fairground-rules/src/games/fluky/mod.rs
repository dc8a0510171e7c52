//! Fluky Chess by Ilya Yudovski (assets/rules/fluky.md): 5x5 squares, a king and five dice per
//! side; a die moves according to the symbol on top and is thrown after its move.
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options};
//! use fairground_rules::games::fluky::Fluky;
//!
//! let mut position = Fluky::parse("kpppp/p4/5/4P/PPPPK w - 0", &Options::default())?;
//! position.apply(position.parse_action("a1a2")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "kpppp/p4/5/P3P/1PPPK w a2 0");
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
mod piece;
mod position;
mod rules;
mod square;
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use piece::{DIE, PieceKind};
pub use position::Fluky;
pub use square::Square;
