//! Fast matches on the typed rules, random or between bots.

#[cfg(feature = "files")]
mod bot_match;
mod playout;

#[cfg(feature = "files")]
pub(crate) use bot_match::{BotMatch, roll};
pub use playout::{measured_positions, playout, random_match};
