//! Assistance for players: position values, hints, engine lines and announcements.

mod announcement;
mod engine_lines;
mod hint;
mod match_analysis;

use bevy::prelude::*;

pub use announcement::Announcement;
pub use engine_lines::EngineLines;
pub use match_analysis::{MatchAnalysis, white_wins};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((announcement::plugin, engine_lines::plugin, match_analysis::plugin));
}
