//! What the server sends: JSON text frames, each an object with one key that names its kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::requests::{OfferKind, Phrase};
use crate::engine::Side;

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to [`Hello`](super::ClientMessage::Hello).
    Welcome(Box<Welcome>),
    /// How far the proof of the dice is, until the match begins.
    Dice(DiceProof),
    /// A line of the match file: all behind those that the client has, then each new one, in order, each once.
    Line(Line),
    /// A request was carried out, and is on the disk.
    Ack(Ack),
    /// A request was not carried out, and will not be.
    Refused(Refused),
    /// A request came too late: the match has gone on.
    Stale(Ack),
    /// An offer, to both players and all spectators.
    Offer(Offered),
    /// An offer was answered, or died.
    OfferOver(OfferOver),
    /// The clocks, whenever they change otherwise than by running.
    Clock(Clocks),
    /// Who is here, whenever it changes.
    Presence(Presence),
    /// A line of chat.
    Chat(Said),
    /// The new token of a seat, to its player alone.
    Token(NewToken),
    /// The rematch that both agreed on: a room, and the token of this client in it.
    Rematch(Rematch),
    /// The server closes the connection.
    Bye(Bye),
}

/// The seat of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A player.
    White,
    /// A player.
    Black,
    /// A spectator.
    Watch,
}

impl Role {
    /// The side that this client plays; `None` for a spectator.
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
    /// That of a side.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// That of a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// From White's and Black's.
    pub fn each(mut value: impl FnMut(Side) -> T) -> Sides<T> {
        Sides { white: value(Side::White), black: value(Side::Black) }
    }
}

/// The room and the client's place in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the contract.
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
    /// Who sits where: `human`, or the name of a bot.
    pub seats: Sides<String>,
    /// Whether only who has a token can watch.
    pub private: bool,
    /// Whether takebacks of rolls are possible, and a match waits for a player who is gone.
    pub casual: bool,
    /// The hash of the server's secret, 64 hex digits.
    pub commitment: String,
    /// How many lines the match has.
    pub lines: u64,
}

/// The proof that nobody chose the dice, while it is being made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceProof {
    /// The hashes of both players' texts, as far as they are known; a bot has none.
    pub hashes: Sides<Option<String>>,
    /// Whether both are, so that the texts are now to be revealed.
    pub reveal: bool,
}

/// A line of the match file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 1: the header.
    pub n: u64,
    /// The line: a [`Header`](crate::record::Header), or a [`MatchEvent`](crate::record::MatchEvent).
    pub data: serde_json::Value,
}

/// The answer to a request that was carried out, or came too late.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ack {
    /// The request.
    pub id: u64,
    /// How many lines the match has now.
    pub n: u64,
}

/// Why a request was not carried out, in a player's words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The request; 0 for a message that could not be read.
    pub id: u64,
    /// The reason.
    pub why: String,
    /// The section of the rules that forbids it, as `fluky.md, A turn`, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The cells that it is about, by number, as in [`Cell`](crate::engine::Cell).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<u16>,
}

/// An offer of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    /// Its number, for the answer.
    pub offer: u64,
    /// Who offers.
    pub by: Side,
    /// What.
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
    /// What White has left, s.
    pub white: f64,
    /// What Black has left, s.
    pub black: f64,
    /// Whose clock runs; `None` while a die tumbles, before the match, and after it.
    pub running: Option<Side>,
    /// The clock named begins to run only after so long, s: a die tumbles, or the server has just started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<f64>,
}

/// Whether somebody is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attendance {
    /// The seat was never taken.
    #[default]
    Open,
    /// Heard of in the last 10 s, or a bot.
    Here,
    /// Silent for 10 s.
    Away,
    /// Silent for 30 s.
    Gone,
}

/// Who is in the room.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// White's player.
    pub white: Attendance,
    /// Black's.
    pub black: Attendance,
    /// Their names, where they have told any.
    pub names: Sides<Option<String>>,
    /// How many spectators there are.
    pub watching: u32,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Who said it.
    pub by: Side,
    /// The text, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The phrase, if it was one.
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

/// The next match of both players, which spectators are invited to as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rematch {
    /// The room.
    pub room: String,
    /// The token of this client in it.
    pub token: String,
}

/// Why the server closes a connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bye {
    /// The reason.
    pub why: ByeReason,
    /// More about it, for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// When to come back, s from now; left out where coming back is of no use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<f64>,
}

/// The kinds of [`Bye`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server restarts.
    Restart,
    /// The room goes on at another server.
    Moved,
    /// The client reads too slowly.
    Slow,
    /// The client sends too much.
    Flood,
    /// The seat was taken from another device, with this token or a new one.
    Replaced,
    /// There is no such room, or the token opens nothing.
    NoEntry,
    /// The room, or the server, is full.
    Full,
    /// The messages are not those of this contract.
    Protocol,
    /// The server cannot read or write the room.
    Broken,
}
