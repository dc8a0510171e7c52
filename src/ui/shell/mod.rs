//! The user interface as a whole: the state of all panels, the commands that concern several of
//! them, and text and files from other programs.
//!
//! A panel sees its own state. It changes another one by a
//! [`UiCommand`](crate::ui::state::ui_command::UiCommand).

pub mod clipboard;
pub mod commands;
pub mod dropped;
pub mod ui_params;
pub mod ui_state;
