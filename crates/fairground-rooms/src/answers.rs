//! Messages from the server: JSON text frames. Each is an object whose single key names the kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::requests::{ChatMode, OfferKind, Phrase};
use fairground_rules::engine::Side;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to [`Hello`](super::ClientMessage::Hello).
    Welcome(Box<Welcome>),
    /// Progress of the dice proof, until the match begins.
    Dice(DiceProof),
    /// A line of the match file. The client receives each missing line once, in order, and then
    /// every new line.
    Line(NumberedLine),
    /// The request was carried out and is on the disk.
    Ack(Ack),
    /// The request was rejected.
    Refused(Refused),
    /// The request came too late: the match has moved on.
    Stale(Ack),
    /// An offer, to both players and all spectators.
    Offer(Offered),
    /// An offer was answered, or has expired.
    OfferOver(OfferOver),
    /// The clocks. Sent when they change other than by running.
    Clock(Clocks),
    /// Attendance. Sent when it changes.
    Presence(Presence),
    /// A line of chat.
    Chat(Said),
    /// The new token of a seat, sent only to its player.
    Token(NewToken),
    /// The agreed rematch: its room, and this client's token for it.
    Rematch(Rematch),
    /// The server closes the connection.
    Bye(Bye),
}

/// The seat of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// White's player.
    White,
    /// Black's player.
    Black,
    /// A spectator.
    Watch,
}

impl Role {
    /// This client's side; `None` for a spectator.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Role::White => Some(Side::White),
            Role::Black => Some(Side::Black),
            Role::Watch => None,
        }
    }
}

impl From<Side> for Role {
    fn from(side: Side) -> Role {
        match side {
            Side::White => Role::White,
            Side::Black => Role::Black,
        }
    }
}

/// One value for each side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// The value of a side.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Mutable access to the value of a side.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Calls `value` once for each side.
    pub fn each(mut value: impl FnMut(Side) -> T) -> Sides<T> {
        Sides { white: value(Side::White), black: value(Side::Black) }
    }
}

/// The room and the client's place in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: u32,
    /// The version of the server's program.
    pub version: String,
    /// The version of the physics that throws the dice.
    pub physics: String,
    /// The room.
    pub room: String,
    /// The client's seat.
    pub seat: Role,
    /// The id of the game.
    pub game: String,
    /// Its options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The clock, as `300+5`: seconds for each player and for each turn; `None` without clocks.
    pub clock: Option<String>,
    /// The player of each seat: `human`, or the name of a bot.
    pub seats: Sides<String>,
    /// Whether spectators need a token.
    pub private: bool,
    /// Whether rolls can be taken back, and the match waits for an absent player.
    pub casual: bool,
    /// The chat allowed to the players. Earlier servers leave it out.
    #[serde(default, skip_serializing_if = "ChatMode::is_free")]
    pub chat: ChatMode,
    /// Whether this player has muted the opponent. Left out for spectators, and by earlier servers,
    /// which cannot mute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted: Option<bool>,
    /// The hash of the server's secret, 64 hex digits.
    pub commitment: String,
    /// The number of lines of the match.
    pub lines: u64,
}

/// The state of the proof that nobody chose the dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceProof {
    /// The hash of each player's text, once known; bots have none.
    pub hashes: Sides<Option<String>>,
    /// Whether both hashes are known, so that the texts can be revealed.
    pub reveal: bool,
}

/// A line of the match file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NumberedLine {
    /// The number, from 1 for the header.
    pub n: u64,
    /// The line: a [`Header`](fairground_match::record::Header), or a
    /// [`MatchEvent`](fairground_match::record::MatchEvent).
    pub data: serde_json::Value,
}

/// The answer to a request that was carried out, or came too late.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ack {
    /// The request.
    pub id: u64,
    /// The current number of lines of the match.
    pub n: u64,
}

