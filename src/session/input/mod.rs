//! The user's input state: the held piece, drawn arrows, and the input that the panels take.

mod annotations;
mod panels;
mod selection;

use bevy::prelude::*;

pub use annotations::{AnnotationColour, Annotations, Stroke};
pub use panels::{FreeCorner, Panels, ViewYaw};
pub use selection::{Intent, Selection};

/// Adds all of them.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((annotations::plugin, panels::plugin, selection::plugin));
}
