//! Updates of a room for the code behind a client.

use super::answers::{Bye, Offered, Refused, Said};
use super::link::RoomLink;
use super::requests::ClientMessage;
use fairground_match::platform::clock::Duration;
use fairground_match::record::{Header, MatchEvent};

/// An event in a room.
#[derive(Clone, Debug, PartialEq)]
pub enum RoomUpdate {
    /// The client has entered the room, for the first time or again.
    Entered,
    /// The dice proof has advanced ([`RoomState::dice`](super::RoomState::dice)).
    Dice,
    /// The match begins.
    Begun(Box<Header>),
    /// A new event of the match.
    Event(MatchEvent),
    /// A request was rejected.
    Refused(ClientMessage, Refused),
    /// A request came too late and was not carried out: the match had already moved on.
    Stale(ClientMessage),
    /// The opponent or this player has made an offer.
    Offered(Offered),
    /// An offer was accepted (`true`) or has ended otherwise.
    OfferOver(Offered, bool),
    /// This player has withdrawn an offer.
    Withdrawn(Offered),
    /// The clocks have changed ([`RoomState::clocks`](super::RoomState::clocks)).
    Clocks,
    /// A person has entered or left the room ([`RoomState::presence`](super::RoomState::presence)).
    Presence,
    /// A new line of chat. Earlier lines are in [`RoomState::chat`](super::RoomState::chat).
    Said(Said),
    /// The requested new link to this client's seat. Using it invalidates the old one.
    Moved(RoomLink),
    /// The link to the agreed rematch.
    Rematch(RoomLink),
    /// The server contradicts an earlier statement, or its lines have a gap or cannot be read: its
    /// dice or its log cannot be trusted.
    ServerFault(String),
    /// The connection is lost for this reason. The client reconnects after this delay.
    Lost(String, Duration),
    /// The connection is closed permanently.
    Closed(Bye),
}
