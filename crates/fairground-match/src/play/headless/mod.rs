//! Fast matches on the typed rules, random or between bots.

mod bot_match;
mod playout;

pub use bot_match::{BotMatch, Bots, roll};
pub use playout::{measured_positions, playout, random_match};
