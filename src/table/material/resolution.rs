//! Drawing fewer pixels than are shown, for graphics adapters that are too slow for all of them. Panels stay sharp.

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

const SHADER: &str = "embedded://fairground/table/material/resolution.wgsl";

/// How finely a camera draws. Without it, it draws all pixels.
#[derive(Component, ExtractComponent, ShaderType, Debug, Clone, Copy, Default, PartialEq)]
pub struct Resolution {
    /// Pixels drawn over pixels shown along an edge, less than 1.
    pub scale: f32,
    /// Pixels that are shown.
    pub shown: Vec2,
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

/// Cameras with a [`Resolution`] draw as finely as it says.
pub fn plugin(app: &mut App) {
    embedded_asset!(app, "resolution.wgsl");
    app.add_plugins(FullscreenMaterialPlugin::<Resolution>::default());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, limit.in_set(RenderSystems::PrepareViews));
    }
}

/// Keeps the main pass to the pixels that are to be drawn.
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
