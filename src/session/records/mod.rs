//! The files of matches played in the window.

mod kept_match;
mod match_recorder;
mod pgn_file;
mod pgn_reader;

pub use kept_match::{KeptList, KeptMatch};
pub use match_recorder::MatchRecorder;
pub use pgn_file::{PgnFiles, PgnSource};
pub use pgn_reader::read_pgn;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((match_recorder::plugin, pgn_file::plugin));
}
