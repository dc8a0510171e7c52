//! How the window shows the table: its quality, whether it fills the screen, and how often it is drawn.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use bevy::winit::{UpdateMode, WinitSettings};

use crate::session::{Animating, Announcement, Filming, GameSet, MatchProgress, Quality, Session, Settings};
use crate::table::camera::{self, CameraTarget, Orbit};
use crate::table::material::{MeshCache, Resolution, lighting};
use crate::table::physics::Awake;

/// The time between two frames of an idle window, s. Input wakes it at once.
const IDLE: f32 = 10.0;

/// The same while a clock is running, or something is announced or the window is filmed, s.
const TICK: f32 = 0.25;

/// The quality that the command line asks for, which goes before the settings.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedQuality(pub Option<Quality>);

/// Everything that is shown of the table in a window.
pub fn plugin(app: &mut App) {
    app.add_systems(PreStartup, choose_quality)
        .add_systems(Update, (toggle_fullscreen, fill_screen).chain().in_set(GameSet::Input))
        .add_systems(Update, reduce.after(GameSet::Input))
        .add_systems(Update, (choose_quality.run_if(resource_changed::<Settings>), rest).after(GameSet::Present));
}

/// The best quality that an adapter draws with ease.
fn fitting(adapter: Option<&RenderAdapterInfo>) -> Quality {
    match adapter.map(|adapter| format!("{:?}", adapter.device_type)).as_deref() {
        Some("Cpu") => Quality::Low,
        Some("DiscreteGpu" | "VirtualGpu") => Quality::High,
        _ => Quality::Medium,
    }
}

fn choose_quality(
    (asked, settings, adapter): (Res<AskedQuality>, Res<Settings>, Option<Res<RenderAdapterInfo>>),
    mut quality: ResMut<Quality>,
) {
    quality.set_if_neq(asked.0.or(settings.quality).unwrap_or_else(|| fitting(adapter.as_deref())));
}

fn toggle_fullscreen(keys: Res<ButtonInput<KeyCode>>, mut settings: ResMut<Settings>) {
    if keys.just_pressed(KeyCode::F11) {
        settings.fullscreen = !settings.fullscreen;
    }
}

fn fill_screen(settings: Res<Settings>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let mode = if settings.fullscreen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    for mut window in &mut windows {
        if window.mode != mode {
            window.mode = mode;
        }
    }
}

/// Draws fewer pixels than are shown, if the settings say so.
fn reduce(
    mut commands: Commands,
    settings: Res<Settings>,
    cameras: Query<(Entity, &Camera, Option<&Resolution>), With<Orbit>>,
    mut quality: ResMut<Quality>,
) {
    for (entity, camera, now) in &cameras {
        let shown = camera::shown_size(camera).unwrap_or_default().as_vec2();
        let wanted = Resolution::of(*quality, shown, f32::from(settings.resolution) / 100.0);
        if now == wanted.as_ref() {
            continue;
        }
        if now.is_some() != wanted.is_some() {
            // Some effects want all pixels.
            quality.set_changed();
        }
        match wanted {
            Some(resolution) => commands.entity(entity).insert(resolution),
            None => commands.entity(entity).remove::<Resolution>(),
        };
    }
}

/// Redraws continuously, or as often as the settings allow, only while something moves.
fn rest(
    (animating, progress, session): (Res<Animating>, Res<MatchProgress>, Res<Session>),
    (awake, meshes): (Res<Awake>, Res<MeshCache>),
    (announcement, filming): (Res<Announcement>, Res<Filming>),
    (settings, quality): (Res<Settings>, Res<Quality>),
    cameras: Query<(&Orbit, &CameraTarget)>,
    mut settling: Local<u32>,
    mut winit: ResMut<WinitSettings>,
) {
    let bot = session.played().is_some_and(|running| running.pending().is_bots());
    let clock = session.played().is_some_and(|running| running.clock().is_some() && running.outcome().is_none());
    let ticks = clock || announcement.words().is_some() || filming.0.is_some();
    let gliding = cameras.iter().any(|(orbit, goal)| *orbit != goal.0);
    let moving = animating.0 || progress.active() || bot || gliding || awake.is_awake() || meshes.is_making();
    if moving || quality.is_changed() {
        *settling = if *quality == Quality::High { lighting::SETTLING } else { 0 };
    }
    let wanted = if moving || *settling > 0 {
        *settling = settling.saturating_sub(u32::from(!moving));
        match settings.frame_limit {
            None => UpdateMode::Continuous,
            // Input waits for the next frame, too.
            Some(limit) => UpdateMode::Reactive {
                wait: Duration::from_secs_f32(1.0 / f32::from(limit)),
                react_to_device_events: false,
                react_to_user_events: false,
                react_to_window_events: false,
            },
        }
    } else {
        UpdateMode::reactive(Duration::from_secs_f32(if ticks { TICK } else { IDLE }))
    };
    if winit.focused_mode != wanted {
        winit.focused_mode = wanted;
        winit.unfocused_mode = wanted;
    }
}
