//! The user interface as a whole: the commands that concern several panels, and text and files from
//! other programs.
//!
//! A panel is a system with its own state. It changes another one by a
//! [`UiCommand`](crate::ui::state::ui_command::UiCommand).

pub mod clipboard;
pub mod commands;
pub mod dropped;
pub mod ui_state;
