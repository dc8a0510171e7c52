//! Applies changes of style to everything on the table.

use bevy::prelude::*;

use super::mesh_assets::MeshAssets;
use super::palette::TableStyle;
use crate::session::{GameSet, Settings};

/// Applies the style when the user chooses another palette, wood or kind of dice.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, repaint.in_set(GameSet::Present));
}

fn repaint(settings: Res<Settings>, mut assets: MeshAssets) {
    if settings.is_changed() {
        let Settings { palette, worded_dice, board, pieces, .. } = *settings;
        assets.set_style(TableStyle { palette, worded_dice, board, pieces });
    }
}
