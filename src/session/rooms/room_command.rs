//! What the panels ask of rooms.

use bevy::prelude::*;

use crate::engine::Side;
use crate::rooms::{CreateRoom, OfferKind, Phrase, RoomLink};

/// A command of the user about rooms. Actions of a match in a room are [`PlayerCommand`](crate::session::PlayerCommand)s.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum RoomCommand {
    /// Ask a server for a new room, and take a seat there.
    Create {
        /// The server, as [`server_address`](crate::rooms::server_address) gives it.
        server: String,
        /// The match.
        room: Box<CreateRoom>,
        /// The seat to take.
        side: Side,
    },
    /// Go into the room of a link.
    Join(RoomLink),
    /// Ask a server for its listed rooms.
    List(String),
    /// Offer something to the opponent.
    Offer(OfferKind),
    /// Answer the opponent's offer with this number.
    Answer(u64, bool),
    /// Take back an offer of one's own with this number.
    Withdraw(u64),
    /// Claim the match, whose opponent has been gone for long.
    Claim,
    /// Say something.
    Say(String),
    /// Say a set phrase.
    SayPhrase(Phrase),
    /// Ask for a new link to the seat, for another device.
    MoveSeat,
    /// Leave the room. The seat is kept.
    Leave,
    /// Forget the seat of this link, for good.
    Forget(RoomLink),
}
