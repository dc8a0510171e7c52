//! Opens the window.

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread;

use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};

use crate::app::{self, QualityOverride};
use crate::arena::{self, Adjudicator, Conditions, DrawRule, ResignRule};
use crate::capture;
use crate::cli::CliError;
use crate::cli::drawing::watch_options::WatchOptions;
use crate::engine::Side;
use crate::platform::folders;
use crate::platform::jobs::BACKGROUND_THREAD;
use crate::play::{Match, Replay};
use crate::rooms::RoomLink;
use crate::session::{
    Adjudicate, AdjudicationRule, Lobby, MatchRecorder, Notification, Quality, Series, Session, Verdict,
};

/// Opens the window, optionally with the link to a room or for a series of matches, and runs until
/// it is closed.
pub(super) fn open(
    mut session: Session,
    record: Option<PathBuf>,
    quality: Option<Quality>,
    invitation: Option<RoomLink>,
    show: WatchOptions,
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
    let torn = session.match_on_table().and_then(Match::torn).or_else(|| session.replay().and_then(Replay::torn));
    let torn = torn.map(|torn| Notification::new(torn.to_string()));
    let mut recorder = MatchRecorder::new(record, folders::matches());
    // Every match in the window is recorded, including one started from the command line.
    let unrecorded = session.match_on_table_mut().filter(|running| !running.is_recorded());
    let unrecorded = unrecorded.and_then(|running| recorder.record(running).err());
    let unrecorded = unrecorded.map(|error| Notification::new(error.to_string()));
    let mut app = app_with_display()?;
    app.insert_resource(QualityOverride(quality))
        .insert_resource(capture::SmoothPictures(quality.is_none()))
        .insert_resource(recorder);
    app::set_table(&mut app, session);
    app.insert_resource(Series::new(show.round, show.matches));
    if let Some((draw, resign)) = show.adjudication {
        app.insert_resource(AdjudicationRule::by(Box::new(Arbiter::new(draw, resign))));
    }
    if let Some(link) = invitation {
        app.world_mut().resource_mut::<Lobby>().propose(link);
    }
    for notification in torn.into_iter().chain(unrecorded) {
        app.world_mut().write_message(notification);
    }
    watch_panics();
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err(crash(FIRST_PANIC.get().map_or("unknown", String::as_str))),
    }
}

/// Ends hopeless and dead matches by the rules of tournaments.
struct Arbiter {
    conditions: Conditions,
    adjudicator: Adjudicator,
}

impl Arbiter {
    fn new(draw: DrawRule, resign: ResignRule) -> Arbiter {
        let conditions = Conditions { draw: Some(draw), resign: Some(resign), ..Conditions::default() };
        Arbiter { adjudicator: Adjudicator::new(&conditions), conditions }
    }
}

impl Adjudicate for Arbiter {
    fn after(&mut self, side: Side, score: Option<i32>, plies: u64) -> Option<Verdict> {
        Some(match self.adjudicator.after(side, score, plies)? {
            arena::Adjudication::Draw => Verdict::Draw,
            arena::Adjudication::Loss(loser) => Verdict::Loss(loser),
        })
    }

    fn restart(&mut self) {
        self.adjudicator = Adjudicator::new(&self.conditions);
    }
}

/// The panic message of Bevy's renderer on a display without a suitable pixel format, such as one
/// of 16 bits.
const NO_FORMAT: &str = "No supported formats for surface";

/// The message of the first panic of the window. Panics of background jobs do not end the program.
static FIRST_PANIC: OnceLock<String> = OnceLock::new();

/// Keeps the message of the first panic. A panic about the display is not printed, because it
/// becomes an error.
fn watch_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let message = info.payload_as_str().unwrap_or_default();
        let in_background = thread::current().name() == Some(BACKGROUND_THREAD);
        if in_background || FIRST_PANIC.set(message.to_string()).is_err() || message != NO_FORMAT {
            report(info);
        }
    }));
}

/// The error after a panic of the window with this message.
fn crash(message: &str) -> CliError {
    match message {
        NO_FORMAT => {
            let reason = "it has no pixel format that can be drawn to; a colour depth of 24 bits is needed".to_string();
            CliError::Display { name: display_name(), reason }
        }
        reason => CliError::Crash { reason: reason.to_string() },
    }
}

fn display_name() -> String {
    let name = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().find_map(std::env::var_os).unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Builds an app with Bevy's default plugins, which panic if the display cannot be opened. This
/// cannot be checked beforehand, because winit opens the display only once in a process.
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
        CliError::Display { name: display_name(), reason }
    })
}

/// The message of winit's `OsError`, without the place in its sources.
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
