//! The user's settings and their file.

mod appearance;
mod merging;
mod store;
mod values;

use bevy::prelude::*;

pub use appearance::{Badges, BoardWood, Director, OverlayLevel, Palette, PieceWood, Quality, SystemPreferences, View};
pub use store::{SettingsError, SettingsStore};
pub use values::{LastMatch, Settings};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((appearance::plugin, values::plugin, store::plugin));
}
