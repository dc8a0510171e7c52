//! Other programs that speak the Universal Chess Interface, as players of any game that they know.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006. This program's own side of it is `fairground uci`.

mod client;
mod command;
mod error;
mod offer;

pub use client::{UciMove, UciProgram};
pub use command::UciCommand;
pub use error::UciError;

/// A move as another program writes it, and the same in lower case: some programs write the piece of a promotion as a capital. The first
/// that is legal is meant.
#[must_use]
pub fn spellings(text: &str) -> [String; 2] {
    [text.to_string(), text.to_ascii_lowercase()]
}
