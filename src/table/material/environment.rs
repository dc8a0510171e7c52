//! Procedural room around the table, used as light: a dim warm room with a large soft lamp
//! overhead, a window with a crossbar and a small warm lamp. Its cube maps light the table at
//! medium and high quality; one is the background.

use std::f32::consts::PI;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor, TextureViewDimension,
};

use super::mesh_assets::MeshCache;

/// Width of the specular map, pixels. Each mip level is half as wide and represents rougher
/// surfaces.
const SPECULAR: u32 = 128;

/// The number of mip levels of that map.
const LEVELS: u32 = 7;

/// Width of the diffuse map, pixels.
const DIFFUSE: u32 = 16;

/// Width of the background map, pixels.
const BACKGROUND: u32 = 256;

/// Blur of the background, as by a lens focused on the board; a roughness.
const OUT_OF_FOCUS: f32 = 0.16;

/// The maps.
#[derive(Resource)]
pub(super) struct Environment {
    /// Irradiance, indexed by the normal.
    pub diffuse: Handle<Image>,
    /// Radiance, indexed by direction, blurred more from level to level.
    pub specular: Handle<Image>,
    /// The room behind the table.
    pub background: Handle<Image>,
}

impl FromWorld for Environment {
    /// Computes the maps in a background task, because that takes longer than a frame.
    fn from_world(world: &mut World) -> Self {
        let images = world.resource::<Assets<Image>>();
        let [diffuse, specular, background] = [(); 3].map(|()| images.reserve_handle());
        let mut cache = world.resource_mut::<MeshCache>();
        cache.make_image(diffuse.clone(), || cube_map(DIFFUSE, 1, |towards, _| irradiance(towards)));
        cache.make_image(specular.clone(), || {
            cube_map(SPECULAR, LEVELS, |towards, level| radiance(towards, level as f32 / (LEVELS - 1) as f32))
        });
        cache.make_image(background.clone(), || cube_map(BACKGROUND, 1, |towards, _| radiance(towards, OUT_OF_FOCUS)));
        Environment { diffuse, specular, background }
    }
}

/// A rectangular lamp with soft edges.
struct Lamp {
    /// Direction of its centre.
    towards: Vec3,
    /// Direction of its width, at right angles to `towards`.
    along: Vec3,
    /// Half its width and height at distance 1.
    half: Vec2,
    /// Its light, linear.
    light: Vec3,
}

impl Lamp {
    /// The visible fraction in a direction, 0 to 1, with edges softened by `soft`.
    fn seen(&self, towards: Vec3, soft: f32) -> f32 {
        let far = towards.dot(self.towards);
        if far <= 0.05 {
            return 0.0;
        }
        let across = self.towards.cross(self.along);
        let at = Vec2::new(towards.dot(self.along), towards.dot(across)).abs() / far - self.half;
        let inside = Vec2::new(smoothstep(soft, -soft, at.x), smoothstep(soft, -soft, at.y));
        inside.x * inside.y
    }
}

/// The radiance of the room in a direction, blurred as by a surface of this roughness. White paper
/// in the sun has a radiance of about 1.
fn radiance(towards: Vec3, roughness: f32) -> Vec3 {
    let soft = 0.035 + 1.1 * roughness;
    let spread = 1.0 / (1.0 + 2.2 * roughness);
    let floor = Vec3::new(0.035, 0.024, 0.018);
    let wall = Vec3::new(0.136, 0.102, 0.080);
    let ceiling = Vec3::new(0.200, 0.179, 0.168);
    let up = towards.y;
    let mut light = floor.lerp(wall, smoothstep(-0.5 - roughness, 0.1 + roughness, up));
    light = light.lerp(ceiling, smoothstep(0.25 - roughness, 0.95, up));
    // Behind the players, because a board that reflects it looks veiled.
    let over = Lamp {
        towards: Vec3::new(0.22, 0.80, 0.56).normalize(),
        along: Vec3::new(0.80, -0.22, 0.0).normalize(),
        half: Vec2::new(0.55, 0.26),
        light: Vec3::new(2.8, 2.55, 2.2),
    };
    let window = Lamp {
        towards: Vec3::new(-0.82, 0.52, 0.24).normalize(),
        along: Vec3::new(0.281, 0.0, 0.960).normalize(),
        half: Vec2::new(0.30, 0.42),
        light: Vec3::new(2.1, 2.5, 3.0),
    };
    let corner = Lamp {
        towards: Vec3::new(0.86, 0.20, -0.47).normalize(),
        along: Vec3::new(0.48, 0.0, 0.877).normalize(),
        half: Vec2::new(0.07, 0.10),
        light: Vec3::new(3.4, 2.1, 1.05),
    };
    light += over.light * over.seen(towards, soft) * spread;
    // Sharp reflections show the crossbar of the window.
    let far = towards.dot(window.towards).max(0.05);
    let across = window.towards.cross(window.along);
    let at = Vec2::new(towards.dot(window.along), towards.dot(across)).abs() / far;
    let bar = 1.0 - smoothstep(0.015, 0.03 + soft, at.x.min(at.y));
    let cross = 1.0 - bar * (1.0 - smoothstep(0.04, 0.35, soft)) * 0.9;
    light += window.light * window.seen(towards, soft) * spread * cross;
    // The lampshade's glow is wider than its lamp.
    light + corner.light * (corner.seen(towards, soft) + 0.22 * corner.seen(towards, soft + 0.30)) * spread
}

