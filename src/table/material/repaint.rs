//! Another palette for everything on the table.

use bevy::prelude::*;

use super::mesh_assets::MeshAssets;
use crate::session::{GameSet, Settings};

/// Gives everything new colours when another palette is chosen.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, repaint.in_set(GameSet::Present));
}

fn repaint(settings: Res<Settings>, mut assets: MeshAssets) {
    if settings.is_changed() {
        assets.set_palette(settings.palette);
    }
}
