//! Sounds of the table, synthesised (`timbre`) and played. Independent of any game; contains no
//! recordings.
//!
//! Only the device needs a system library, hence the feature `sound`. The rest is compiled for
//! tests without it, too.

mod alerts;
mod bank;
#[cfg(feature = "sound")]
mod device;
#[cfg(feature = "sound")]
mod player;
mod synth;
mod timbre;
mod voice;

#[cfg(feature = "sound")]
pub use player::plugin;
