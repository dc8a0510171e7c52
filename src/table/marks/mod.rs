//! What is laid over the board: marks, previews, and the heights of stacks.

mod badges;
mod binding;
mod mark_mesh;
#[expect(clippy::module_inception, reason = "the room is named after its main file")]
mod marks;
mod pointed;
mod preview;

use bevy::prelude::*;

pub use preview::SectionInHand;

/// Keeps everything that is laid over the board as it should be.
pub fn plugin(app: &mut App) {
    app.add_plugins((badges::plugin, marks::plugin, pointed::plugin, preview::plugin));
}
