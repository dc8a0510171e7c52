//! The app for people, in a window or a browser: the table with its panels and the user's stored
//! data.

mod clock;
mod display;
mod plugins;

use bevy::camera::CameraOutputMode;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::WindowDestroyed;
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiGlobalSettings, PrimaryEguiContext};

use crate::platform::folders;
use crate::session::{
    KeptRooms, LearningProgress, MatchProgress, Notification, Session, SettingsStore, TableUpdate, View, WakeUp,
};
use crate::table::camera::{CameraTarget, DieInset, Orbit};
use crate::table::layout::Places;
use crate::table::material::lighting;
pub use display::QualityOverride;
use plugins::WindowPlugins;

/// Adds the table with its panels to an app with Bevy's default plugins, and shows `session` first.
/// Loads the user's settings, learning progress and seats in rooms.
pub fn set_table(app: &mut App, session: Session) {
    app.add_plugins(WindowPlugins)
        .init_resource::<QualityOverride>()
        .insert_resource(session)
        .insert_resource(WinitSettings { focused_mode: UpdateMode::Continuous, unfocused_mode: UpdateMode::Continuous })
        .add_systems(PreStartup, set_up)
        .add_systems(Startup, begin)
        .add_systems(Update, leave);
    if let Some(file) = folders::settings() {
        let (store, settings, error) = SettingsStore::open(&file);
        app.insert_resource(store).insert_resource(settings);
        if let Some(error) = error {
            app.world_mut().write_message(Notification::from(error));
        }
    }
    if let (Some(lessons), Some(puzzles)) = (folders::lessons(), folders::puzzles()) {
        let (progress, errors) = LearningProgress::open(&lessons, &puzzles);
        app.insert_resource(progress);
        for error in errors {
            app.world_mut().write_message(Notification::new(error));
        }
    }
    if let Some(file) = folders::seats() {
        let (kept, error) = KeptRooms::open(&file);
        app.insert_resource(kept);
        if let Some(error) = error {
            app.world_mut().write_message(Notification::new(error));
        }
    }
}

/// Spawns the cameras.
fn set_up(mut commands: Commands, mut egui: ResMut<EguiGlobalSettings>) {
    let orbit = Orbit::framing(View::White, Places::default().outline(), 1.4);
    commands.spawn((lighting::camera(false), orbit, CameraTarget(orbit), orbit.transform(), orbit.projection()));
    commands.spawn((lighting::camera(true), DieInset::default())).insert(DieInset::camera());
    // The panels have their own camera, so that the table's camera can be cropped.
    egui.auto_create_primary_context = false;
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Msaa::Off,
        Camera {
            order: 2,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::ALPHA_BLENDING),
                clear_color: ClearColorConfig::None,
            },
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
    ));
}

/// Sets up the table at the start.
fn begin(
    session: Res<Session>,
    mut updates: MessageWriter<TableUpdate>,
    mut progress: ResMut<MatchProgress>,
    proxy: Res<EventLoopProxyWrapper>,
    mut wake: ResMut<WakeUp>,
) {
    let proxy = (**proxy).clone();
    *wake = WakeUp::by(move || {
        // If the event loop has ended, there is nothing to wake.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
    if let Some(game) = session.game() {
        updates.write(TableUpdate::reset(game));
    }
    progress.replay_playing = session.replay().is_some();
}

/// Quits when the window is destroyed, even without a close request.
fn leave(mut destroyed: MessageReader<WindowDestroyed>, mut exit: MessageWriter<AppExit>) {
    if destroyed.read().next().is_some() {
        exit.write(AppExit::Success);
    }
}
