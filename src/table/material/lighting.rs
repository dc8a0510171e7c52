//! Light and cameras.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap, ShadowFilteringMethod};
use bevy::prelude::*;

use super::Quality;

/// What the table fades into, `sRGB`.
pub const DARK: [u8; 3] = [30, 23, 20];

/// Where the sun stands, seen from the table's middle.
const SUN: Vec3 = Vec3::new(-0.42, 0.86, 0.16);

/// The sun, with a shadow that reaches so far from the camera, m.
pub fn sun(reach: f32) -> impl Bundle {
    (
        Name::new("sun"),
        DirectionalLight { shadow_maps_enabled: true, shadow_depth_bias: 0.0006, shadow_normal_bias: 0.9, ..default() },
        CascadeShadowConfigBuilder { num_cascades: 1, minimum_distance: 0.02, maximum_distance: reach, ..default() }
            .build(),
        Transform::from_translation(SUN).looking_at(Vec3::ZERO, Vec3::Y),
    )
}

/// Size of the shadow map, pixels a side.
#[must_use]
pub fn shadow_map(quality: Quality) -> DirectionalLightShadowMap {
    DirectionalLightShadowMap { size: if quality == Quality::High { 4096 } else { 2048 } }
}

/// What a camera on the table needs: the surfaces bring colours into range themselves.
pub fn camera(quality: Quality) -> impl Bundle {
    let high = quality == Quality::High;
    (
        Camera3d::default(),
        Camera { clear_color: ClearColorConfig::Custom(Color::srgb_u8(DARK[0], DARK[1], DARK[2])), ..default() },
        Tonemapping::None,
        if high { Msaa::Sample4 } else { Msaa::Off },
        if high { ShadowFilteringMethod::Gaussian } else { ShadowFilteringMethod::Hardware2x2 },
    )
}
