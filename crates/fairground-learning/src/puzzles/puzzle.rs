use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Theme;
use fairground_rules::bots::win_probability;
use fairground_rules::engine::{ActionText, DynGame, Options, Side, TextError, Turn, fnv1a};
use fairground_rules::games;

/// The factor of nodes for verifying a puzzle, relative to finding it.
pub const DEEPER: u64 = 20;

/// A position and its best actions: a line of `puzzles/GAME.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its id: the game, and 8 hex digits of a hash of the options and the position.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The game's options that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The text of the position, without the history.
    pub position: String,
    /// The solver: the side to act.
    pub side: Side,
    /// The task.
    pub kind: Kind,
    /// The right actions, best first.
    pub solutions: Vec<Solution>,
    /// The value of the best wrong action for the solver, centipawns.
    pub other: i32,
    /// The best action and the continuation with the best defence, including rolls. The solver has
    /// to find [`Puzzle::decisions`] of its actions.
    pub line: Vec<ActionText>,
    /// The themes, determined by the rules.
    pub themes: Vec<Theme>,
    /// The difficulty on the scale of Glicko-2, where 1500 is average.
    pub rating: u32,
    /// How the puzzle was verified.
    pub check: Check,
    /// The origin of the puzzle.
    pub source: Source,
}

/// The task of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Find a forced win.
    Win,
    /// Find the only action that does not lose.
    Save,
    /// Find the action that gains a decisive advantage.
    Gain,
    /// Find the action with the best expected score before a throw.
    Chance,
}

/// A right action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The action.
    pub action: ActionText,
    /// Its value for the solver, centipawns. A forced win is [`WIN`](fairground_rules::bots::WIN)
    /// minus its distance in actions.
    pub value: i32,
    /// The value after each symbol of the die, if a throw follows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faces: BTreeMap<String, i32>,
}

impl Solution {
    /// The solver's expected score after the action, 0 to 1: a win is 1, a draw 1/2.
    #[must_use]
    pub fn win(&self) -> f64 {
        win_probability(self.value)
    }
}

/// How a puzzle was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The nodes of the search that found it. The verification used [`DEEPER`] times as many.
    pub nodes: u64,
    /// The signature of the search, see [`crate::puzzles::make::signature`]. A search with another
    /// one may give different values.
    pub search: u64,
    /// The version of the program.
    pub version: String,
}

/// The origin of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The match file; `None` for a bot match made for puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The seed of the bot matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the match, from 0.
    pub nth: u64,
    /// The number of actions before the position.
    pub after: usize,
}

impl Puzzle {
    /// The game at the position of the puzzle.
    ///
    /// # Errors
    /// The wrong field: `game`, `options` or one of the position text.
    pub fn begin(&self) -> Result<Box<dyn DynGame>, TextError> {
        let (info, options) = games::with_options(&self.game, &self.options)?;
        games::begin(info, options, Some(&self.position))
    }

    /// The number of actions that the solver has to find: all in a forced win, else the first.
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

    /// Whether the line ends the game.
    #[must_use]
    pub fn ends(&self) -> bool {
        let Ok(mut game) = self.begin() else { return false };
        self.line.iter().all(|action| game.apply(action).is_ok()) && game.turn().outcome().is_some()
    }

    /// The solution with this action, if it is right.
    #[must_use]
    pub fn solution(&self, action: &str) -> Option<&Solution> {
        self.solutions.iter().find(|solution| solution.action == *action)
    }
}

/// The id of the puzzle at a position.
pub(super) fn id_of(game: &str, options: &Options, position: &str) -> String {
    let options: String = options.iter().map(|(key, value)| format!("{key}={value} ")).collect();
    let hash = fnv1a(format!("{options}{position}").as_bytes());
    format!("{game}-{:08x}", (hash ^ (hash >> 32)) & 0xffff_ffff)
}
