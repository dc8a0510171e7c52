//! The table as text in a window, for screen readers and switches, and the requests of screen
//! readers.

mod reader;
mod window;

pub(super) use reader::plugin;
pub(super) use window::window;
