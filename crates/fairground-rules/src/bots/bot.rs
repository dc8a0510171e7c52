use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Limits;
use super::level::{LEVELS, Level};
use crate::engine::text::did_you_mean;

/// A computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bot {
    /// Plays a uniformly random legal action.
    Random,
    /// Plays the action with the best evaluation after it.
    Greedy,
    /// A level, 1 to 8, each stronger than the one below: see [`Bot::character`].
    Level(u8),
    /// Searches with all cores and 5 s for a decision.
    Max,
    /// Alpha-beta search within these limits.
    Search(Limits),
    /// Monte Carlo tree search with evaluated leaves within these limits.
    Mcts(Limits),
    /// Monte Carlo tree search with random playouts within these limits: a baseline for
    /// comparisons.
    Uct(Limits),
}

/// Time of [`Bot::Max`] for a decision, ms.
const MAX_TIME: u64 = 5_000;

/// Time for a decision of a search that has no limits of its own, ms.
const DEFAULT_TIME: u64 = 1_000;

impl Bot {
    /// All bots offered to players, the weakest first.
    pub const ALL: [Bot; 11] = [
        Bot::Random,
        Bot::Greedy,
        Bot::Level(1),
        Bot::Level(2),
        Bot::Level(3),
        Bot::Level(4),
        Bot::Level(5),
        Bot::Level(6),
        Bot::Level(7),
        Bot::Level(8),
        Bot::Max,
    ];

    /// The title that players read: `Level 5, Badger`.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Bot::Random => "Random".to_string(),
            Bot::Greedy => "Greedy".to_string(),
            Bot::Level(level) => format!("Level {level}, {}", self.level().map_or("", |level| level.name)),
            Bot::Max => "Max".to_string(),
            Bot::Search(_) | Bot::Mcts(_) | Bot::Uct(_) => self.to_string(),
        }
    }

    /// The name without the level.
    #[must_use]
    pub fn name(self) -> String {
        let title = self.title();
        title.split_once(", ").map_or(title.as_str(), |(_, name)| name).to_string()
    }

    /// The character, in a line for players.
    #[must_use]
    pub fn character(self) -> &'static str {
        match self {
            Bot::Random => "Plays anything.",
            Bot::Greedy => "Looks only one move ahead.",
            Bot::Level(_) => self.level().map_or("", |level| level.character),
            Bot::Max => "All cores, five seconds per move.",
            Bot::Search(_) => "Alpha-beta search.",
            Bot::Mcts(_) => "Monte Carlo tree search.",
            Bot::Uct(_) => "Monte Carlo tree search with random playouts.",
        }
    }

    pub(super) fn level(self) -> Option<&'static Level> {
        match self {
            Bot::Level(level) => LEVELS.get(usize::from(level).checked_sub(1)?),
            _ => None,
        }
    }

    /// The limits of the bot's search; `None` for bots that do not search or have fixed settings.
    #[must_use]
    pub fn limits(self) -> Option<Limits> {
        let or_default = |limits: Limits| {
            let time = if limits.is_limited() { limits.time } else { Some(DEFAULT_TIME) };
            Limits { time, ..limits }
        };
        let tree = |limits: Limits| or_default(Limits { depth: None, threads: 1, ..limits });
        match self {
            Bot::Max => Some(Limits { time: Some(MAX_TIME), threads: 0, ..Limits::default() }),
            Bot::Search(limits) => Some(or_default(limits)),
            Bot::Mcts(limits) | Bot::Uct(limits) => Some(tree(limits)),
            Bot::Random | Bot::Greedy | Bot::Level(_) => None,
        }
    }

    /// Returns `true` if the same seed always gives the same decision, because the bot uses neither
    /// a clock nor several threads.
    #[must_use]
    pub fn is_deterministic(self) -> bool {
        self.limits().is_none_or(|limits| limits.time.is_none() && limits.threads == 1)
    }
}

impl fmt::Display for Bot {
    /// The name on the command line and in match files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limited = |f: &mut fmt::Formatter<'_>, kind: &str, limits: &Limits| {
            let limits = limits.to_string();
            write!(f, "{kind}{}{limits}", if limits.is_empty() { "" } else { ":" })
        };
        match self {
            Bot::Random => f.write_str("random"),
            Bot::Greedy => f.write_str("greedy"),
            Bot::Level(level) => write!(f, "{level}"),
            Bot::Max => f.write_str("max"),
            Bot::Search(limits) => limited(f, "search", limits),
            Bot::Mcts(limits) => limited(f, "mcts", limits),
            Bot::Uct(limits) => limited(f, "uct", limits),
        }
    }
}

/// Names of bots, and of searches without their limits.
const BOTS: [&str; 6] = ["random", "greedy", "max", "search", "mcts", "uct"];

/// The error for an unknown name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown bot '{name}'{}{}{reason}; available bots: random, greedy, 1 to 8, max, search with limits such as search:nodes=10000,depth=6,time=1,hash=64,threads=1,eval=net, and mcts or uct with nodes, time and eval",
    did_you_mean(name, BOTS), if reason.is_empty() { "" } else { ": " }
)]
pub struct UnknownBot {
    /// The name requested.
    pub name: String,
    /// The error in its limits, or empty.
    pub reason: String,
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        let unknown = |reason: String| UnknownBot { name: name.chars().take(80).collect(), reason };
        if let Some(bot) = Self::ALL.into_iter().find(|bot| bot.to_string() == name) {
            return Ok(bot);
        }
        let (kind, limits) = name.split_once(':').unwrap_or((name, ""));
        let limits = || Limits::parse(limits).map_err(unknown);
        // Tree search has no depth limit and runs on one thread.
        let tree = || match limits()? {
            Limits { depth: None, hash: None, threads: 1, .. } => limits(),
            _ => Err(unknown(format!("{kind} accepts only nodes, time and eval"))),
        };
        match kind {
            "search" => Ok(Bot::Search(limits()?)),
            "mcts" => Ok(Bot::Mcts(tree()?)),
            "uct" => Ok(Bot::Uct(tree()?)),
            _ => Err(unknown(String::new())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for bot in Bot::ALL {
            assert_eq!(bot.to_string().parse(), Ok(bot));
            assert!(!bot.title().is_empty() && !bot.character().is_empty());
        }
        for name in [
            "search",
            "search:nodes=10000,depth=6,time=0.5,hash=16,threads=4",
            "search:nodes=10,eval=hand",
            "search:threads=0",
            "mcts:nodes=7",
            "uct:time=0.2",
        ] {
            assert_eq!(name.parse::<Bot>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "0",
            "9",
            "level",
            "search:nodes=0",
            "search:depth=x",
            "search:eval=foot",
            "uct:time=-1",
            "mcts:foo=1",
            "search:nodes",
            "search:nodes=5,nodes=6",
            "search:hash=0",
            "mcts:depth=6",
            "mcts:hash=1",
            "uct:threads=2",
        ] {
            assert!(name.parse::<Bot>().is_err(), "{name}");
        }
    }

    #[test]
    fn clocks_and_threads_make_a_bot_unrepeatable() {
        for (name, repeatable) in [("8", true), ("search:nodes=5", true), ("search:depth=3", true), ("search", false)] {
            assert_eq!(name.parse::<Bot>().unwrap().is_deterministic(), repeatable, "{name}");
        }
        assert!(!Bot::Max.is_deterministic());
        assert!(Bot::Search(Limits { nodes: Some(1_000), ..Limits::default() }).is_deterministic());
        assert_eq!(
            (Limits::default().thread_count(), Limits { threads: 3, ..Limits::default() }.thread_count()),
            (1, 3)
        );
    }
}
