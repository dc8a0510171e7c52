//! The files of the matches that are played in the window.

mod kept_match;
mod match_recorder;

pub use kept_match::{KeptList, KeptMatch};
pub use match_recorder::MatchRecorder;
pub(super) use match_recorder::plugin;
