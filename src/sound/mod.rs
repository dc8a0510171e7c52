//! Sounds of the table, synthesised (`timbre`), and played by a device or mixed for a film.
//! Independent of any game; contains no recordings.
//!
//! Only the device needs a system library, hence the feature `sound`. The rest is also compiled
//! without the feature, for films and tests.

mod alerts;
mod bank;
#[cfg(feature = "sound")]
mod device;
#[cfg(feature = "film")]
mod mixer;
#[cfg(feature = "sound")]
mod player;
mod synth;
mod timbre;
mod voice;

#[cfg(feature = "film")]
pub use mixer::{Mixer, plugin as mixer_plugin, window_plugin as window_mixer_plugin};
#[cfg(feature = "sound")]
pub use player::plugin;
#[cfg(feature = "film")]
pub use synth::RATE;
