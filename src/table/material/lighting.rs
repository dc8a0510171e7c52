//! Lights and cameras.

use bevy::anti_alias::taa::TemporalAntiAliasing;
use bevy::camera::{Exposure, Hdr, ScalingMode};
use bevy::core_pipeline::prepass::{DepthPrepass, MotionVectorPrepass, NormalPrepass};
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::light::{
    CascadeShadowConfig, CascadeShadowConfigBuilder, DirectionalLightShadowMap, ShadowFilteringMethod,
    SimulationLightSystems, Skybox,
};
use bevy::pbr::{ContactShadows, ScreenSpaceAmbientOcclusion, ScreenSpaceAmbientOcclusionQualityLevel};
use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;
use bevy::render::camera::{MipBias, TemporalJitter};

use super::environment::Environment;
use super::mesh_assets::{MeshAssets, image_plugin};
use super::palette::DARK;
use super::resolution::Resolution;
use crate::session::{InsetCamera, Quality};

/// Direction of the sun from the centre of the table, for White's view.
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
    /// Whether each frame is independent instead of being mixed with earlier ones, as in films that
    /// may be interrupted.
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
            apply.run_if(
                resource_changed::<Quality>.or_else(any_match_filter::<Added<TableCamera>>).or_else(lens_changed),
            ),
        )
        .add_systems(
            PostUpdate,
            (
                turn_room.before(TransformSystems::Propagate),
                shade_what_is_seen.before(SimulationLightSystems::UpdateDirectionalLightCascades),
            ),
        );
}

/// The sun, with shadows up to this distance from the camera, m.
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
        sunshine(Quat::IDENTITY),
    )
}

/// The components of a table camera at any quality; for `independent_frames` see
/// [`TableCamera::independent_frames`].
pub fn camera(independent_frames: bool) -> impl Bundle {
    let dark = ClearColorConfig::Custom(Color::srgb_u8(DARK[0], DARK[1], DARK[2]));
    (TableCamera { independent_frames }, Camera { clear_color: dark, ..default() }, EXPOSURE)
}

/// Turns the sun and the light of the room with the viewer. The lamp stays behind the viewer,
/// because boards that reflect it look veiled.
fn turn_room(
    mut cameras: Query<(&Transform, Option<&mut EnvironmentMapLight>, Has<InsetCamera>), With<TableCamera>>,
    mut suns: Query<&mut Transform, (With<DirectionalLight>, Without<TableCamera>)>,
) {
    let mut turned = None;
    for (transform, light, inset) in &mut cameras {
        let right = transform.rotation * Vec3::X;
        let rotation = Quat::from_rotation_y((-right.z).atan2(right.x));
        if !inset {
            turned.get_or_insert(rotation);
        }
        if let Some(mut light) = light
            && light.rotation != rotation
        {
            light.rotation = rotation;
        }
    }
    let Some(rotation) = turned else { return };
    for mut sun in &mut suns {
        sun.set_if_neq(sunshine(rotation));
    }
}

/// The pose of the sun for a viewer turned by this rotation.
fn sunshine(rotation: Quat) -> Transform {
    Transform::from_translation(rotation * SUN).looking_at(Vec3::ZERO, Vec3::Y)
}

/// Height of the highest objects that cast a shadow, m.
const HIGHEST: f32 = 0.2;

/// Depth of the table top below the cells, with some margin, m.
const DEPTH: f32 = 0.05;

/// Restricts the shadow map to the part of the table that a camera sees, for fine shadows at any
/// distance.
fn shade_what_is_seen(
    cameras: Query<(&Transform, &Projection), (With<TableCamera>, Without<InsetCamera>)>,
    mut suns: Query<&mut CascadeShadowConfig, With<DirectionalLight>>,
) {
    let Some([near, far]) = cameras.iter().next().and_then(|(camera, lens)| reach(camera, lens)) else { return };
    for mut config in &mut suns {
        if config.bounds.first() != Some(&far) || config.minimum_distance != near {
            config.minimum_distance = near;
            config.bounds = vec![far];
        }
    }
}

