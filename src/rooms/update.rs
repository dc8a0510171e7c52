//! What a client is told of its room.

use super::answers::{Bye, Offered, Refused, Said};
use super::link::RoomLink;
use super::requests::ClientMessage;
use crate::platform::clock::Duration;
use crate::record::{Header, MatchEvent};

/// What has happened in a room, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum RoomUpdate {
    /// The client is in the room, for the first time or again.
    Entered,
    /// The proof of the dice goes on ([`RoomState::dice`](super::RoomState::dice)).
    Dice,
    /// The match begins.
    Begun(Box<Header>),
    /// Something happened in the match.
    Event(MatchEvent),
    /// A request was refused: it is not carried out.
    Refused(ClientMessage, Refused),
    /// A request came too late, as the match had gone on: it is not carried out.
    Stale(ClientMessage),
    /// The opponent, or this player, offers something.
    Offered(Offered),
    /// An offer was accepted, `true`, or is over.
    OfferOver(Offered, bool),
    /// This player has taken an offer back.
    Withdrawn(Offered),
    /// The clocks have changed ([`RoomState::clocks`](super::RoomState::clocks)).
    Clocks,
    /// Somebody came or went ([`RoomState::presence`](super::RoomState::presence)).
    Presence,
    /// Somebody has just said something. What was said before the client came is in [`RoomState::chat`](super::RoomState::chat).
    Said(Said),
    /// The new link to this client's seat that it has asked for. Once it is used, the old one opens nothing any more.
    Moved(RoomLink),
    /// Both agreed on a rematch, which is played there.
    Rematch(RoomLink),
    /// The server contradicts what it said before: its dice, or its log, are not to be trusted.
    Dishonest(String),
    /// The connection is lost; the client comes back by itself after so long.
    Lost(String, Duration),
    /// The connection is over, and the client does not come back.
    Closed(Bye),
}