/// The light reflected by a matt white surface with this normal: the mean radiance of the
/// half-space in front of it, weighted by the cosine.
fn irradiance(normal: Vec3) -> Vec3 {
    const RINGS: u32 = 12;
    const SPOKES: u32 = 24;
    let side = normal.any_orthonormal_vector();
    let other = normal.cross(side);
    let mut sum = Vec3::ZERO;
    for ring in 0..RINGS {
        // Rings of equal weight: the square of the sine is evenly spaced.
        let sine = ((ring as f32 + 0.5) / RINGS as f32).sqrt();
        let cosine = (1.0 - sine * sine).sqrt();
        for spoke in 0..SPOKES {
            let (y, x) = (2.0 * PI * (spoke as f32 + 0.5) / SPOKES as f32).sin_cos();
            sum += radiance(normal * cosine + (side * x + other * y) * sine, 0.12);
        }
    }
    sum / (RINGS * SPOKES) as f32
}

fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
    let share = ((x - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Builds a cube map with this many mip levels, given the light for each direction and level.
fn cube_map(width: u32, levels: u32, light: impl Fn(Vec3, u32) -> Vec3) -> Image {
    let mut data = Vec::new();
    for face in 0..6 {
        for level in 0..levels {
            let width = (width >> level).max(1);
            for y in 0..width {
                for x in 0..width {
                    let at = (UVec2::new(x, y).as_vec2() + 0.5) / width as f32 * 2.0 - 1.0;
                    for channel in light(direction(face, at), level).extend(1.0).to_array() {
                        data.extend_from_slice(&half(channel).to_le_bytes());
                    }
                }
            }
        }
    }
    let size = Extent3d { width, height: width, depth_or_array_layers: 6 };
    let mut image =
        Image::new_uninit(size, TextureDimension::D2, TextureFormat::Rgba16Float, RenderAssetUsages::RENDER_WORLD);
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = levels;
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    image.texture_view_descriptor =
        Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::Cube), ..default() });
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

/// The direction at a point of a cube face, -1 to 1 to the right and down. Cube maps are
/// left-handed, the world is not.
fn direction(face: u32, at: Vec2) -> Vec3 {
    let Vec2 { x, y } = at;
    let towards = match face {
        0 => Vec3::new(1.0, -y, -x),
        1 => Vec3::new(-1.0, -y, x),
        2 => Vec3::new(x, 1.0, y),
        3 => Vec3::new(x, -1.0, -y),
        4 => Vec3::new(x, -y, 1.0),
        _ => Vec3::new(-x, -y, -1.0),
    };
    (towards * Vec3::new(1.0, 1.0, -1.0)).normalize()
}

/// Converts a number from 0.0001 to 65,000 to a half-precision float, IEEE 754 binary16.
fn half(number: f32) -> u16 {
    /// The difference of the exponents' biases is 112.
    const SCALE: f32 = 1.0 / (1_u128 << 112) as f32;
    let bits = (number.clamp(0.0001, 65_000.0) * SCALE).to_bits() >> 13;
    u16::try_from(bits).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_floats_are_as_the_standard_has_them() {
        assert_eq!([1.0, 0.5, 2.0, 1.5, 1000.0].map(half), [0x3c00, 0x3800, 0x4000, 0x3e00, 0x63d0]);
    }

    #[test]
    fn the_room_is_brightest_overhead_and_never_black() {
        let [up, down, ahead] = [Vec3::Y, Vec3::NEG_Y, Vec3::NEG_Z].map(irradiance);
        assert!(
            up.min_element() > ahead.max_element() && ahead.min_element() > down.max_element(),
            "{up} {ahead} {down}"
        );
        assert!(down.min_element() > 0.01, "{down}");
    }

    #[test]
    fn a_rough_mirror_sees_a_wider_and_dimmer_lamp() {
        let lamp = Vec3::new(0.22, 0.80, 0.56).normalize();
        assert!(radiance(lamp, 0.0).x > radiance(lamp, 1.0).x);
        let beside = Quat::from_rotation_z(-0.75) * lamp;
        assert!(radiance(beside, 1.0).x > radiance(beside, 0.0).x);
    }

    /// The maps are made in the background and awaited together with meshes.
    #[test]
    fn the_maps_are_made_beside_the_frames() {
        use crate::table::material::{MeshAssets, Surface, mesh_assets};
        use bevy::app::TaskPoolPlugin;
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()))
            .add_plugins((mesh_assets::plugin, mesh_assets::image_plugin))
            .init_asset::<Image>()
            .init_asset::<Mesh>()
            .init_asset::<Surface>();
        app.init_resource::<Environment>();
        assert!(app.world().resource::<MeshCache>().is_making());
        app.world_mut().run_system_cached(|mut assets: MeshAssets| assets.wait()).unwrap();
        app.update();
        assert!(!app.world().resource::<MeshCache>().is_making());
        let (maps, images) = (app.world().resource::<Environment>(), app.world().resource::<Assets<Image>>());
        for (map, width) in [(&maps.diffuse, DIFFUSE), (&maps.specular, SPECULAR), (&maps.background, BACKGROUND)] {
            assert_eq!(images.get(map).unwrap().width(), width);
        }
    }
}
