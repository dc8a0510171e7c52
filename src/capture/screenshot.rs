use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;
use directories::UserDirs;

use crate::engine::DynGame;
use crate::session::{GameSet, Notification, Panels, Session};
use crate::table::camera::picture;

/// F12 saves a picture of the table, without the panels, and tells where.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, shoot.in_set(GameSet::Input));
}

fn shoot(
    mut commands: Commands,
    keys: Res<ButtonInput<KeyCode>>,
    (session, panels): (Res<Session>, Res<Panels>),
    window: Query<&Window, With<PrimaryWindow>>,
) {
    let Some(window) = window.single().ok().filter(|_| keys.just_pressed(KeyCode::F12)) else { return };
    let file = picture_file(session.game(), "png");
    let shown = picture(window.physical_size(), &panels, window.scale_factor());
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut notifications: MessageWriter<Notification>| {
            notifications.write(Notification::new(match save(&captured.image, shown, &file) {
                Ok(()) => format!("Picture saved: {}", file.display()),
                Err(reason) => format!("The picture could not be saved as {}: {reason}", file.display()),
            }));
        },
    );
}

/// Saves the part of a picture that the table fills, from its upper left corner.
fn save(image: &Image, shown: UVec2, file: &Path) -> Result<(), String> {
    let picture = image.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    if let Some(folder) = file.parent() {
        // If this fails, so does writing the file, with a better message.
        let _ = std::fs::create_dir_all(folder);
    }
    // The alpha channel of a window means nothing.
    let picture = picture.crop_imm(0, 0, shown.x, shown.y).to_rgb8();
    picture.save_with_format(file, image::ImageFormat::Png).map_err(|error| error.to_string())
}

/// A new file in the folder for pictures, named after the game and the time.
pub(crate) fn picture_file(game: Option<&dyn DynGame>, ending: &str) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let game = game.map_or("start", |game| game.info().id);
    folder().join(format!("fairground-{game}-{}.{ending}", now.as_millis()))
}

/// The user's folder for pictures, else `Pictures` in the home folder, else the current folder.
fn folder() -> PathBuf {
    let own = UserDirs::new();
    let pictures =
        own.as_ref().map(|own| own.picture_dir().map_or_else(|| own.home_dir().join("Pictures"), PathBuf::from));
    pictures.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

    use super::*;

    #[test]
    fn the_panel_is_left_out_and_the_folder_made() {
        let size = Extent3d { width: 30, height: 20, depth_or_array_layers: 1 };
        let image = Image::new_fill(
            size,
            TextureDimension::D2,
            &[9, 8, 7, 255],
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::default(),
        );
        let folder = std::env::temp_dir().join(format!("fairground-pictures-{}", std::process::id()));
        let file = folder.join("table.png");
        save(&image, UVec2::new(18, 20), &file).unwrap();
        let saved = image::open(&file).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!((saved.width(), saved.height()), (18, 20));
    }
}
