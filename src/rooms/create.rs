//! Making rooms, and the list of open ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answers::Sides;

/// The body of `POST /api/rooms`: the match that is to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// The id of the game.
    pub game: String,
    /// Its options that differ from the default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The clock, as `300+5`; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Who is White: `human`, or a bot by its name: `random`, `greedy`, `1` to `8`.
    #[serde(default = "human")]
    pub white: String,
    /// Who is Black.
    #[serde(default = "human")]
    pub black: String,
    /// Whether the room is left out of the list, and only who has a token can watch.
    #[serde(default = "yes")]
    pub private: bool,
    /// Whether takebacks of rolls are possible, and the match waits for a player who is gone. Otherwise the opponent may claim it.
    #[serde(default = "yes")]
    pub casual: bool,
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
        }
    }
}

fn human() -> String {
    "human".to_string()
}

fn yes() -> bool {
    true
}

/// A new room. Its tokens are told this once: the server keeps only their hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created {
    /// The room.
    pub room: String,
    /// The tokens of the seats; a bot's seat has none.
    pub seats: Sides<Option<String>>,
    /// The token of spectators.
    pub watch: String,
    /// The hash of the server's secret, 64 hex digits.
    pub commitment: String,
}

/// A listed room, in the answer to `GET /api/rooms`: a JSON array, the newest room first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedRoom {
    /// The room.
    pub room: String,
    /// The id of the game.
    pub game: String,
    /// The clock, as `300+5`.
    pub clock: Option<String>,
    /// Who sits where: `human`, or the name of a bot.
    pub seats: Sides<String>,
    /// The names of the players, where they are known.
    pub names: Sides<Option<String>>,
    /// How many actions were played.
    pub actions: u64,
}

/// The body of an answer that is an error, with a status from 400 on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// What was wrong, for a person.
    pub error: String,
}
