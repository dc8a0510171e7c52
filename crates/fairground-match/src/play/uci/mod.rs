//! UCI engines as players of any game that they support.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006. The other side of the
//! protocol is `fairground uci`.

mod client;
mod command;
mod engine_option;
mod error;

pub use client::{UciMove, UciProgram};
pub use command::{UciCommand, UciCommandError};
pub use error::UciError;

/// A move as written by an engine, and in lower case, since some engines capitalise promotion
/// pieces. The first legal one counts.
#[must_use]
pub fn spellings(text: &str) -> [String; 2] {
    [text.to_string(), text.to_ascii_lowercase()]
}
