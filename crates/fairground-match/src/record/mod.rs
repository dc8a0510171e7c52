//! The match file: a record from which a match can be resumed, replayed and checked.
//!
//! It is append-only JSON Lines: the header, then a line for each event. While a match is written,
//! no other program writes to its file. The contents are valid only after a replay by the rules,
//! action by action.

mod check;
mod clock_history;
pub mod diagram;
mod error;
mod hash_text;
mod journal;
mod json_fault;
mod kept_rolls;
mod model;
mod notes;
mod pgn;
mod reader;
mod secret_file;
mod shared;
mod tail;
mod throw;
mod torn_line;
mod tree;
mod version1;
mod version2;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod writer;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[path = "immediate_writer.rs"]
mod writer;

pub(crate) use clock_history::{ClockHistory, unsigned};
pub use error::RecordError;
pub use journal::Journal;
pub(crate) use journal::LockedMatchFile;
pub use json_fault::json_fault;
pub use model::{
    Clocks, Commitment, Header, MatchEvent, MatchResult, Names, Ratings, Record, RecordedAction, Reveal, Seats,
    TakenBackRoll, Thinking,
};
pub(crate) use notes::clock_text;
pub use notes::{Branch, Evaluation, Mark, MarkColour, Note, ParseEvaluationError, ParseMarkError, Variation};
pub use pgn::{Pgn, PgnItem, PgnToken, glyph};
pub use reader::{BYTE_ORDER_MARK, MAX_UNCHECKED, Reader, parse, read};
pub(crate) use secret_file::{read_secret, remove_secret, secret_file, write_secret};
pub use throw::Throw;
pub use torn_line::TornLine;
pub use tree::{NodeId, Tree, TreePart};

/// The value of the field `format` in every match file.
pub const FORMAT: &str = "fairground-match";

/// The version of the files that this program writes. Version 1 can only be read.
pub const VERSION: u32 = 2;
