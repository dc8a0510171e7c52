//! The room that this window is in, requests to servers, and the user's seats.

mod kept_rooms;
mod lobby;
mod network;
mod room;
mod room_command;

use bevy::prelude::*;

pub use kept_rooms::{KeptRoom, KeptRooms};
pub use lobby::Lobby;
pub use room::{ConnectionState, CurrentRoom, Joined};
pub use room_command::RoomCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(network::plugin);
}
