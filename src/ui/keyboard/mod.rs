//! Keyboard commands in the panels.

pub mod analysis_keys;
mod cursor;
pub mod egui_keys;
mod exercise_keys;
pub mod keys;
mod match_keys;
pub mod replay_keys;
pub mod viewer;
