//! What clients send over a room's WebSocket: JSON text frames, each an object with one key that names its kind.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice::Flick;

/// The version of the contract that this program speaks.
pub const PROTOCOL: u32 = 1;

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message of a connection.
    Hello(Hello),
    /// Part of the proof that nobody chose the dice, before the match begins.
    Entropy(Entropy),
    /// A decision.
    Act(Act),
    /// A throw of the die that is due.
    Throw(ThrowRequest),
    /// An offer to the opponent.
    Offer(Offer),
    /// An answer to the opponent's offer.
    Answer(Answer),
    /// The player takes an offer back.
    Withdraw(Withdraw),
    /// The player gives up.
    Resign(Request),
    /// The player claims the match, whose opponent has been gone for long, or a draw.
    Claim(ClaimRequest),
    /// A line of chat.
    Chat(Chat),
    /// The player asks for a new token of the seat, to move to another device. The old one opens nothing once the new one was used.
    Move(Request),
}

/// The first message of a connection: who comes, and what is known already.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The token of a seat, or of the spectators; left out by a spectator of a listed room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The name that others read, at most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many lines of the match are known: only those behind them are sent.
    #[serde(default)]
    pub have: u64,
    /// A text that the client has chosen at random when it started. Requests of the same session that were answered before a connection
    /// was lost are answered alike again. Left out: each connection is a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// A request without anything but its id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Chosen by the client, once for each request of its session, increasing.
    pub id: u64,
}

/// A part of the entropy of a player: the hash of the text, then the text. A client that trusts its opponent and the server may send
/// the text alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entropy {
    /// The id of the request.
    pub id: u64,
    /// BLAKE3 of the text, 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The text, at most 200 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// The id of the request.
    pub id: u64,
    /// The number of lines that the player has seen: if there are more, nothing is played.
    pub at: u64,
    /// The text of the action.
    pub text: String,
}

/// A throw. The server simulates it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThrowRequest {
    /// The id of the request.
    pub id: u64,
    /// The number of lines that the player has seen.
    pub at: u64,
    /// The flick of the hand; left out for a throw that follows from the seed alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flick: Option<Flick>,
}

/// An offer. It dies with the next action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The id of the request.
    pub id: u64,
    /// The number of lines that the player has seen.
    pub at: u64,
    /// What is offered.
    pub what: OfferKind,
}

/// What a player can offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take back everything since, and with, the last decision of the player who asks.
    Takeback,
    /// Another match with sides exchanged, after this one.
    Rematch,
    /// 30 s more for both.
    MoreTime,
}

impl fmt::Display for OfferKind {
    /// As a player reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OfferKind::Draw => "a draw",
            OfferKind::Takeback => "to take back the last move",
            OfferKind::Rematch => "a rematch",
            OfferKind::MoreTime => "more time for both",
        })
    }
}

/// An answer to an offer of the opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The id of the request.
    pub id: u64,
    /// The number of the offer.
    pub offer: u64,
    /// Whether it is accepted.
    pub yes: bool,
}

/// The end of an offer of one's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Withdraw {
    /// The id of the request.
    pub id: u64,
    /// The number of the offer.
    pub offer: u64,
}

/// A claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimRequest {
    /// The id of the request.
    pub id: u64,
    /// What is claimed.
    #[serde(default, skip_serializing_if = "ClaimKind::is_match")]
    pub what: ClaimKind,
}

/// What a player can claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The match, whose opponent has been gone for long.
    #[default]
    Match,
    /// A draw that the rules offer in this position ([`Claim`](crate::engine::Claim)).
    Draw,
}

impl ClaimKind {
    fn is_match(&self) -> bool {
        *self == ClaimKind::Match
    }
}

/// A line of chat: a text, or a set phrase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chat {
    /// The id of the request.
    pub id: u64,
    /// At most 200 characters, without control characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A phrase that needs no typing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
}

/// What is said often enough for a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Before a match.
    Hello,
    /// Before a match, too.
    GoodLuck,
    /// After a good move, or a match.
    WellPlayed,
    /// For anything.
    Thanks,
    /// After a mistake.
    Oops,
    /// Asks the opponent to wait.
    OneMoment,
}

impl Phrase {
    /// All of them, in the order of a match.
    pub const ALL: [Phrase; 6] =
        [Phrase::Hello, Phrase::GoodLuck, Phrase::WellPlayed, Phrase::Thanks, Phrase::Oops, Phrase::OneMoment];
}

impl fmt::Display for Phrase {
    /// As a player reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phrase::Hello => "Hello!",
            Phrase::GoodLuck => "Good luck!",
            Phrase::WellPlayed => "Well played!",
            Phrase::Thanks => "Thank you!",
            Phrase::Oops => "Oops!",
            Phrase::OneMoment => "One moment, please.",
        })
    }
}
