//! Starts the table on a page.

use std::cell::RefCell;
use std::path::PathBuf;

use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::error_handler::{RenderError, RenderErrorHandler, RenderErrorPolicy};
use wasm_bindgen::prelude::wasm_bindgen;

use super::host::{self, Host};
use super::start_options::StartOptions;
use super::{script, text_form};
use crate::app::{self, QualityOverride};
use crate::capture::SmoothPictures;
use crate::platform::browser::{self, FromPage};
use crate::platform::clock::{Duration, SystemTime, UNIX_EPOCH};
use crate::platform::{folders, fs};
use crate::session::{MatchRecorder, Session};

/// The selector of the page's canvas.
const CANVAS: &str = "#table";

thread_local! {
    static KEPT: RefCell<Vec<(PathBuf, Vec<u8>, SystemTime)>> = const { RefCell::new(Vec::new()) };
}

/// Restores a file stored on an earlier visit, last changed at `changed`, in ms of Unix time.
/// Called before [`start`].
#[wasm_bindgen]
pub fn restore(path: &str, bytes: Vec<u8>, changed: f64) {
    KEPT.with_borrow_mut(|kept| kept.push((path.into(), bytes, time(changed))));
}

/// Takes over a file that another tab has stored or, without `bytes`, removed. `changed` is in ms of
/// Unix time. Returns `false` if the file is open here and therefore stays.
#[wasm_bindgen]
pub fn adopt(path: &str, bytes: Option<Vec<u8>>, changed: f64) -> bool {
    let adopted = fs::adopt(path.into(), bytes.map(|bytes| (bytes, time(changed))));
    script::wake();
    adopted
}

/// A time in ms of Unix time; its start for an impossible one.
fn time(ms: f64) -> SystemTime {
    let since = Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default();
    UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH)
}

/// Starts the table on the page, with the options of the page's address as JSON, see
/// [`StartOptions`].
///
/// # Errors
/// If the options cannot be parsed.
#[wasm_bindgen]
pub fn start(page: Host, options: &str) -> Result<(), String> {
    let options: StartOptions = serde_json::from_str(options).map_err(|error| error.to_string())?;
    host::set(page);
    fs::restore(KEPT.take(), Box::new(host::on_file_change));
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window()), ..default() }).set(LogPlugin {
        level: Level::WARN,
        filter: "wgpu=error,naga=error,bevy_render=error,bevy_pbr=error,bevy_core_pipeline=error".into(),
        ..default()
    }))
    .insert_resource(RenderErrorHandler(stop))
    .insert_resource(QualityOverride(options.quality()))
    .insert_resource(SmoothPictures(false))
    .insert_resource(MatchRecorder::new(None, folders::matches()));
    app::set_table(&mut app, Session::default());
    app.add_plugins((script::plugin, text_form::plugin))
        .insert_resource(options.preferences())
        .insert_resource(options.pointing());
    options.apply(app.world_mut());
    app.run();
    Ok(())
}

/// Ends the program, because the graphics device is lost or has failed.
fn stop(error: &RenderError, world: &mut World, _: &mut World) -> RenderErrorPolicy {
    host::stopped(&error.description);
    world.write_message(AppExit::error());
    RenderErrorPolicy::StopRendering
}

fn window() -> Window {
    Window {
        title: "Fairground".into(),
        canvas: Some(CANVAS.into()),
        fit_canvas_to_parent: true,
        // The page prevents the default of the table's keys only, and leaves other keys to the
        // browser.
        prevent_default_event_handling: false,
        ..default()
    }
}

/// Receives an event of a channel: `open`, a `text`, or `closed` with the reason.
#[wasm_bindgen]
pub fn receive(channel: u32, kind: &str, text: String) {
    let event = match kind {
        "open" => FromPage::Open,
        "text" => FromPage::Text(text),
        _ => FromPage::Closed(text),
    };
    browser::receive(channel, event);
    script::wake();
}
