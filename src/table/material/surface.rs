//! The one material of everything on the table: solid textures of wood, stone, felt, lacquer, resin
//! and metal. At low quality they are lit by one sun with one shadow map and by procedural soft
//! lamps, which without a GPU is 4 to 10 times cheaper than `StandardMaterial`. Above that, Bevy's
//! physically based lighting is used.

use bevy::asset::embedded_asset;
use bevy::mesh::{MeshTag, MeshVertexBufferLayoutRef};
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError};
use bevy::shader::{ShaderRef, load_shader_library};

use crate::session::Quality;

const SHADER: &str = "embedded://fairground/table/material/surface.wgsl";

/// Registers the material and its shader.
pub fn plugin(app: &mut App) {
    shaders(app);
    app.add_plugins(MaterialPlugin::<Surface>::default());
}

fn shaders(app: &mut App) {
    load_shader_library!(app, "matter.wgsl");
    load_shader_library!(app, "physical.wgsl");
    embedded_asset!(app, "surface.wgsl");
}

/// The substance of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Substance {
    /// Rings, fibres and pores under oil.
    Wood,
    /// Speckled and rough.
    Stone,
    /// Woven or pressed cloth.
    Felt,
    /// Polished plastic or lacquer, for dice.
    Lacquer,
    /// Cast resin that glows from within, so that its colour is visible in any light, for pyramids.
    Resin,
    /// Gold, bronze, iron.
    Metal,
    /// A contact shadow: a flat patch that fades out from its centre, as given by its ink.
    Contact,
    /// A flat colour on a cell, below everything on the cell.
    Mark,
    /// A flat colour in the air: flames, panes, plates.
    Veil,
}

impl Substance {
    const fn define(self) -> &'static str {
        match self {
            Substance::Wood => "WOOD",
            Substance::Stone => "STONE",
            Substance::Felt => "FELT",
            Substance::Lacquer => "LACQUER",
            Substance::Resin => "RESIN",
            Substance::Metal => "METAL",
            Substance::Contact => "CONTACT",
            // Drawn alike, but in a different order.
            Substance::Mark | Substance::Veil => "MARK",
        }
    }
}

/// The uniforms of a surface, as read by the shader.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct MaterialUniform {
    /// The main colour, linear.
    pub base: Vec4,
    /// The colour of rings, specks and fibres, linear.
    pub grain: Vec4,
    /// The colour of engravings, linear.
    pub ink: Vec4,
    /// Fineness of the texture (1 for the wood of a chessman), roughness 0 to 1, wear 0 to 1, and
    /// radius in metres beyond which it fades into the dark (0 for never).
    pub measure: Vec4,
    /// The local axis of the fibres.
    pub fibre: Vec4,
}

/// A surface.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, PartialEq)]
#[bind_group_data(SurfaceKey)]
pub struct Surface {
    /// Colours and measures.
    #[uniform(0)]
    pub uniform: MaterialUniform,
    /// The substance.
    pub substance: Substance,
    /// The render quality.
    pub quality: Quality,
    /// Whether objects behind it are visible, as for a piece that hides a target.
    pub translucent: bool,
}

/// The properties of a surface that select its shader variant.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SurfaceKey {
    substance: Substance,
    quality: Quality,
    worn: bool,
    fading: bool,
    translucent: bool,
}

impl From<&Surface> for SurfaceKey {
    fn from(surface: &Surface) -> Self {
        let Surface { uniform: MaterialUniform { measure, .. }, substance, quality, translucent } = *surface;
        SurfaceKey { substance, quality, worn: measure.z > 0.0, fading: measure.w > 0.0, translucent }
    }
}

impl Surface {
    /// A surface of two colours (`sRGB`, as in colour pickers) and roughness 0 to 1, at low
    /// quality.
    #[must_use]
    pub fn new(substance: Substance, base: [u8; 3], grain: [u8; 3], roughness: f32) -> Self {
        let uniform = MaterialUniform {
            base: linear(base),
            grain: linear(grain),
            ink: Vec4::new(0.0, 0.0, 0.0, 1.0),
            measure: Vec4::new(1.0, roughness, 0.0, 0.0),
            fibre: Vec4::Y,
        };
        Surface { uniform, substance, quality: Quality::Low, translucent: false }
    }

