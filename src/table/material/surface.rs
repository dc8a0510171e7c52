//! The one material of everything on the table: solid textures of wood, stone, felt, lacquer, resin and metal. At low quality they are
//! lit by one sun with one shadow map and a studio of soft lamps to reflect, 4 to 10 times cheaper than `StandardMaterial` without a
//! GPU; above that by Bevy's own physically based light.

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

/// The substance of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Substance {
    /// Rings, fibres and pores under oil.
    Wood,
    /// Speckled and rough.
    Stone,
    /// Woven or pressed cloth.
    Felt,
    /// A polished plastic or lacquered surface, dice.
    Lacquer,
    /// See-through, denser towards the rim, pyramids.
    Resin,
    /// Gold, bronze, iron.
    Metal,
    /// No matter but the darkness where a thing stands: a flat patch that fades from its middle to radius 1 of the colour's
    /// own measure.
    Contact,
    /// No matter: a plain colour laid over a cell, under all that stands there.
    Mark,
    /// No matter: a plain colour in the air. Flames, panes, plates.
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
            // Drawn alike, at another time.
            Substance::Mark | Substance::Veil => "MARK",
        }
    }
}

/// The numbers of a surface, as the shader reads them.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct MaterialUniform {
    /// The main colour, linear.
    pub base: Vec4,
    /// The colour of rings, specks and fibres, linear.
    pub grain: Vec4,
    /// The colour of engravings, linear.
    pub ink: Vec4,
    /// Fineness of the texture (1 for wood of a chessman), roughness 0 to 1, wear 0 to 1, radius in metres beyond which
    /// it fades into the dark (0 for never).
    pub measure: Vec4,
    /// Along which own axis the fibres run.
    pub fibre: Vec4,
}

/// A surface.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, PartialEq)]
#[bind_group_data(SurfaceKey)]
pub struct Surface {
    /// Its colours and measures.
    #[uniform(0)]
    pub uniform: MaterialUniform,
    /// Its substance.
    pub substance: Substance,
    /// How carefully it is drawn.
    pub quality: Quality,
    /// Whether the things behind it show through, as behind a piece that stands in the way.
    pub translucent: bool,
}

/// The parts of a surface that are compiled into its shader.
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
    /// A surface of two colours (`sRGB`, as colour pickers show them), roughness 0 to 1, at low quality.
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

    /// With engravings of this colour, `sRGB`.
    #[must_use]
    pub fn ink(mut self, colour: [u8; 3]) -> Self {
        self.uniform.ink = linear(colour);
        self
    }

    /// With fibres along this axis of its own, and a texture this many times as fine as a chessman's.
    #[must_use]
    pub fn fibre(mut self, along: Vec3, fineness: f32) -> Self {
        self.uniform.fibre = along.extend(0.0);
        self.uniform.measure.x = fineness;
        self
    }

    /// Worn so much, 0 to 1.
    #[must_use]
    pub fn worn(mut self, wear: f32) -> Self {
        self.uniform.measure.z = wear;
        self
    }

    /// Fading beyond this radius, m, into a colour, `sRGB`, which takes the place of the ink.
    #[must_use]
    pub fn fading(mut self, radius: f32, into: [u8; 3]) -> Self {
        self.uniform.measure.w = radius;
        self.ink(into)
    }

    /// Letting light through: `alpha` is how much of it is stopped face on, 0 to 1.
    #[must_use]
    pub fn see_through(mut self, alpha: f32) -> Self {
        self.uniform.base.w = alpha;
        self
    }

    /// Drawn with this care.
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
            // The things behind it are refracted instead.
            Substance::Resin if self.quality == Quality::High => AlphaMode::Opaque,
            Substance::Resin | Substance::Contact | Substance::Mark | Substance::Veil => AlphaMode::Blend,
            _ => AlphaMode::Opaque,
        }
    }

    /// Translucent surfaces are drawn from the back to the front: first those on the table, then the marks, which must not be seen
    /// through them, then those in the air and pieces that stand in the way. Nothing is as far away as these offsets, m.
    ///
    /// What refracts may be drawn in any order. It is sorted by colour, because Mesa's software driver makes another copy of the shader,
    /// and keeps it, whenever the colour's buffer changes.
    fn depth_bias(&self) -> f32 {
        const NEARER: f32 = 100.0;
        match self.substance {
            _ if self.reads_view_transmission_texture() => {
                NEARER * self.uniform.base.dot(Vec4::new(100.0, 10.0, 1.0, 0.0))
            }
            Substance::Veil => 2.0 * NEARER,
            _ if self.translucent => 2.0 * NEARER,
            Substance::Mark => NEARER,
            _ => 0.0,
        }
    }

    fn reads_view_transmission_texture(&self) -> bool {
        self.substance == Substance::Resin && self.quality == Quality::High && !self.translucent
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
            let clear = quality == Quality::High && substance == Substance::Resin && !translucent;
            let also = [
                ("FINE", physical),
                ("PHYSICAL", physical),
                ("WORN", worn),
                ("FADING", fading),
                ("TRANSLUCENT", translucent),
                ("STANDARD_MATERIAL_CLEARCOAT", coated),
                // Only turned wood does not wear.
                ("STANDARD_MATERIAL_ANISOTROPY", coated && substance == Substance::Wood && !worn),
                ("STANDARD_MATERIAL_SPECULAR_TRANSMISSION", clear),
                ("STANDARD_MATERIAL_DIFFUSE_OR_SPECULAR_TRANSMISSION", clear),
            ];
            let also = also.into_iter().filter_map(|(name, is)| is.then_some(name));
            std::iter::once(substance.define()).chain(also).map(Into::into)
        };
        descriptor.vertex.shader_defs.extend(defines());
        if let Some(fragment) = descriptor.fragment.as_mut() {
            fragment.shader_defs.extend(defines());
        }
        // A mark behind a pyramid would tint it.
        if let (Substance::Resin, false, Some(depth)) = (substance, translucent, &mut descriptor.depth_stencil) {
            depth.depth_write_enabled = Some(true);
        }
        Ok(())
    }
}

/// Light that a thing gives off to be noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Glow {
    /// None.
    #[default]
    None,
    /// Gold: chosen.
    Chosen,
    /// Green-blue: can be chosen.
    Offered,
    /// Orange-red: in danger, or a rule forbids it.
    Warned,
}

/// The shader's data about an entity, as its [`MeshTag`]: the piece of material that it was cut from, so that no two have the same
/// grain, and its glow of this strength, 0 to 1.
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
