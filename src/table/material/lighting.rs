//! Lights and cameras.

use bevy::anti_alias::taa::TemporalAntiAliasing;
use bevy::camera::{Exposure, Hdr};
use bevy::core_pipeline::prepass::{DepthPrepass, MotionVectorPrepass, NormalPrepass};
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap, ShadowFilteringMethod, Skybox};
use bevy::pbr::{
    ContactShadows, ScreenSpaceAmbientOcclusion, ScreenSpaceAmbientOcclusionQualityLevel, ScreenSpaceTransmission,
    ScreenSpaceTransmissionQuality,
};
use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;
use bevy::render::camera::{MipBias, TemporalJitter};

use super::environment::Environment;
use super::mesh_assets::{MeshAssets, image_plugin};
use super::palette::DARK;
use super::resolution::Resolution;
use crate::session::Quality;

/// Direction of the sun from the centre of the table.
const SUN: Vec3 = Vec3::new(-0.42, 0.86, 0.16);

/// The luminance of white paper in the sun at the exposure of [`EXPOSURE`], cd/m².
const PAPER: f32 = 1_000.0;

/// The exposure at which [`PAPER`] is slightly brighter than white, since tone mapping darkens it.
const EXPOSURE: Exposure = Exposure { ev100: Exposure::EV100_BLENDER - 0.25 };

/// Illuminance of the sun, lux: 2.1 times the value at which white paper, a diffuse reflector, has
/// the luminance [`PAPER`].
const SUNLIGHT: f32 = 2.1 * std::f32::consts::PI * PAPER;

/// Frames that temporal antialiasing takes to settle.
pub const SETTLING: u32 = 7;

/// A camera on the table. Systems add the components required by the current quality.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[require(Camera3d)]
pub struct TableCamera {
    /// Whether each frame is independent instead of being mixed with earlier ones, as needed for
    /// films that may be interrupted.
    pub independent_frames: bool,
}

/// A camera whose effects read all pixels of its target, so that it cannot have a viewport.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoViewport;

/// Applies the resource [`Quality`] to cameras, surfaces and shadows.
pub fn plugin(app: &mut App) {
    app.init_resource::<Quality>()
        .add_plugins(image_plugin)
        .add_systems(
            PreUpdate,
            apply.run_if(resource_changed::<Quality>.or_else(any_match_filter::<Added<TableCamera>>)),
        )
        .add_systems(PostUpdate, turn_room);
}

/// The sun; its shadows reach to this distance from the camera, m.
pub fn sun(reach: f32) -> impl Bundle {
    let light = DirectionalLight {
        color: Color::linear_rgb(1.0, 0.913, 0.795),
        illuminance: SUNLIGHT,
        shadow_maps_enabled: true,
        contact_shadows_enabled: true,
        shadow_depth_bias: 0.0006,
        shadow_normal_bias: 0.9,
        ..default()
    };
    (
        Name::new("sun"),
        light,
        CascadeShadowConfigBuilder { num_cascades: 1, minimum_distance: 0.02, maximum_distance: reach, ..default() }
            .build(),
        Transform::from_translation(SUN).looking_at(Vec3::ZERO, Vec3::Y),
    )
}

/// The components of a table camera at any quality; for `independent_frames` see
/// [`TableCamera::independent_frames`].
pub fn camera(independent_frames: bool) -> impl Bundle {
    let dark = ClearColorConfig::Custom(Color::srgb_u8(DARK[0], DARK[1], DARK[2]));
    (TableCamera { independent_frames }, Camera { clear_color: dark, ..default() }, EXPOSURE)
}

/// Turns the light of the room with the viewer, so that its lamp stays behind them. Otherwise
/// boards would reflect it and look veiled.
fn turn_room(mut cameras: Query<(&Transform, &mut EnvironmentMapLight)>) {
    for (transform, mut light) in &mut cameras {
        let right = transform.rotation * Vec3::X;
        let rotation = Quat::from_rotation_y((-right.z).atan2(right.x));
        if light.rotation != rotation {
            light.rotation = rotation;
        }
    }
}

/// Width of the shadow map, texels. At medium quality an integrated graphics card can filter it in
/// each frame.
const fn shadow_map_size(quality: Quality) -> usize {
    match quality {
        Quality::Low => 1024,
        Quality::Medium => 2048,
        Quality::High => 4096,
    }
}

/// The components of a camera that depend on the quality, and those required by them.
type QualityComponents = (
    (DepthPrepass, NormalPrepass, MotionVectorPrepass, TemporalJitter, MipBias),
    (NoViewport, Hdr, EnvironmentMapLight, Skybox, Bloom),
    (ScreenSpaceAmbientOcclusion, ContactShadows, ScreenSpaceTransmission, TemporalAntiAliasing),
);

fn apply(
    mut commands: Commands,
    quality: Res<Quality>,
    mut assets: MeshAssets,
    mut shadow_map: ResMut<DirectionalLightShadowMap>,
    cameras: Query<(Entity, &TableCamera, Has<Resolution>)>,
) {
    let quality = *quality;
    assets.set_quality(quality);
    shadow_map.size = shadow_map_size(quality);
    for (camera, &TableCamera { independent_frames }, reduced) in &cameras {
        commands.entity(camera).remove::<QualityComponents>();
        if quality == Quality::Low {
            // The surfaces do their own tone mapping.
            let plain = (Tonemapping::None, DebandDither::Disabled, Msaa::Off, ShadowFilteringMethod::Hardware2x2);
            commands.entity(camera).insert(plain);
            continue;
        }
        commands.queue(move |world: &mut World| {
            world.init_resource::<Environment>();
            let maps = world.resource::<Environment>();
            let light = EnvironmentMapLight {
                diffuse_map: maps.diffuse.clone(),
                specular_map: maps.specular.clone(),
                intensity: 1.2 * PAPER,
                ..default()
            };
            let room = Skybox { image: Some(maps.background.clone()), brightness: PAPER, ..default() };
            let Ok(mut camera) = world.get_entity_mut(camera) else { return };
            // Of Bevy's tone mappings it separates the woods best: TonyMcMapface and AgX wash them
            // out.
            camera.insert((Hdr, Tonemapping::AcesFitted, DebandDither::Enabled, light, room));
            camera.insert(ShadowFilteringMethod::Gaussian);
            if quality == Quality::Medium {
                camera.insert(Msaa::Sample4);
                return;
            }
            camera.insert((
                Bloom { intensity: 0.06, ..Bloom::NATURAL },
                ScreenSpaceTransmission { steps: 1, quality: ScreenSpaceTransmissionQuality::Low },
            ));
            if independent_frames || reduced {
                // Ambient occlusion is grainy unless frames are mixed, and both work only at full
                // resolution.
                camera.insert(Msaa::Sample4);
                return;
            }
            camera.insert((
                NoViewport,
                Msaa::Off,
                TemporalAntiAliasing::default(),
                ScreenSpaceAmbientOcclusion {
                    quality_level: ScreenSpaceAmbientOcclusionQualityLevel::Low,
                    constant_object_thickness: 0.02,
                },
                ContactShadows { linear_steps: 8, thickness: 0.008, length: 0.02 },
            ));
        });
    }
}
