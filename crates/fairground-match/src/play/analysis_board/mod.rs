//! Analysis boards: matches with variations that can be opened, saved and shared.

mod analysed_game;
mod link;

pub use analysed_game::AnalysedGame;
pub use link::{BoardLink, BoardLinkError};
