//! The table: appearance, motion and mouse input. Independent of any game, it shows the engine's
//! events. Each folder uses only those before it in this list.

pub mod schedule;

pub mod mesh;

pub mod material;

pub mod layout;

pub mod piece;

pub mod physics;

pub mod animation;

pub mod marks;

pub mod input;

pub mod camera;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

/// The appearance: the material, and the shared meshes and surfaces.
pub fn look_plugin(app: &mut App) {
    app.add_plugins(material::plugin);
}

/// The table with its motion, but without camera and input.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        schedule::plugin,
        material::repaint_plugin,
        layout::plugin,
        piece::plugin,
        physics::plugin,
        animation::plugin,
        marks::plugin,
    ));
}

/// The session and the table, with meshes but without rendering.
pub struct TablePlugins;

impl PluginGroup for TablePlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>().add(crate::session::plugin).add(material::mesh_plugin).add(plugin)
    }
}
