//! What things are made of and how they are lit: the surfaces, their colours, the lights, and the meshes that wear them.

mod environment;
pub mod lighting;
mod material_kind;
mod mesh_assets;
pub mod palette;
mod resolution;
mod surface;

use bevy::prelude::*;

pub use material_kind::{MarkKind, MaterialKind};
pub use mesh_assets::{MeshAssets, MeshCache, Solid, plugin as mesh_plugin};
pub use resolution::Resolution;
pub use surface::{Glow, MaterialUniform, Substance, Surface, SurfaceKey, tag};

pub use crate::session::Quality;

/// The material, and the meshes and surfaces that are made of it.
pub fn plugin(app: &mut App) {
    app.add_plugins((surface::plugin, mesh_plugin, lighting::plugin, resolution::plugin));
}
