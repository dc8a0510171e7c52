//! Window management: quality, full screen, and the rate of redrawing.

use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use bevy::winit::{UpdateMode, WinitSettings};

use crate::session::{
    CurrentRoom, GameSet, IDLE, InputCommand, NextFrame, Quality, Session, Settings, on_key, waits_for_user,
};
use crate::table::camera::{self, Orbit};
use crate::table::material::{Resolution, lighting};

/// Time between frames while a screen reader is connected, s: its requests do not wake the window.
const READ: f32 = 0.1;

/// The quality given on the command line. It overrides the settings.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QualityOverride(pub Option<Quality>);

/// Shows the table in a window.
pub fn plugin(app: &mut App) {
    app.add_systems(PreStartup, choose_quality)
        .add_systems(
            Update,
            (toggle_fullscreen.run_if(on_key(InputCommand::FullScreen)), fill_screen).chain().in_set(GameSet::Input),
        )
        .add_systems(Update, apply_resolution.after(GameSet::Input))
        .add_systems(Update, name_window.after(GameSet::Update))
        .add_systems(
            Update,
            (choose_quality.run_if(resource_changed::<Settings>), set_update_mode).after(GameSet::Rest),
        );
}

/// The best quality that an adapter draws smoothly.
fn fitting(adapter: Option<&RenderAdapterInfo>) -> Quality {
    match adapter.map(|adapter| format!("{:?}", adapter.device_type)).as_deref() {
        Some("Cpu") => Quality::Low,
        Some("DiscreteGpu" | "VirtualGpu") => Quality::High,
        _ => Quality::Medium,
    }
}

fn choose_quality(
    (asked, settings, adapter): (Res<QualityOverride>, Res<Settings>, Option<Res<RenderAdapterInfo>>),
    mut quality: ResMut<Quality>,
) {
    quality.set_if_neq(asked.0.or(settings.quality).unwrap_or_else(|| fitting(adapter.as_deref())).possible());
}

/// Shows in the window title that a match in a room waits for the user, because the title is
/// visible while another window has the focus.
fn name_window(room: Res<CurrentRoom>, session: Res<Session>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let here = room.on_table().is_some_and(|joined| !joined.connection().is_over());
    let waits = here && session.live_match().is_some_and(waits_for_user);
    let title = if waits { "Your turn – Fairground" } else { "Fairground" };
    for mut window in &mut windows {
        if window.title != title {
            window.title = title.to_string();
        }
    }
}