/// Why a request was rejected, in words for the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The request; 0 for an unreadable message.
    pub id: u64,
    /// The reason.
    pub why: String,
    /// The section of the rules that forbids it, if any, such as `fluky.md, A turn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The cells concerned, by number ([`Cell`](fairground_rules::engine::Cell)).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<u16>,
}

/// An offer of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    /// The number, for the answer.
    pub offer: u64,
    /// The offering player.
    pub by: Side,
    /// The kind of offer.
    pub what: OfferKind,
}

/// The end of an offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfferOver {
    /// Its number.
    pub offer: u64,
    /// Whether it was accepted.
    pub accepted: bool,
}

/// The clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clocks {
    /// White's remaining time, s.
    pub white: f64,
    /// Black's remaining time, s.
    pub black: f64,
    /// The side whose clock is running; `None` while a die tumbles, and before and after the match.
    pub running: Option<Side>,
    /// The delay until that clock starts, s, because a die is tumbling or the server has just
    /// restarted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<f64>,
}

/// The attendance of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attendance {
    /// Nobody has taken the seat yet.
    #[default]
    Open,
    /// Heard from in the last 10 s, or a bot.
    Here,
    /// Silent for 10 s.
    Away,
    /// Silent for 30 s.
    Gone,
}

/// The people in the room.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// White's player.
    pub white: Attendance,
    /// Black's.
    pub black: Attendance,
    /// The players' names, if given.
    pub names: Sides<Option<String>>,
    /// The number of spectators.
    pub watching: u32,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// The speaker.
    pub by: Side,
    /// The text, unless it was a phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The phrase, unless it was a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
}

/// The new token of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewToken {
    /// The request.
    pub id: u64,
    /// The token.
    pub token: String,
}

/// The next match of both players. Spectators are invited, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rematch {
    /// The room.
    pub room: String,
    /// This client's token for it.
    pub token: String,
}

/// Why the server closes a connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bye {
    /// The reason.
    pub why: ByeReason,
    /// An explanation for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The delay before reconnecting, s; left out for a final reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<f64>,
}

impl Bye {
    /// A farewell with this delay before reconnecting, s, which is left out for a final reason.
    #[must_use]
    pub fn new(why: ByeReason, text: impl Into<String>, delay: f64) -> Bye {
        Bye { why, text: Some(text.into()), retry: (!why.is_final()).then_some(delay) }
    }
}

/// The kinds of [`Bye`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server restarts.
    Restart,
    /// The room has moved to another server.
    Moved,
    /// The client reads too slowly.
    Slow,
    /// The client sends too much.
    Flood,
    /// The seat was taken from another device, with this token or a newer one.
    Replaced,
    /// The room does not exist, or the token is invalid.
    NoEntry,
    /// The room, or the server, is full.
    Full,
    /// The client violates the protocol.
    Protocol,
    /// The server currently cannot read or write the room.
    Broken,
}

impl ByeReason {
    /// All reasons.
    pub const ALL: [ByeReason; 9] = [
        ByeReason::Restart,
        ByeReason::Moved,
        ByeReason::Slow,
        ByeReason::Flood,
        ByeReason::Replaced,
        ByeReason::NoEntry,
        ByeReason::Full,
        ByeReason::Protocol,
        ByeReason::Broken,
    ];

    /// Whether reconnecting is pointless.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, ByeReason::Restart | ByeReason::Moved | ByeReason::Slow | ByeReason::Broken)
    }

    /// The code of the close frame: a registered one, or one from the private range.
    #[must_use]
    pub fn close_code(self) -> u16 {
        match self {
            ByeReason::Protocol => 1002,
            ByeReason::Flood => 1008,
            ByeReason::Broken => 1011,
            ByeReason::Restart => 1012,
            ByeReason::Full => 1013,
            ByeReason::Moved => 4000,
            ByeReason::Slow => 4001,
            ByeReason::Replaced => 4002,
            ByeReason::NoEntry => 4003,
        }
    }
}
