//! The table as text, for screen readers and switches: a description of the table with its possible
//! moves and commands, and announcements of changes. Natively a window shows them; in a browser the
//! page has a form for them.

mod announcer;
mod commands;
mod description;
mod reader;
mod window;

pub use announcer::{Announcer, sentences};
pub use commands::{Effect, TextCommand, commands};
pub use description::{Choice, Description, clocks};
pub(super) use reader::plugin;
pub(super) use window::{TextView, window};
