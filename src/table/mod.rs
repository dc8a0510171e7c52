//! The table: what things look like and how they move. Knows no game.

pub mod finish;
pub mod material;
pub mod mesh;
pub mod model;
pub mod studio;

use bevy::prelude::*;

/// How things look: the material, and the workshop that makes what it is asked for.
pub fn look_plugin(app: &mut App) {
    app.add_plugins(material::plugin).init_resource::<model::Store>();
}
