//! Players: each chooses one of the legal actions, the same one for the same position and seed.
//!
//! A bot sees a position and never rolls: where a die is due it is not asked.

mod greedy;
mod random;

pub use random::any;

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::engine::{Position, Turn};

/// A player that is a program, by its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bot {
    /// Every legal action with the same chance.
    Random,
    /// The best position one action ahead.
    Greedy,
}

impl Bot {
    /// Every bot, the weakest first.
    pub const ALL: [Bot; 2] = [Bot::Random, Bot::Greedy];

    /// Its name on the command line and in match files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No bot has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no bot '{name}'; the bots are: {}", Bot::ALL.map(Bot::name).join(", "))]
pub struct UnknownBot {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        Self::ALL.into_iter().find(|bot| bot.name() == name).ok_or_else(|| UnknownBot { name: name.to_string() })
    }
}

/// What this bot does here; `None` where no decision is due. The same seed gives the same choice.
#[must_use]
pub fn choose<P: Position>(bot: Bot, position: &P, seed: u64) -> Option<P::Action> {
    let Turn::Decide(side) = position.turn() else { return None };
    let mut actions = Vec::new();
    position.generate(&mut actions);
    // Generators may list in any order; the choice must not depend on it.
    actions.sort_unstable();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match bot {
        Bot::Random => random::any(&actions, &mut rng),
        Bot::Greedy => greedy::choose(position, side, &actions, &mut rng),
    }
}
