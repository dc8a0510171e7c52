use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::conditions::Conditions;
use super::player::Player;
use crate::engine::{Info, Options};

/// The pairings and their number.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// The player whose score is counted.
    pub a: Player,
    /// The opponent.
    pub b: Player,
    /// Pairs of matches.
    pub pairs: u64,
    /// What openings, dice and bots are drawn from.
    pub seed: u64,
    /// What its matches are played by.
    pub conditions: Conditions,
    /// When to stop early, if at all.
    pub sprt: Option<Sprt>,
    /// Which of the pairs are played here.
    pub shard: Shard,
    /// The folder for the match files of all matches, if they are to be kept.
    pub record: Option<PathBuf>,
    /// The file to which all matches are appended in Portable Game Notation, if they are to be; orthodox chess only.
    pub pgn: Option<PathBuf>,
    /// The event that match files and this one name.
    pub event: Option<String>,
    /// The names of A and B in match files and PGN; `None` for the name that a bot or program has
    /// of its own.
    pub names: [Option<String>; 2],
}

/// A sequential probability ratio test of A's Elo: with an error of 5 % either way, `elo1` is distinguished from `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo if A is no better.
    pub elo0: f64,
    /// Elo if A is as much better as hoped.
    pub elo1: f64,
}

/// The part of a tournament that one machine plays: the pairs `number - 1`, `number - 1 + of`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many shards there are.
    pub of: u64,
}

impl Tournament {
    /// A and B.
    #[must_use]
    pub fn players(&self) -> [&Player; 2] {
        [&self.a, &self.b]
    }

    /// The options that differ from the default.
    pub(super) fn option_texts(&self) -> BTreeMap<String, String> {
        self.options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
    }

    /// What the results depend on: fields of the report with their values.
    pub(super) fn identity(&self) -> [(&'static str, String); 6] {
        [
            ("game", self.info.id.to_string()),
            ("options", format!("{:?}", self.option_texts())),
            ("conditions", format!("{:?}", self.conditions.texts())),
            ("a", self.a.to_string()),
            ("b", self.b.to_string()),
            ("seed", self.seed.to_string()),
        ]
    }
}

impl Shard {
    /// All of a tournament.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether this pair belongs to it.
    #[must_use]
    pub const fn has(self, pair: u64) -> bool {
        pair % self.of == self.number - 1
    }
}
