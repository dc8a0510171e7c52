//! The table as text: a description of the table with its possible moves and commands, and
//! announcements of changes. In a browser the page has a form for them.

mod announcer;
mod commands;
mod description;

pub use announcer::{Announcer, sentences};
pub use commands::{SessionCommand, TextCommand, commands};
pub use description::{Description, TextChoice, clocks, sentence};
