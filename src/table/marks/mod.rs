//! Marks over the board, and plates over stacks.

mod badges;
mod board_marks;
mod figure;
mod forced;
mod history;
mod hover_targets;
mod mark;

use bevy::prelude::*;

pub use badges::Plate;
pub use mark::{Mark, MarkTarget};

use crate::table::schedule::FrameSet;

/// Keeps marks and plates as they should be.
pub fn plugin(app: &mut App) {
    app.add_plugins(badges::plugin)
        .init_resource::<history::LastMoveMarks>()
        .init_resource::<history::MarkHistory>()
        .init_resource::<history::Warning>()
        .init_resource::<hover_targets::HoverTargets>()
        .init_resource::<board_marks::MarkMeshes>()
        .add_systems(
            Update,
            (history::record_moves, history::warn, hover_targets::follow_pointer, board_marks::draw)
                .chain()
                .in_set(FrameSet::Mark),
        );
}
