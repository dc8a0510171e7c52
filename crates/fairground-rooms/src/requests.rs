//! Messages from clients: JSON text frames. Each is an object whose single key names the kind.

use std::fmt;

use serde::{Deserialize, Serialize};

use fairground_dice::Flick;
use fairground_match::platform::clock::Duration;

/// The protocol version of this program.
pub const PROTOCOL: u32 = 1;

/// The maximum number of characters of a line of chat.
pub const MAX_CHAT: usize = 200;

/// The maximum number of characters of a name.
pub const MAX_NAME: usize = 40;

/// Minimum absence of the opponent before the match can be claimed. A player is absent after 30 s
/// of silence.
pub const CLAIM_ABSENT: Duration = Duration::from_secs(120);

/// Minimum inactivity of the opponent before the match can be claimed, if the opponent is to act
/// without a running clock.
pub const CLAIM_IDLE: Duration = Duration::from_secs(600);

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message of a connection.
    Hello(Hello),
    /// A part of the dice proof, before the match begins.
    Entropy(Entropy),
    /// An action.
    Act(Act),
    /// A throw of the die that is due.
    Throw(ThrowRequest),
    /// An offer to the opponent.
    Offer(Offer),
    /// An answer to the opponent's offer.
    Answer(Answer),
    /// The player withdraws an offer.
    Withdraw(Withdraw),
    /// The player resigns.
    Resign(Request),
    /// The player claims the match or a draw.
    Claim(ClaimRequest),
    /// A line of chat.
    Chat(Chat),
    /// The player mutes or unmutes the opponent.
    Mute(Mute),
    /// The player requests a new token for the seat, to move to another device. Using it
    /// invalidates the old one.
    Move(Request),
}

/// The first message of a connection: identifies the client and its state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The token of a seat or of the spectators; optional for spectators of a listed room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The player's name, at most [`MAX_NAME`] characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of lines that the client has; the server sends only later ones.
    #[serde(default)]
    pub have: u64,
    /// A random text of at most 64 bytes, chosen when the client starts. A request repeated within
    /// the session gets its first answer again. Without this text, each connection is a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// A request without parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Chosen by the client; increasing within the session.
    pub id: u64,
}

/// A player's contribution to the dice: first the hash of a text, then the text. A client that
/// trusts its opponent and the server may send just the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entropy {
    /// The id of the request.
    pub id: u64,
    /// BLAKE3 of the text, 64 hex digits in lower case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The text, at most 200 bytes without control characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// The id of the request.
    pub id: u64,
    /// The number of lines known to the player. If it is outdated, the answer is `stale`.
    pub at: u64,
    /// The action in text form.
    pub text: String,
}

/// A throw. The server simulates it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThrowRequest {
    /// The id of the request.
    pub id: u64,
    /// The number of lines known to the player.
    pub at: u64,
    /// The flick of the hand; without one, the throw depends only on the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flick: Option<Flick>,
}

/// An offer. It expires with the next line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The id of the request.
    pub id: u64,
    /// The number of lines known to the player.
    pub at: u64,
    /// The kind of offer.
    pub what: OfferKind,
}

/// The kinds of offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take back the player's own last decision and everything after it.
    Takeback,
    /// Another match after this one, with sides exchanged.
    Rematch,
    /// 30 s more for both players.
    MoreTime,
}

impl fmt::Display for OfferKind {
    /// A label for players.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OfferKind::Draw => "a draw",
            OfferKind::Takeback => "a takeback of the last move",
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
    /// Whether the offer is accepted.
    pub yes: bool,
}

/// The withdrawal of a player's own offer.
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
    /// The kind of claim.
    #[serde(default, skip_serializing_if = "ClaimKind::is_match")]
    pub what: ClaimKind,
}

/// The kinds of claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The match, against an absent or idle opponent.
    #[default]
    Match,
    /// A draw that is claimable in this position ([`Claim`](fairground_rules::engine::Claim)).
    Draw,
}

impl ClaimKind {
    fn is_match(&self) -> bool {
        *self == ClaimKind::Match
    }
}

/// A line of chat: a text or a phrase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chat {
    /// The id of the request.
    pub id: u64,
    /// At most [`MAX_CHAT`] characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
}

/// Mutes or unmutes the opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mute {
    /// The id of the request.
    pub id: u64,
    /// Whether the opponent is muted from now on.
    pub on: bool,
}

/// Common phrases, offered as buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Before a match.
    Hello,
    /// Before a match.
    GoodLuck,
    /// After a good move or a match.
    WellPlayed,
    /// At any time.
    Thanks,
    /// After a mistake.
    Oops,
    /// Asks the opponent to wait.
    OneMoment,
}

impl Phrase {
    /// All phrases, in the order of a match.
    pub const ALL: [Phrase; 6] =
        [Phrase::Hello, Phrase::GoodLuck, Phrase::WellPlayed, Phrase::Thanks, Phrase::Oops, Phrase::OneMoment];
}

impl fmt::Display for Phrase {
    /// A label for players.
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

/// The chat of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChatMode {
    /// Texts and phrases.
    #[default]
    Free,
    /// Only [phrases](Phrase).
    Phrases,
    /// No chat.
    Off,
}

impl ChatMode {
    /// All modes, the most permissive first.
    pub const ALL: [ChatMode; 3] = [ChatMode::Free, ChatMode::Phrases, ChatMode::Off];

    pub(super) fn is_free(&self) -> bool {
        *self == ChatMode::Free
    }
}

impl fmt::Display for ChatMode {
    /// A label for players.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChatMode::Free => "anything",
            ChatMode::Phrases => "phrases only",
            ChatMode::Off => "no chat",
        })
    }
}
