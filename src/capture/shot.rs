use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use image::RgbaImage;

use super::offscreen::{CaptureError, Offscreen};
use crate::engine::DynGame;
use crate::session::{self, Seats, TableUpdate, View};
use crate::table::camera::Orbit;
use crate::table::layout::{InUse, Places};
use crate::table::material::{MeshAssets, Quality};
use crate::table::{self, material::lighting};

/// A table without a window that shows a game as it stands.
///
/// # Errors
/// A size out of range, or no graphics adapter.
pub(super) fn set_table(
    game: &dyn DynGame,
    (width, height): (u32, u32),
    view: View,
    quality: Quality,
    frame: Duration,
) -> Result<Offscreen, CaptureError> {
    let mut offscreen = Offscreen::new(width, height, frame, |app| {
        app.add_plugins((session::plugin, table::look_plugin, table::plugin))
            .insert_resource(lighting::shadow_map(quality));
    })?;
    let target = offscreen.target();
    let places = Places { layout: game.layout() };
    let points = match view {
        View::Top => places.all(),
        View::Close => places.on_board(),
        _ => places.now(InUse::of(game)),
    };
    let orbit = Orbit::seated(view, Seats::of(game), points, width as f32 / height as f32);
    let world = offscreen.app().world_mut();
    world.spawn((lighting::camera(quality), target, orbit.transform(), orbit.projection()));
    world.write_message(TableUpdate::reset(game));
    // The system fails only if it cannot have the workshop, which the table brings.
    let prepare = |In(quality), mut assets: MeshAssets| {
        assets.set_quality(quality);
        assets.wait();
    };
    let _ = world.run_system_cached_with(prepare, quality);
    Ok(offscreen)
}

/// A picture of the table with a game as it stands, from this view.
///
/// # Errors
/// A size out of range, or no graphics adapter.
pub fn picture(game: &dyn DynGame, size: (u32, u32), view: View) -> Result<RgbaImage, CaptureError> {
    let mut offscreen = set_table(game, size, view, Quality::High, Duration::from_millis(20))?;
    // One frame to spawn, one to draw what was spawned.
    offscreen.pump();
    offscreen.pump();
    offscreen.picture()
}

/// [`picture`], written to a PNG file.
///
/// # Errors
/// Those of [`picture`], or a file that cannot be written.
pub fn save(game: &dyn DynGame, size: (u32, u32), view: View, out: &Path) -> Result<(), CaptureError> {
    let picture = picture(game, size, view)?;
    picture
        .save_with_format(out, image::ImageFormat::Png)
        .map_err(|error| CaptureError::Save { file: out.to_path_buf(), reason: error.to_string() })
}