/// The smallest and largest distance of the visible part of the table, m; `None` for a camera that
/// does not look down.
fn reach(camera: &Transform, lens: &Projection) -> Option<[f32; 2]> {
    let down = -camera.forward().y;
    let middle = camera.translation.y / down;
    let half = match lens {
        Projection::Perspective(lens) => middle * (lens.fov / 2.0).tan(),
        Projection::Orthographic(lens) => match lens.scaling_mode {
            ScalingMode::FixedVertical { viewport_height } => viewport_height / 2.0,
            _ => middle,
        },
        Projection::Custom(_) => middle,
    };
    // The table recedes by this much from the middle of the picture to its upper edge.
    let away = half * (1.0 - down * down).sqrt() / down.max(0.2);
    (down > 0.0).then(|| [(middle - away - HIGHEST).max(0.02), middle + 1.35 * away + DEPTH])
}

/// Width of the shadow map, texels. At medium quality, an integrated graphics card can filter it in
/// each frame.
const fn shadow_map_size(quality: Quality) -> usize {
    match quality {
        Quality::Low | Quality::Medium => 2048,
        Quality::High => 4096,
    }
}

/// The components of a camera that depend on the quality, and the components they require.
type QualityComponents = (
    (DepthPrepass, NormalPrepass, MotionVectorPrepass, TemporalJitter, MipBias),
    (NoViewport, Hdr, EnvironmentMapLight, Skybox, Bloom),
    (ScreenSpaceAmbientOcclusion, ContactShadows, TemporalAntiAliasing),
);

/// Whether frames of a camera are mixed with earlier ones. Bevy's jitter, which this takes, is right
/// only in perspective.
fn mixes_frames(quality: Quality, camera: &TableCamera, reduced: bool, lens: &Projection) -> bool {
    quality == Quality::High && !camera.independent_frames && !reduced && matches!(lens, Projection::Perspective(_))
}

/// Whether a camera has got another kind of lens.
fn lens_changed(
    quality: Res<Quality>,
    cameras: Query<(&TableCamera, Has<Resolution>, &Projection, Has<TemporalAntiAliasing>)>,
) -> bool {
    cameras.iter().any(|(camera, reduced, lens, mixes)| mixes_frames(*quality, camera, reduced, lens) != mixes)
}

fn apply(
    mut commands: Commands,
    quality: Res<Quality>,
    mut assets: MeshAssets,
    mut shadow_map: ResMut<DirectionalLightShadowMap>,
    cameras: Query<(Entity, &TableCamera, Has<Resolution>, &Projection)>,
) {
    let quality = *quality;
    assets.set_quality(quality);
    shadow_map.size = shadow_map_size(quality);
    for (camera, table_camera, reduced, lens) in &cameras {
        let mixes_frames = mixes_frames(quality, table_camera, reduced, lens);
        commands.entity(camera).remove::<QualityComponents>();
        if quality == Quality::Low {
            // The surfaces do their own tone mapping.
            let plain = (Tonemapping::None, DebandDither::Disabled, Msaa::Sample4, ShadowFilteringMethod::Hardware2x2);
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
            // Of Bevy's tone mappings this one separates the woods best: TonyMcMapface and AgX wash
            // them out.
            camera.insert((Hdr, Tonemapping::AcesFitted, DebandDither::Enabled, light, room));
            camera.insert(ShadowFilteringMethod::Gaussian);
            if quality == Quality::Medium {
                camera.insert(Msaa::Sample4);
                return;
            }
            camera.insert(Bloom { intensity: 0.06, ..Bloom::NATURAL });
            if !mixes_frames {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_reach_as_far_as_the_picture_and_no_farther() {
        for (pitch, distance) in [(0.65_f32, 1.2_f32), (0.65, 3.0), (1.57, 1.0)] {
            let at = Vec3::new(0.0, pitch.sin(), pitch.cos()) * distance;
            let camera = Transform::from_translation(at).looking_at(Vec3::ZERO, Vec3::NEG_Z);
            let fov = 0.3_f32;
            let lens = Projection::Perspective(PerspectiveProjection { fov, ..default() });
            let [near, far] = reach(&camera, &lens).unwrap();
            // The table at the lower and the upper edge of the picture.
            let depth = |angle: f32| at.y / (pitch + angle).sin() * angle.cos();
            assert!(near < depth(fov / 2.0) - 0.1 && far > depth(-fov / 2.0) + 0.02, "{pitch}: {near} to {far}");
            assert!(far - near < 1.3 * distance + 0.5, "{pitch}: {near} to {far}");
        }
        assert_eq!(reach(&Transform::IDENTITY, &Projection::default()), None);
    }
}
