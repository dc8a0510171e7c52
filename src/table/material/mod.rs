//! Materials and light: surfaces, colours, lights, and the meshes that use them.

mod environment;
pub mod lighting;
mod mark_kind;
mod material_kind;
mod mesh_assets;
pub mod palette;
mod repaint;
mod resolution;
mod surface;

use bevy::prelude::*;

pub use mark_kind::MarkKind;
pub use material_kind::MaterialKind;
pub use mesh_assets::{MeshAssets, MeshCache, MeshKey, plugin as mesh_plugin};
pub use palette::TableStyle;
pub use repaint::plugin as repaint_plugin;
pub use resolution::Resolution;
pub use surface::{Glow, MaterialUniform, Substance, Surface, SurfaceKey, tag};

pub use crate::session::Quality;

/// The material, the lights, and the shared meshes and surfaces.
pub fn plugin(app: &mut App) {
    app.add_plugins((surface::plugin, mesh_plugin, lighting::plugin, resolution::plugin));
}
