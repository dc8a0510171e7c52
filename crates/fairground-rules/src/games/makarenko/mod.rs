//! Makarenko's Chess (assets/rules/makarenko.md): a piece is a stack of 1 to 8 chips, and its
//! height determines its kind. A turn moves a whole stack or its upper part, which may land on a
//! friendly stack.
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options};
//! use fairground_rules::games::makarenko::Makarenko;
//!
//! let mut position = Makarenko::parse("cdeghedc/aaaaaaaa/8/8/8/8/AAAAAAAA/CDEGHEDC w 0", &Options::default())?;
//! position.apply(position.parse_action("b1a1/3")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "cdeghedc/aaaaaaaa/8/8/8/8/AAAAAAAA/FAEGHEDC b 1");
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
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use position::Makarenko;
