//! From where the table is seen.

mod director;
mod follow;
mod orbit;
mod orbit_input;

pub use follow::{CameraTarget, picture, plugin, shown_size, window_plugin};
pub use orbit::Orbit;
