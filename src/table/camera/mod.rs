//! From where the table is seen.

mod director;
mod follow;
mod orbit;

pub use follow::{CameraTarget, picture, plugin, window_plugin};
pub use orbit::Orbit;
