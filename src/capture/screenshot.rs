use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use directories::UserDirs;

use crate::session::{GameSet, Notification, Session};

/// F12 saves a picture of the window and tells where.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, shoot.in_set(GameSet::Input));
}

fn shoot(mut commands: Commands, keys: Res<ButtonInput<KeyCode>>, session: Res<Session>) {
    if !keys.just_pressed(KeyCode::F12) {
        return;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let game = session.game().map_or("start", |game| game.info().id);
    let file = folder().join(format!("fairground-{game}-{}.png", now.as_millis()));
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut notifications: MessageWriter<Notification>| {
            notifications.write(Notification::new(match save(&captured.image, &file) {
                Ok(()) => format!("Picture saved: {}", file.display()),
                Err(reason) => format!("The picture could not be saved as {}: {reason}", file.display()),
            }));
        },
    );
}

fn save(image: &Image, file: &PathBuf) -> Result<(), String> {
    let picture = image.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    // The alpha channel of a window means nothing.
    picture.to_rgb8().save_with_format(file, image::ImageFormat::Png).map_err(|error| error.to_string())
}

/// The user's folder for pictures, else the current folder.
fn folder() -> PathBuf {
    let own = UserDirs::new().and_then(|user| user.picture_dir().map(PathBuf::from));
    own.filter(|folder| folder.is_dir()).unwrap_or_default()
}
