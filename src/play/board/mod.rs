//! Analysis boards: a match with its variations, as something to begin an analysis with, to save and to share.

mod analysed_game;
mod link;

pub use analysed_game::AnalysedGame;
pub use link::{BoardLink, LinkError};
