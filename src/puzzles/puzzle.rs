use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Theme;
use crate::bots::win_probability;
use crate::engine::{ActionText, DynGame, Options, Side, TextError, Turn, fnv1a};
use crate::games;

/// How many times as many nodes verify a puzzle as find it.
pub const DEEPER: u64 = 20;

/// A position and what is best in it: a line of `assets/puzzles/GAME.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name: the game, and 8 hex digits of a hash of the options and the position.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The options of the game that are not the default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The text of the position, without what went before it.
    pub position: String,
    /// Who is to find the action: the side whose turn it is.
    pub side: Side,
    /// What is asked for.
    pub kind: Kind,
    /// The actions that count as right, the best first.
    pub solutions: Vec<Solution>,
    /// The value of the best action that does not count as right, for the solver, centipawns.
    pub other: i32,
    /// The best action and what follows with the best defence, rolls included; how much of it has to be found says [`Puzzle::decisions`].
    pub line: Vec<ActionText>,
    /// What it is about, by the rules.
    pub themes: Vec<Theme>,
    /// How hard it is, on the scale of Glicko-2, where 1500 is the middle.
    pub rating: u32,
    /// How it was checked.
    pub check: Check,
    /// Where it comes from.
    pub source: Source,
}

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A forced win, to the end.
    Win,
    /// The only action that does not lose.
    Save,
    /// The action that gains a decisive advantage.
    Gain,
    /// The action with the best expectation before a throw.
    Chance,
}

/// An action that counts as right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The action.
    pub action: ActionText,
    /// Its value for the solver, centipawns; a forced win is [`crate::bots::WIN`] less its distance in actions.
    pub value: i32,
    /// Where a throw follows: the value after each symbol that the die can show.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faces: BTreeMap<String, i32>,
}

impl Solution {
    /// The probability that the solver wins after it, 0 to 1, a draw being half a win.
    #[must_use]
    pub fn win(&self) -> f64 {
        win_probability(self.value)
    }
}

/// How a puzzle was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The nodes of the search that found it; it was verified with [`DEEPER`] times as many.
    pub nodes: u64,
    /// The signature of the search, see [`crate::puzzles::make::signature`]: another one may come to other values.
    pub search: u64,
    /// The version of the program.
    pub version: String,
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The match file; `None` for a match of bots made for puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The seed of the matches of bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the match, from 0.
    pub nth: u64,
    /// How many actions were played before.
    pub after: usize,
}

impl Puzzle {
    /// The game at the position of the puzzle.
    ///
    /// # Errors
    /// The field that is wrong: `game`, `options` or one of the position text.
    pub fn begin(&self) -> Result<Box<dyn DynGame>, TextError> {
        let pairs = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let (info, options) = games::with_options(&self.game, pairs)?;
        games::begin(info, options, Some(&self.position))
    }

    /// How many actions the solver has to find: all of a forced win, else the first.
    #[must_use]
    pub fn decisions(&self) -> usize {
        if self.kind != Kind::Win {
            return 1;
        }
        let Ok(mut game) = self.begin() else { return 1 };
        let mut own = 0;
        for action in &self.line {
            own += usize::from(game.turn() == Turn::Decide(self.side));
            if game.apply(action).is_err() {
                break;
            }
        }
        own.max(1)
    }

    /// Whether the game is over at the end of the line.
    #[must_use]
    pub fn ends(&self) -> bool {
        let Ok(mut game) = self.begin() else { return false };
        self.line.iter().all(|action| game.apply(action).is_ok()) && game.turn().outcome().is_some()
    }

    /// Whether this action counts as right.
    #[must_use]
    pub fn solution(&self, action: &str) -> Option<&Solution> {
        self.solutions.iter().find(|solution| solution.action == *action)
    }
}

/// The name of the puzzle of a position.
pub(super) fn id_of(game: &str, options: &Options, position: &str) -> String {
    let options: String = options.iter().map(|(key, value)| format!("{key}={value} ")).collect();
    let hash = fnv1a(format!("{options}{position}").as_bytes());
    format!("{game}-{:08x}", (hash ^ (hash >> 32)) & 0xffff_ffff)
}
