//! Requests to create rooms, and the list of open rooms.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answers::Sides;
use super::requests::ChatMode;
use fairground_match::play::Seat;

/// The body of `POST /api/rooms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// The id of the game.
    pub game: String,
    /// Options that differ from the default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The clock, such as `300+5`; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// White's player: `human`, or the name of a bot: `random`, `greedy`, `1` to `8`.
    #[serde(default = "human")]
    pub white: String,
    /// Black's player.
    #[serde(default = "human")]
    pub black: String,
    /// Whether the room is unlisted and spectators need a token.
    #[serde(default = "yes")]
    pub private: bool,
    /// Whether rolls can be taken back, and the match waits for an absent or idle player.
    /// Otherwise, the opponent may claim the match.
    #[serde(default = "yes")]
    pub casual: bool,
    /// The chat allowed to the players.
    #[serde(default, skip_serializing_if = "ChatMode::is_free")]
    pub chat: ChatMode,
}

impl CreateRoom {
    /// A private, casual room for two people, without clocks.
    #[must_use]
    pub fn of_game(game: &str) -> CreateRoom {
        CreateRoom {
            game: game.to_string(),
            options: BTreeMap::new(),
            clock: None,
            white: human(),
            black: human(),
            private: true,
            casual: true,
            chat: ChatMode::Free,
        }
    }
}

fn human() -> String {
    Seat::HUMAN.to_string()
}

fn yes() -> bool {
    true
}

/// A new room. Its tokens are sent only once, since the server keeps just their hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created {
    /// The room.
    pub room: String,
    /// The token of each seat; a bot's seat has none.
    pub seats: Sides<Option<String>>,
    /// The token of spectators.
    pub watch: String,
    /// The hash of the server's secret, 64 hex digits.
    pub commitment: String,
}

/// A listed room. `GET /api/rooms` answers with a JSON array of these, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedRoom {
    /// The room.
    pub room: String,
    /// The id of the game.
    pub game: String,
    /// The clock, such as `300+5`.
    pub clock: Option<String>,
    /// The player of each seat: `human`, or the name of a bot.
    pub seats: Sides<String>,
    /// The players' names, if known.
    pub names: Sides<Option<String>>,
    /// The number of actions played.
    pub actions: u64,
}

/// The body of an error answer, with a status of 400 or above.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The error, in words for people.
    pub error: String,
}
