//! The messages between the players, the match and the table.

mod notification;
mod play_sound;
mod player_command;
mod table_update;

use bevy::prelude::*;

pub use notification::Notification;
pub(super) use notification::capital;
pub use play_sound::{PlaySound, Sound};
pub use player_command::{BoardCommand, ExerciseCommand, PlayerCommand, ResetView};
pub use table_update::{TableScene, TableUpdate, captured, position_changed};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((notification::plugin, play_sound::plugin, player_command::plugin, table_update::plugin));
}
