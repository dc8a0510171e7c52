//! Pictures, of the window or without one, and how fast they are drawn.

mod frames;
pub mod offscreen;
mod screenshot;
mod shot;

pub use frames::{FrameTimes, frame_times};
pub use screenshot::plugin as screenshot_plugin;
pub use shot::{picture, save};
