//! Pictures, taken from the window or without one, and frame times.

mod caption;
mod file_name;
mod frames;
mod lettering;
pub mod offscreen;
mod plugins;
mod screenshot;
mod sheet;
mod shot;

pub use caption::PictureCaptions;
#[cfg(feature = "film")]
pub(crate) use file_name::{PART_SUFFIX, picture_file};
pub use frames::{FrameTimes, frame_times};
pub use lettering::{Colour, Lettering, disc, plate};
pub use plugins::OffscreenPlugins;
pub use screenshot::{SmoothPictures, plugin as screenshot_plugin};
pub use sheet::{save_every, sheet};
pub use shot::{Photographer, Style, beginning, picture, save};
#[cfg(feature = "film")]
pub(crate) use shot::{orbit, wait_for_meshes};
