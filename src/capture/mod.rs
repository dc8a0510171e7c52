//! Pictures, of the window or without one.

pub mod offscreen;
mod screenshot;
mod shot;

pub use screenshot::plugin as screenshot_plugin;
pub use shot::{picture, save};
