//! Programs outside that speak the Universal Chess Interface, as players of orthodox chess.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006. This program's own side of it is `fairground uci`.

mod client;
mod command;
mod error;
mod offer;

pub use client::{UciMove, UciProgram};
pub use command::UciCommand;
pub use error::UciError;
