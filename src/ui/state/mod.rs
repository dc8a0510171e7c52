//! The state of the panels, and the data that they read and write in a frame.

pub mod cached;
pub mod clipboard;
pub mod dropped;
#[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), path = "no_file_choice.rs")]
pub mod file_choice;
pub mod film_form;
pub mod form;
pub mod kept_matches;
pub mod learning_view;
pub mod leave;
pub mod online_form;
pub mod outline;
pub mod point_comment;
pub mod position_draft;
pub mod rules_view;
pub mod text_view;
pub mod ui_context;
pub mod ui_state;