fn toggle_fullscreen(mut settings: ResMut<Settings>) {
    settings.fullscreen = !settings.fullscreen;
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
fn apply_resolution(
    mut commands: Commands,
    settings: Res<Settings>,
    cameras: Query<(Entity, &Camera, Option<&Resolution>), With<Orbit>>,
    mut quality: ResMut<Quality>,
) {
    for (entity, camera, now) in &cameras {
        let shown = camera::shown_size(camera).unwrap_or_default().as_vec2();
        let pixels = camera.target_scaling_factor().unwrap_or(1.0);
        let wanted = Resolution::of(*quality, shown, pixels, f32::from(settings.resolution) / 100.0);
        if now == wanted.as_ref() {
            continue;
        }
        if now.is_some() != wanted.is_some() {
            // Some effects need the full resolution.
            quality.set_changed();
        }
        match wanted {
            Some(resolution) => commands.entity(entity).insert(resolution),
            None => commands.entity(entity).remove::<Resolution>(),
        };
    }
}

/// Redraws continuously, or at the frame limit of the settings, only while something moves.
fn set_update_mode(
    (next, settings, quality, reader): (Res<NextFrame>, Res<Settings>, Res<Quality>, Res<AccessibilityRequested>),
    mut settling: Local<u32>,
    mut winit: ResMut<WinitSettings>,
) {
    let moving = next.is_now();
    if moving || quality.is_changed() {
        *settling = if *quality == Quality::High { lighting::SETTLING } else { 0 };
    }
    let wanted = if moving || *settling > 0 {
        *settling = settling.saturating_sub(u32::from(!moving));
        match settings.frame_limit {
            None => UpdateMode::Continuous,
            // Input also waits for the next frame.
            Some(limit) => UpdateMode::Reactive {
                wait: Duration::from_secs_f32(1.0 / f32::from(limit)),
                react_to_device_events: false,
                react_to_user_events: false,
                react_to_window_events: false,
            },
        }
    } else {
        let longest = if reader.get() { READ } else { IDLE };
        UpdateMode::reactive(Duration::from_secs_f32(next.wait().min(longest)))
    };
    if winit.focused_mode != wanted {
        winit.focused_mode = wanted;
        winit.unfocused_mode = wanted;
    }
}

#[cfg(test)]
mod tests {
    use bevy::time::TimeUpdateStrategy;

    use super::*;
    use crate::engine::Side;
    use crate::games;
    use crate::play::{Match, Replay, Seat, Setup};
    use crate::session::{self, AnnotationColour, ConnectionState, KeyInput, PlayerCommand, TICK};

    /// The update mode after a second with this on the table.
    fn mode(session: Session, settings: Settings) -> UpdateMode {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, session::plugin))
            .init_resource::<AccessibilityRequested>()
            .insert_resource(Quality::Low)
            .insert_resource(settings)
            .insert_resource(session)
            .insert_resource(WinitSettings {
                focused_mode: UpdateMode::Continuous,
                unfocused_mode: UpdateMode::Continuous,
            })
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
            .add_systems(Update, set_update_mode.after(GameSet::Rest));
        app.world_mut().write_message(PlayerCommand::Run(true));
        (0..10).for_each(|_| app.update());
        app.world().resource::<WinitSettings>().focused_mode
    }

    fn chess(seats: [Seat; 2]) -> Match {
        Match::new(Setup::new(games::info("chess").unwrap(), seats, 1)).unwrap()
    }

    #[test]
    fn the_window_rests_while_a_bot_thinks() {
        let bot = Seat::Bot("search:time=600".parse().unwrap());
        let thinks = mode(Session::from(chess([bot, Seat::Human])), Settings::default());
        assert_eq!(thinks, UpdateMode::reactive(Duration::from_secs_f32(TICK)));
        let waits = mode(Session::from(chess([Seat::Human, bot])), Settings::default());
        assert_eq!(waits, UpdateMode::reactive(Duration::from_secs_f32(IDLE)));
    }

    #[test]
    fn a_key_fills_the_screen_and_another_press_gives_it_back() {
        let mut app = App::new();
        app.init_resource::<Settings>()
            .add_message::<KeyInput>()
            .add_systems(Update, (toggle_fullscreen.run_if(on_key(InputCommand::FullScreen)), fill_screen).chain());
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mut press = |command| {
            app.world_mut().write_message(KeyInput::Command(command, AnnotationColour::Plain));
            app.update();
            let filled = app.world().get::<Window>(window).unwrap().mode != WindowMode::Windowed;
            (filled, app.world().resource::<Settings>().fullscreen)
        };
        assert_eq!(press(InputCommand::Hint), (false, false));
        assert_eq!(press(InputCommand::FullScreen), (true, true));
        assert_eq!(press(InputCommand::Hint), (true, true));
        assert_eq!(press(InputCommand::FullScreen), (false, false));
    }

    #[test]
    fn the_window_rests_while_a_replay_pauses() {
        let mut running = chess([Seat::Human; 2]);
        running.act("e2e4").unwrap();
        let mut replay = Replay::of_match(&running);
        replay.go_to(0);
        let shown = |pause| mode(Session::from(replay.clone()), Settings { pause, ..default() });
        assert_eq!(shown(5.0), UpdateMode::reactive(Duration::from_secs_f32(TICK)));
        // The rest of the pause, and no longer.
        let UpdateMode::Reactive { wait, .. } = shown(1.05) else { panic!("it pauses") };
        assert!(wait < Duration::from_secs_f32(TICK), "{wait:?}");
    }

    #[test]
    fn the_title_tells_of_a_turn_in_a_room_while_the_seat_is_here() {
        let mut running = chess([Seat::Human; 2]);
        running.seat_remote(Side::Black);
        let mut app = App::new();
        app.insert_resource(Session::from(running)).add_systems(Update, name_window);
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        for (connection, title) in
            [(ConnectionState::Here, "Your turn – Fairground"), (ConnectionState::Elsewhere, "Fairground")]
        {
            app.insert_resource(CurrentRoom::without_server(connection));
            app.update();
            assert_eq!(app.world().get::<Window>(window).unwrap().title, title);
        }
    }
}
