//! Saves pictures of the table in the window, with F12.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;
use image::{DynamicImage, imageops};

use super::file_name::picture_file;
use super::offscreen::Offscreen;
use super::shot::{Photographer, Style};
use crate::platform::{fs, storage};
use crate::session::{
    Animating, Annotations, Background, FreeHands, GameSet, InputCommand, Notification, Panels, Quality, Session,
    Settings, WakeUp, on_key,
};
use crate::table::camera::{Orbit, picture};

/// Supersampling factor along each edge, for pictures where the window has no antialiasing.
const SUPERSAMPLING: u32 = 2;

/// Whether F12 draws the picture again, with smoother edges than in the window.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmoothPictures(pub bool);

/// The picture being drawn in the background.
#[derive(Resource, Default)]
struct PendingPicture {
    picture: Option<Background<Notification>>,
    /// Progress in per cent, and the progress last reported.
    done: Arc<AtomicU8>,
    reported: u8,
}

/// Saves a picture of the table without the panels on F12, and reports the file.
pub fn plugin(app: &mut App) {
    app.init_resource::<PendingPicture>().add_systems(
        Update,
        (report_drawn, shoot.run_if(on_key(InputCommand::Picture))).chain().in_set(GameSet::Input),
    );
}

fn shoot(
    mut commands: Commands,
    (session, panels, settings, annotations): (Res<Session>, Res<Panels>, Res<Settings>, Res<Annotations>),
    (animating, hands): (Res<Animating>, Res<FreeHands>),
    (quality, smooth, wake): (Res<Quality>, Res<SmoothPictures>, Res<WakeUp>),
    window: Query<&Window, With<PrimaryWindow>>,
    cameras: Query<&Orbit>,
    mut drawing: ResMut<PendingPicture>,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(window) = window.single().ok() else { return };
    let file = picture_file(&session, "png");
    let shown = picture(window.physical_size(), &panels, window.scale_factor());
    let replay = session.to_replay();
    // Moving pieces, and pieces moved by free hands, exist only in the window.
    let only_here = animating.0 || hands.0 || SUPERSAMPLING * shown.max_element() > Offscreen::MAX_SIZE;
    let better = smooth.0 && *quality < Quality::High && !only_here;
    let (Some(replay), Ok(&orbit), true) = (replay, cameras.single(), better) else {
        let top = (panels.top * window.scale_factor()).round() as u32;
        shoot_window(&mut commands, (top, shown), file);
        return;
    };
    if drawing.picture.is_some() {
        notifications.write(Notification::new("The previous picture is still being drawn."));
        return;
    }
    let style =
        Style { size: (SUPERSAMPLING * shown).into(), view: settings.view, quality: *quality, transparent: false };
    let (settings, annotations, out) = (settings.clone(), annotations.clone(), file);
    let done = Arc::new(AtomicU8::new(0));
    (drawing.done, drawing.reported) = (done.clone(), 0);
    let step = (*wake).clone();
    drawing.picture = Some(Background::start(&wake, move |_| {
        let proceed = move |percent: u8| {
            done.store(percent, Ordering::Relaxed);
            step.wake();
        };
        let drawn = Photographer::new(replay.game(), style).and_then(|mut photographer| {
            proceed(50);
            let picture = photographer.picture_as_shown(&replay, orbit, settings, &annotations)?;
            proceed(80);
            Ok(imageops::resize(&picture, shown.x, shown.y, imageops::FilterType::Triangle))
        });
        result_of(&out, drawn.map_err(|error| error.to_string()).and_then(|picture| save(picture.into(), &out)))
    }));
    notifications.write(Notification::new(progress(0)));
}

/// The progress of a picture, in words.
fn progress(percent: u8) -> String {
    format!("The picture is being drawn: {percent} %")
}

/// Saves the part of the window occupied by the table, at the window's left edge from `top` on.
fn shoot_window(commands: &mut Commands, (top, shown): (u32, UVec2), file: PathBuf) {
    commands.spawn(Screenshot::primary_window()).observe(
        move |mut captured: On<ScreenshotCaptured>, mut notifications: MessageWriter<Notification>| {
            let whole = std::mem::take(&mut captured.image).try_into_dynamic().map_err(|error| error.to_string());
            notifications
                .write(result_of(&file, whole.and_then(|whole| save(whole.crop_imm(0, top, shown.x, shown.y), &file))));
        },
    );
}

/// Reports the progress and the result of the picture drawn in the background.
fn report_drawn(mut drawing: ResMut<PendingPicture>, mut notifications: MessageWriter<Notification>) {
    let Some(picture) = &drawing.picture else { return };
    if let Some(notification) = picture.take() {
        drawing.picture = None;
        notifications.write(notification.unwrap_or_else(Notification::from));
        return;
    }
    let done = drawing.done.load(Ordering::Relaxed);
    if done != drawing.reported {
        drawing.reported = done;
        notifications.write(Notification::new(progress(done)));
    }
}

fn result_of(file: &Path, saved: Result<(), String>) -> Notification {
    Notification::new(match saved {
        Ok(()) => format!("Picture saved: {}", file.display()),
        Err(reason) => format!("The picture could not be saved as {}: {reason}", file.display()),
    })
}

/// Saves a picture, creating its folder if necessary.
fn save(picture: DynamicImage, file: &Path) -> Result<(), String> {
    if let Some(folder) = file.parent() {
        // If this fails, writing the file fails too, with a better message.
        let _ = fs::create_dir_all(folder);
    }
    // The alpha channel of a window is meaningless.
    let mut png = Cursor::new(Vec::new());
    picture.to_rgb8().write_to(&mut png, image::ImageFormat::Png).map_err(|error| error.to_string())?;
    storage::replace(file, png.into_inner()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use image::RgbaImage;

    use super::*;

    #[test]
    fn the_folder_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pictures/table.png");
        save(RgbaImage::from_pixel(18, 20, image::Rgba([9, 8, 7, 0])).into(), &file).unwrap();
        let saved = image::open(&file).unwrap().to_rgba8();
        assert_eq!((saved.width(), saved.height(), saved.get_pixel(0, 0).0), (18, 20, [9, 8, 7, 255]));
        assert!(save(RgbaImage::new(1, 1).into(), folder.path()).is_err());
    }
}
