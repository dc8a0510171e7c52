//! What the user is about to do: pieces that are held, arrows that are drawn, and what the panels take of the mouse and the keyboard.

mod annotations;
mod panels;
mod selection;

use bevy::prelude::*;

pub use annotations::{Annotations, Ink, Stroke};
pub use panels::Panels;
pub use selection::{Intent, Selection};

/// All of them.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((annotations::plugin, panels::plugin, selection::plugin));
}
