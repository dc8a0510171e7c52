//! Marks on the board, plates above stacks, and the tokens of the flat view.

mod badges;
mod board_marks;
pub mod cell_names;
mod figure;
mod forced;
mod history;
mod hover_targets;
mod mark;
mod tokens;

use bevy::prelude::*;

pub use badges::Plate;
pub(in crate::table) use badges::over_die;
pub use mark::{MarkTarget, TableMark};
pub use tokens::{LaidToken, TokenMeshes, token};

use crate::session::position_changed;
use crate::table::schedule::FrameSet;

/// Updates marks, plates and tokens.
pub fn plugin(app: &mut App) {
    app.add_plugins((badges::plugin, cell_names::plugin, tokens::plugin))
        .init_resource::<history::LastMoveMarks>()
        .init_resource::<history::MarkHistory>()
        .init_resource::<history::Warning>()
        .init_resource::<hover_targets::HoverTargets>()
        .init_resource::<board_marks::MarkMeshes>()
        .add_systems(
            Update,
            (
                history::record_moves,
                history::warn,
                position_changed.pipe(hover_targets::follow_pointer),
                board_marks::draw,
            )
                .chain()
                .in_set(FrameSet::Mark),
        );
}