    /// Sets the colour of engravings, `sRGB`.
    #[must_use]
    pub fn ink(mut self, colour: [u8; 3]) -> Self {
        self.uniform.ink = linear(colour);
        self
    }

    /// Sets the local axis of the fibres, and the fineness of the texture relative to that of a
    /// chessman.
    #[must_use]
    pub fn fibre(mut self, along: Vec3, fineness: f32) -> Self {
        self.uniform.fibre = along.extend(0.0);
        self.uniform.measure.x = fineness;
        self
    }

    /// Sets the wear, 0 to 1.
    #[must_use]
    pub fn worn(mut self, wear: f32) -> Self {
        self.uniform.measure.z = wear;
        self
    }

    /// Makes the surface fade beyond this radius, m, into a colour, `sRGB`, which replaces the ink.
    #[must_use]
    pub fn fading(mut self, radius: f32, into: [u8; 3]) -> Self {
        self.uniform.measure.w = radius;
        self.ink(into)
    }

    /// Sets the opacity at normal incidence, 0 to 1.
    #[must_use]
    pub fn see_through(mut self, alpha: f32) -> Self {
        self.uniform.base.w = alpha;
        self
    }

    /// Sets the quality.
    #[must_use]
    pub fn at(mut self, quality: Quality) -> Self {
        self.quality = quality;
        self
    }
}

fn linear([red, green, blue]: [u8; 3]) -> Vec4 {
    LinearRgba::from(Srgba::rgb_u8(red, green, blue)).to_vec4()
}

impl Material for Surface {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        match self.substance {
            _ if self.translucent => AlphaMode::Blend,
            Substance::Contact | Substance::Mark | Substance::Veil => AlphaMode::Blend,
            _ => AlphaMode::Opaque,
        }
    }

    /// Orders translucent surfaces from back to front: first those on the table; then the marks,
    /// which must not be visible through them; then those in the air and translucent pieces. The
    /// offsets exceed all distances, m.
    fn depth_bias(&self) -> f32 {
        const NEARER: f32 = 100.0;
        match self.substance {
            Substance::Veil => 2.0 * NEARER,
            _ if self.translucent => 2.0 * NEARER,
            Substance::Mark => NEARER,
            _ => 0.0,
        }
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let SurfaceKey { substance, quality, worn, fading, translucent } = key.bind_group_data;
        let defines = || {
            let physical = quality > Quality::Low;
            let coated = quality == Quality::High
                && matches!(substance, Substance::Wood | Substance::Lacquer | Substance::Resin);
            let also = [
                ("FINE", physical),
                ("PHYSICAL", physical),
                ("WORN", worn),
                ("FADING", fading),
                ("TRANSLUCENT", translucent),
                ("STANDARD_MATERIAL_CLEARCOAT", coated),
                // Turned wood is the only wood without wear.
                ("STANDARD_MATERIAL_ANISOTROPY", coated && substance == Substance::Wood && !worn),
            ];
            let also = also.into_iter().filter_map(|(name, is)| is.then_some(name));
            std::iter::once(substance.define()).chain(also).map(Into::into)
        };
        descriptor.vertex.shader_defs.extend(defines());
        if let Some(fragment) = descriptor.fragment.as_mut() {
            fragment.shader_defs.extend(defines());
        }
        Ok(())
    }
}

/// A glow that draws attention to an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Glow {
    /// No glow.
    #[default]
    None,
    /// Gold: selected.
    Chosen,
    /// Blue-green: can be selected.
    Offered,
    /// Orange-red: in danger, or forbidden by a rule.
    Warned,
}

/// The shader's data for an entity, as its [`MeshTag`]: a seed for its place in the block of
/// material, so that no two pieces have the same grain, and a glow of this strength, 0 to 1.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to 255")]
pub fn tag(seed: u16, glow: Glow, strength: f32) -> MeshTag {
    let strength = (strength.clamp(0.0, 1.0) * 255.0) as u32;
    MeshTag(u32::from(seed) | strength << 16 | (glow as u32) << 24)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_keeps_its_parts_apart() {
        assert_eq!(tag(7, Glow::Warned, 1.0), MeshTag(0x03ff_0007));
    }
}
