//! The app with the window: table and panels.

mod display;
mod plugins;

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

use bevy::camera::CameraOutputMode;
use bevy::camera::visibility::RenderLayers;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::{PresentMode, WindowDestroyed, WindowResolution};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiGlobalSettings, PrimaryEguiContext};
use directories::ProjectDirs;

use crate::capture;
use crate::cli::CliError;
use crate::library;
use crate::rooms::RoomLink;
use crate::session::{
    KeptRooms, Lobby, MatchProgress, MatchRecorder, Notification, Quality, Session, SettingsStore, Showing,
    TableUpdate, View, WakeUp,
};
use crate::table::camera::{CameraTarget, Orbit};
use crate::table::layout::Places;
use crate::table::material::lighting;
use display::AskedQuality;
use plugins::WindowPlugins;

/// Opens the window, perhaps with the link to a room, and runs until it is closed.
pub(super) fn open(
    mut showing: Showing,
    record: Option<PathBuf>,
    quality: Option<Quality>,
    invitation: Option<RoomLink>,
) -> Result<(), CliError> {
    if std::env::var_os("DISPLAY").is_none()
        && std::env::var_os("WAYLAND_DISPLAY").is_none()
        && cfg!(target_os = "linux")
    {
        return Err(CliError::NoDisplay);
    }
    if !capture::offscreen::has_adapter() {
        return Err(capture::offscreen::CaptureError::NoAdapter.into());
    }
    let torn = match &showing {
        Showing::Match(running) => running.torn(),
        Showing::Replay(replay) => replay.torn(),
        Showing::Nothing => None,
    }
    .map(|torn| Notification::new(torn.to_string()));
    let own = ProjectDirs::from("", "", "fairground");
    let mut recorder = MatchRecorder::new(record, library::default_folder());
    // Every match in the window is kept, also one that the command line has begun.
    let unrecorded = match &mut showing {
        Showing::Match(running) if !running.is_recorded() => recorder.record(running).err(),
        _ => None,
    };
    let unrecorded = unrecorded.map(|error| Notification::new(error.to_string()));
    let mut app = app_with_display()?;
    app.add_plugins(WindowPlugins)
        .insert_resource(AskedQuality(quality))
        .insert_resource(capture::SmoothPictures(quality.is_none()))
        .insert_resource(recorder)
        .insert_resource(Session::of(showing))
        .insert_resource(WinitSettings { focused_mode: UpdateMode::Continuous, unfocused_mode: UpdateMode::Continuous })
        .add_systems(PreStartup, set_up)
        .add_systems(Startup, begin)
        .add_systems(Update, leave);
    if let Some(dirs) = own {
        let (store, settings, error) = SettingsStore::open(&dirs.config_dir().join("settings.json"));
        app.insert_resource(store).insert_resource(settings);
        if let Some(error) = error {
            app.world_mut().write_message(Notification::from(error));
        }
        let (kept, error) = KeptRooms::open(&dirs.data_dir().join("seats.json"));
        app.insert_resource(kept);
        if let Some(error) = error {
            app.world_mut().write_message(Notification::new(error));
        }
    }
    if let Some(link) = invitation {
        app.world_mut().resource_mut::<Lobby>().propose(link);
    }
    for notification in torn.into_iter().chain(unrecorded) {
        app.world_mut().write_message(notification);
    }
    app.run();
    Ok(())
}

/// An app with Bevy's own plugins. They panic if the display cannot be opened. There is no way to check beforehand, as winit opens it
/// only once in a process.
fn app_with_display() -> Result<App, CliError> {
    let plugins = DefaultPlugins.set(WindowPlugin { primary_window: Some(window()), ..default() }).set(LogPlugin {
        level: Level::ERROR,
        filter: "wgpu=error".into(),
        ..default()
    });
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let built = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut app = App::new();
        app.add_plugins(plugins);
        app
    }));
    panic::set_hook(hook);
    capture::offscreen::log_is_set_up();
    built.map_err(|reason| {
        let text = reason.downcast_ref::<String>().map(String::as_str);
        let reason = text.or_else(|| reason.downcast_ref().copied()).unwrap_or("Bevy does not start");
        let reason = without_source(reason).to_string();
        let name = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().find_map(std::env::var_os).unwrap_or_default();
        CliError::Display { name: name.to_string_lossy().into_owned(), reason }
    })
}

/// The message of an `OsError` of winit, without its place in the sources.
fn without_source(reason: &str) -> &str {
    let error = reason.split_once("OsError {").and_then(|(_, fields)| fields.split_once(", error: "));
    error.and_then(|(_, error)| error.strip_suffix(" })")).unwrap_or(reason)
}

fn window() -> Window {
    Window {
        title: "Fairground".into(),
        name: Some("fairground".into()),
        resolution: WindowResolution::new(1280, 720),
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

/// Spawns the cameras.
fn set_up(mut commands: Commands, mut egui: ResMut<EguiGlobalSettings>) {
    let orbit = Orbit::framing(View::White, Places::default().all(), 1.4);
    commands.spawn((lighting::camera(false), orbit, CameraTarget(orbit), orbit.transform(), orbit.projection()));
    // The panels have a camera of their own, so that the table's can be cropped.
    egui.auto_create_primary_context = false;
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Msaa::Off,
        Camera {
            order: 1,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::ALPHA_BLENDING),
                clear_color: ClearColorConfig::None,
            },
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
    ));
}

/// Lays the table at the start.
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
    progress.running = matches!(session.showing, Showing::Replay(_));
}

/// Ends the program also when the window is destroyed without being asked to close.
fn leave(mut destroyed: MessageReader<WindowDestroyed>, mut exit: MessageWriter<AppExit>) {
    if destroyed.read().next().is_some() {
        exit.write(AppExit::Success);
    }
}
