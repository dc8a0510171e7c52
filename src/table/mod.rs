//! The table: the looks of things, their motion, and the mouse on it. Knows no game: it shows the engine's
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

/// How things look: the material, and the meshes and surfaces made so far.
pub fn look_plugin(app: &mut App) {
    app.add_plugins(material::plugin);
}

/// The table as it stands and moves, without a camera and without hands.
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

/// The session and the table, with its meshes and without anything that draws them.
pub struct TablePlugins;

impl PluginGroup for TablePlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>().add(crate::session::plugin).add(material::mesh_plugin).add(plugin)
    }
}
