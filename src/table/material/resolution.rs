//! Draws fewer pixels than are shown, for slow graphics adapters. Panels stay sharp.

use bevy::asset::embedded_asset;
use bevy::camera::MainPassResolutionOverride;
use bevy::core_pipeline::fullscreen_material::{FullscreenMaterial, FullscreenMaterialPlugin};
use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::BoxedSystem;
use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::render_resource::ShaderType;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::shader::ShaderRef;

use crate::session::Quality;

const SHADER: &str = "embedded://fairground/table/material/resolution.wgsl";

/// The resolution of a camera. Without it, the camera draws all pixels.
#[derive(Component, ExtractComponent, ShaderType, Debug, Clone, Copy, Default, PartialEq)]
pub struct Resolution {
    /// Pixels drawn over pixels shown, along an edge; less than 1.
    pub scale: f32,
    /// The number of pixels shown.
    pub shown: Vec2,
}

/// The largest number of pixels drawn at medium quality, full HD: an integrated graphics card can
/// light and antialias them in each frame.
const MEDIUM_PIXELS: f32 = 1920.0 * 1080.0;

/// The most pixels drawn per logical pixel below high quality. Phones have more, without a visible
/// difference.
const MAX_SCALE_FACTOR: f32 = 2.0;

impl Resolution {
    /// The resolution for a picture of this size, with `scale_factor` pixels per logical pixel and
    /// the scale `wanted` by the settings; `None` if all pixels are drawn.
    #[must_use]
    pub fn of(quality: Quality, shown: Vec2, scale_factor: f32, wanted: f32) -> Option<Resolution> {
        let finest = if quality == Quality::High { 1.0 } else { MAX_SCALE_FACTOR / scale_factor };
        let most = if quality == Quality::Medium { (MEDIUM_PIXELS / (shown.x * shown.y)).sqrt() } else { 1.0 };
        let scale = wanted.min(most).min(finest);
        (scale < 1.0).then_some(Resolution { scale, shown })
    }
}

impl FullscreenMaterial for Resolution {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn schedule_configs(system: ScheduleConfigs<BoxedSystem>) -> ScheduleConfigs<BoxedSystem> {
        use bevy::core_pipeline::{Core3dSystems, tonemapping::tonemapping};
        use bevy::post_process::bloom::bloom;
        system.in_set(Core3dSystems::PostProcess).before(tonemapping).before(bloom)
    }
}

/// Applies the [`Resolution`] of cameras.
pub fn plugin(app: &mut App) {
    embedded_asset!(app, "resolution.wgsl");
    app.add_plugins(FullscreenMaterialPlugin::<Resolution>::default());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, limit.in_set(RenderSystems::PrepareViews));
    }
}

/// Limits the main pass to the reduced resolution.
fn limit(
    mut commands: Commands,
    cameras: Query<(Entity, &Resolution)>,
    others: Query<Entity, (With<MainPassResolutionOverride>, Without<Resolution>)>,
) {
    for (camera, Resolution { scale, shown }) in &cameras {
        commands.entity(camera).insert(MainPassResolutionOverride((*shown * *scale).as_uvec2().max(UVec2::ONE)));
    }
    for camera in &others {
        commands.entity(camera).remove::<MainPassResolutionOverride>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medium_quality_draws_no_more_than_full_hd() {
        let drawn = |quality: Quality, shown: Vec2, wanted: f32| {
            let scale = Resolution::of(quality, shown, 1.0, wanted).map_or(1.0, |resolution| resolution.scale);
            (shown * scale).element_product()
        };
        let (hd, uhd) = (Vec2::new(1920.0, 1080.0), Vec2::new(3840.0, 2160.0));
        assert_eq!(Resolution::of(Quality::Medium, hd, 1.0, 1.0), None);
        assert!((drawn(Quality::Medium, uhd, 1.0) - hd.element_product()).abs() < 1.0);
        assert!((drawn(Quality::Medium, uhd, 0.25) - uhd.element_product() / 16.0).abs() < 1.0);
        assert_eq!(Resolution::of(Quality::High, uhd, 3.0, 1.0), None);
        assert_eq!(Resolution::of(Quality::Low, uhd, 2.0, 0.5), Some(Resolution { scale: 0.5, shown: uhd }));
        assert_eq!(Resolution::of(Quality::Medium, Vec2::ZERO, 1.0, 1.0), None);
    }

    #[test]
    fn a_phone_draws_two_pixels_along_a_logical_one() {
        let phone = Vec2::new(1170.0, 1170.0);
        let drawn = Resolution::of(Quality::Low, phone, 3.0, 1.0);
        assert_eq!(drawn, Some(Resolution { scale: 2.0 / 3.0, shown: phone }));
        assert_eq!(Resolution::of(Quality::Low, phone, 2.0, 1.0), None);
    }
}
