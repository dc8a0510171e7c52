//! Pictures of a position, drawn without a window.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use bevy::anti_alias::taa::TemporalAntiAliasing;
use bevy::diagnostic::FrameCount;
use bevy::light::Skybox;
use bevy::prelude::*;
use image::{Rgba, RgbaImage};

use super::offscreen::{CaptureError, Offscreen};
use super::plugins::OffscreenPlugins;
use crate::engine::DynGame;
use crate::platform::storage;
use crate::play::{Match, Replay, Seat, Setup};
use crate::session::{Annotations, Session, Settings, TableUpdate, View};
use crate::table::camera::{Orbit, Subject};
use crate::table::layout::TableTop;
use crate::table::material::lighting;
use crate::table::material::{MeshAssets, Quality};

/// The look of pictures of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// The camera's view.
    pub view: View,
    /// The render quality.
    pub quality: Quality,
    /// Whether the background around the board and the trays is transparent.
    pub transparent: bool,
}

/// The camera orbit of a view of the current position, for a picture of this size.
pub(crate) fn orbit(game: &dyn DynGame, (width, height): (u32, u32), view: View) -> Orbit {
    Subject::of(game).orbit(view, width as f32 / height as f32)
}

/// Returns a table without a window, with a camera for a view of the current position. The game is
/// not on the table yet.
///
/// # Errors
/// If a size is out of range, or no graphics adapter is found.
pub(super) fn set_table(
    game: &dyn DynGame,
    (width, height): (u32, u32),
    view: View,
    quality: Quality,
    frame: Duration,
) -> Result<Offscreen, CaptureError> {
    let mut offscreen = Offscreen::new(width, height, frame, |app| {
        app.add_plugins(OffscreenPlugins).insert_resource(quality);
    })?;
    let target = offscreen.target();
    let orbit = orbit(game, (width, height), view);
    let world = offscreen.app().world_mut();
    world.resource_mut::<Settings>().view = view;
    world.spawn((lighting::camera(false), target, orbit, orbit.transform(), orbit.projection()));
    wait_for_meshes(world);
    Ok(offscreen)
}

/// Makes each frame wait for the meshes that it needs.
pub(crate) fn wait_for_meshes(world: &mut World) {
    // The system fails only without the mesh resources, which the table adds.
    let _ = world.run_system_cached(|mut assets: MeshAssets| assets.wait());
}

/// Takes pictures of one position after another on the same table.
pub struct Photographer {
    offscreen: Offscreen,
    style: Style,
}

impl Photographer {
    /// Sets up the table for a game.
    ///
    /// # Errors
    /// If a size is out of range, or no graphics adapter is found.
    pub fn new(game: &dyn DynGame, style: Style) -> Result<Photographer, CaptureError> {
        // The effects of high quality do not work with transparent pictures.
        let quality = if style.transparent { style.quality.min(Quality::Medium) } else { style.quality };
        let style = Style { quality, ..style };
        let mut offscreen = set_table(game, style.size, style.view, quality, Duration::from_millis(20))?;
        if style.transparent {
            offscreen.step();
            let world = offscreen.app().world_mut();
            let cameras: Vec<_> = world.query_filtered::<Entity, With<Camera>>().iter(world).collect();
            for camera in cameras {
                world.entity_mut(camera).remove::<Skybox>();
            }
            for mut camera in world.query::<&mut Camera>().iter_mut(world) {
                camera.clear_color = ClearColorConfig::Custom(Color::NONE);
            }
            for mut table in world.query_filtered::<&mut Visibility, With<TableTop>>().iter_mut(world) {
                *table = Visibility::Hidden;
            }
        }
        Ok(Photographer { offscreen, style })
    }

    /// Returns a picture of the current position of a match. At the end of the match, the losing
    /// king lies on its side.
    ///
    /// # Errors
    /// If the renderer delivers no picture.
    pub fn picture_of_match(&mut self, replay: &Replay) -> Result<RgbaImage, CaptureError> {
        self.offscreen.app().world_mut().insert_resource(Session::from(replay.clone()));
        self.picture(replay.game())
    }

