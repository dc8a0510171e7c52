//! The user's input state: the held piece, drawn arrows, the pointing device, and input captured by
//! the panels.

mod annotations;
mod board_change;
mod panels;
mod pointing;
mod selection;

use bevy::prelude::*;

pub use annotations::{AnnotationColour, AnnotationStroke, Annotations};
pub use board_change::{after_change, changes};
pub use panels::{FreeCorner, Inset, InsetCamera, MainCamera, Panels, ViewYaw};
pub use pointing::Pointing;
pub(in crate::session) use selection::precedence;
pub use selection::{Intent, Selection, moving_both};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((annotations::plugin, panels::plugin, pointing::plugin, selection::plugin));
}
