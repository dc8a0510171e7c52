//! UCI engines as players of any game that they support.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006. This program's own UCI
//! side is `fairground uci`.

mod client;
mod command;
mod engine_option;
mod error;

pub use client::{UciMove, UciProgram};
pub use command::UciCommand;
pub use error::UciError;

/// A move as an engine wrote it, and in lower case, since some engines write promotion pieces as
/// capitals. The first legal one counts.
#[must_use]
pub fn spellings(text: &str) -> [String; 2] {
    [text.to_string(), text.to_ascii_lowercase()]
}
