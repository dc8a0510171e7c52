//! The data that the panels read and write in a frame, and states that several panels use.

pub mod cached;
#[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), path = "no_file_choice.rs")]
pub mod file_choice;
pub mod film_form;
pub mod form;
pub mod frame;
pub mod kept_matches;
pub mod learning_view;
pub mod messages;
pub mod new_match;
pub mod online_form;
pub mod outline;
pub mod position_draft;
pub mod rules_view;
pub mod text_view;
pub mod ui_command;
pub mod ui_context;
pub mod ui_params;
