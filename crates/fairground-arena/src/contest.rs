use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::conditions::Conditions;
use super::contestant::Contestant;
use fairground_rules::engine::{GameInfo, Options};

/// A contest between two players: conditions and number of pairs.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: Options,
    /// Player A; the score is A's.
    pub a: Contestant,
    /// The opponent B.
    pub b: Contestant,
    /// The number of pairs of matches.
    pub pairs: u64,
    /// The seed of openings, dice and bots.
    pub seed: u64,
    /// The conditions of the matches.
    pub conditions: Conditions,
    /// The sequential test for stopping early, if any.
    pub sprt: Option<Sprt>,
    /// The pairs to be played here.
    pub shard: Shard,
    /// The folder for match files; `None` if matches are not recorded.
    pub record: Option<PathBuf>,
    /// The file to which all matches are appended as PGN, if any; orthodox chess only.
    pub pgn: Option<PathBuf>,
    /// The event named in match files and PGN.
    pub event: Option<String>,
    /// The names of A and B in match files and PGN; `None` for the bot's or engine's own.
    pub names: [Option<String>; 2],
}

/// A sequential probability ratio test of A's Elo. It decides between `elo0` and `elo1` with error
/// probabilities of 5 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The null hypothesis, logistic Elo.
    pub elo0: f64,
    /// The alternative hypothesis, logistic Elo.
    pub elo1: f64,
}

/// A machine's part of a contest: the pairs `number - 1`, `number - 1 + of`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Contest {
    /// A contest with default conditions, without a sequential test and without records.
    #[must_use]
    pub fn new(info: &'static GameInfo, options: Options, [a, b]: [Contestant; 2], pairs: u64, seed: u64) -> Contest {
        Contest {
            info,
            options,
            a,
            b,
            pairs,
            seed,
            conditions: Conditions::default(),
            sprt: None,
            shard: Shard::WHOLE,
            record: None,
            pgn: None,
            event: None,
            names: [None, None],
        }
    }

    /// The players A and B.
    #[must_use]
    pub fn players(&self) -> [&Contestant; 2] {
        [&self.a, &self.b]
    }

    /// The options that differ from the default.
    pub(super) fn option_texts(&self) -> BTreeMap<String, String> {
        self.options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
    }

    /// The parameters that determine the results: fields of the report with their values.
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
    /// The whole contest.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// One of `of` shards, numbered from 1; `None` for a number outside them.
    #[must_use]
    pub const fn new(number: u64, of: u64) -> Option<Shard> {
        if number >= 1 && number <= of { Some(Shard { number, of }) } else { None }
    }

    /// Whether this pair belongs to the shard.
    #[must_use]
    pub const fn has(self, pair: u64) -> bool {
        pair % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    /// `2/8`, as on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
