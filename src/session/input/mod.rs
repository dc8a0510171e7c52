//! The user's input state: the held piece, drawn arrows, and input captured by the panels.

mod annotations;
mod panels;
mod selection;

use bevy::prelude::*;

pub use annotations::{AnnotationColour, Annotations, Stroke};
pub use panels::{FreeCorner, Inset, InsetCamera, MainCamera, Panels, ViewYaw};
pub(in crate::session) use selection::precedence;
pub use selection::{Intent, Selection, moving_both};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((annotations::plugin, panels::plugin, selection::plugin));
}
