//! The panels' commands about rooms.

use bevy::prelude::*;

use crate::engine::Side;
use crate::rooms::{CreateRoom, OfferKind, Phrase, RoomLink};

/// A user's command about rooms. Actions in the match of a room are
/// [`PlayerCommand`](crate::session::PlayerCommand)s.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum RoomCommand {
    /// Create a room on a server, and take a seat there.
    Create {
        /// The server's address, from [`server_address`](crate::rooms::server_address).
        server: String,
        /// The room and its match.
        room: Box<CreateRoom>,
        /// The seat to take.
        side: Side,
    },
    /// Join the room of a link.
    Join(RoomLink),
    /// List the public rooms of a server.
    List(String),
    /// Make an offer to the opponent.
    Offer(OfferKind),
    /// Answer the opponent's offer with this number.
    Answer(u64, bool),
    /// Withdraw the user's own offer with this number.
    Withdraw(u64),
    /// Claim the match after the opponent's long absence.
    Claim,
    /// Send a chat message.
    Say(String),
    /// Send a set phrase.
    SayPhrase(Phrase),
    /// Mute or unmute the opponent.
    Mute(bool),
    /// Request a new link to the seat, for another device.
    MoveSeat,
    /// Leave the room. The seat is kept.
    Leave,
    /// Remove the seat with this link permanently.
    Forget(RoomLink),
}