    /// Returns a picture of a match as shown elsewhere, with the given camera, settings and
    /// annotations.
    ///
    /// # Errors
    /// If the renderer delivers no picture.
    pub fn picture_as_shown(
        &mut self,
        replay: &Replay,
        orbit: Orbit,
        settings: Settings,
        annotations: &Annotations,
    ) -> Result<RgbaImage, CaptureError> {
        let world = self.offscreen.app().world_mut();
        world.insert_resource(Session::from(replay.clone()));
        world.insert_resource(settings);
        self.place(replay.game(), orbit);
        // A new position clears the annotations, so they are inserted afterwards.
        self.offscreen.step();
        self.offscreen.app().world_mut().insert_resource(annotations.clone());
        self.take()
    }

    /// Returns a picture of the current position of a game.
    ///
    /// # Errors
    /// If the renderer delivers no picture.
    pub fn picture(&mut self, game: &dyn DynGame) -> Result<RgbaImage, CaptureError> {
        if self.style.view == View::Flat
            && let Some(replay) = beginning(game)
        {
            // The tokens of the flat view read the session's game.
            self.offscreen.app().world_mut().insert_resource(Session::from(replay));
        }
        self.place(game, orbit(game, self.style.size, self.style.view));
        self.take()
    }

    /// Puts a game on the table, and the camera at `orbit`.
    fn place(&mut self, game: &dyn DynGame, orbit: Orbit) {
        let world = self.offscreen.app().world_mut();
        world.write_message(TableUpdate::reset(game));
        let mut cameras = world.query::<(&mut Orbit, &mut Transform, &mut Projection)>();
        for (mut at, mut transform, mut projection) in cameras.iter_mut(world) {
            (*at, *transform, *projection) = (orbit, orbit.transform(), orbit.projection());
        }
    }

    fn take(&mut self) -> Result<RgbaImage, CaptureError> {
        // One frame to spawn and settle, one to draw. After that, temporal antialiasing may mix
        // frames until they settle. The result depends on the frame count, which is therefore
        // reset.
        self.offscreen.step();
        self.offscreen.warm_up(1);
        let world = self.offscreen.app().world_mut();
        world.insert_resource(FrameCount(0));
        let mut settling = 0;
        for mut mixing in world.query::<&mut TemporalAntiAliasing>().iter_mut(world) {
            mixing.reset = true;
            settling = lighting::SETTLING;
        }
        (0..settling).for_each(|_| self.offscreen.step());
        let mut picture = self.offscreen.picture()?;
        if self.style.transparent {
            picture.pixels_mut().for_each(unblend);
        }
        Ok(picture)
    }
}

/// Returns a match that begins at the current position; `None` if no match can begin there.
#[must_use]
pub fn beginning(game: &dyn DynGame) -> Option<Replay> {
    let (start, options) = (Some(game.text()), game.options().clone());
    let setup = Setup { start, options, ..Setup::new(game.info(), [Seat::Human; 2], 0) };
    Match::new(setup).ok().map(|running| Replay::of_match(&running))
}

/// Removes the black background, with which the renderer blends translucent parts in linear
/// colours.
fn unblend(pixel: &mut Rgba<u8>) {
    let alpha = f32::from(pixel[3]) / 255.0;
    if alpha <= 0.0 || alpha >= 1.0 {
        return;
    }
    let Rgba([red, green, blue, opacity]) = *pixel;
    let mixed = LinearRgba::from(Srgba::rgb_u8(red, green, blue));
    let part = |part: f32| (part / alpha).min(1.0);
    let own = Srgba::from(LinearRgba::rgb(part(mixed.red), part(mixed.green), part(mixed.blue)));
    let [red, green, blue, _] = own.to_u8_array();
    *pixel = Rgba([red, green, blue, opacity]);
}

/// Returns a picture of the current position of a game.
///
/// # Errors
/// If a size is out of range, or no graphics adapter is found.
pub fn picture(game: &dyn DynGame, style: Style) -> Result<RgbaImage, CaptureError> {
    Photographer::new(game, style)?.picture(game)
}

/// Writes a picture to a PNG file.
///
/// # Errors
/// If the file cannot be written.
pub fn save(picture: &RgbaImage, out: &Path) -> Result<(), CaptureError> {
    let failed = |reason: String| CaptureError::Save { file: out.to_path_buf(), reason };
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).map_err(|error| failed(error.to_string()))?;
    storage::replace(out, png.into_inner()).map_err(|error| failed(error.to_string()))
}
