//! Sounds, synthesised and played as the table shows things. Knows no game.
//!
//! All of them are made by this code when they are wanted (`timbre`); no recording is taken from anywhere. Only the
//! device needs a system library, hence the feature `sound`; everything else is compiled for the tests without it, too.

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
