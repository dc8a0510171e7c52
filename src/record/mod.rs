//! The match file: one JSON object that holds a match as it was played, so that it can be resumed, replayed and checked.
//!
//! The file is rewritten after every action, in whole and at once: whoever kills the program finds every finished action
//! in it. What it says is believed only after the rules have said the same, action by action.

mod check;
mod error;
mod file;
mod format;

pub use error::RecordError;
pub use file::{Journal, read, replace};
pub use format::{Clocks, Ended, Entry, FORMAT, KeptRoll, Record, Seats, Start, Throw, VERSION};
