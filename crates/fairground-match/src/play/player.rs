//! Players: bots, external engines, and types defined by users of the crate.

use std::error::Error;
use std::time::Duration;

use super::analysis::SearchJob;
use fairground_rules::bots::Bot;
use fairground_rules::bots::time::TimeBudget;
use fairground_rules::engine::{ActionText, DynGame, Side};

/// Why a player failed to decide.
pub type PlayerError = Box<dyn Error + Send + Sync>;

/// A player that decides in matches: a bot, an external engine, or your own type.
/// [`Match::drive`](super::Match::drive) calls the players in turn.
///
/// ```
/// use fairground_rules::engine::ActionText;
/// use fairground_match::play::{Decision, Player, PlayerError};
///
/// struct First;
///
/// impl Player for First {
///     fn choose(&mut self, decision: &Decision, _stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError> {
///         decision.game().actions().into_iter().next().ok_or_else(|| "no action is legal".into())
///     }
/// }
/// ```
pub trait Player {
    /// Chooses a legal action; the match throws the dice. Poll `stop` every few milliseconds, and
    /// answer immediately when it returns true. A clock may run out before that.
    ///
    /// # Errors
    /// The reason for the failure, in words. The player loses.
    fn choose(&mut self, decision: &Decision, stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError>;
}

/// A decision to be made in a match, on any thread.
#[derive(Debug)]
pub struct Decision {
    game: Box<dyn DynGame>,
    side: Side,
    seed: u64,
    clocks: Option<ClockTimes>,
}

/// The clocks before a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTimes {
    /// The remaining times, White's first.
    pub left: [Duration; 2],
    /// The increment per turn.
    pub increment: Duration,
    /// The turns until the side to move gets more time, if any.
    pub turns_to_go: Option<u32>,
    /// How long an answer is still accepted after the clock has run out.
    pub margin: Duration,
}

impl Decision {
    pub(super) fn new(game: &dyn DynGame, side: Side, seed: u64, clocks: Option<ClockTimes>) -> Decision {
        Decision { game: game.boxed(), side, seed, clocks }
    }

    /// The match's game, with its position, its legal actions and the actions played. To try
    /// actions, use a copy. [`visit_game`](fairground_rules::games::visit_game) gives the typed
    /// form.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The side that decides.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// A seed for random choices, the same for all decisions of a match with the same seed. It does
    /// not reveal the dice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The clocks; `None` if the match has none.
    #[must_use]
    pub fn clocks(&self) -> Option<ClockTimes> {
        self.clocks
    }

    /// The search by which a bot makes the decision.
    pub(super) fn search_job(&self, bot: Bot) -> SearchJob {
        let budget = self.clocks.map(|ClockTimes { left, increment, turns_to_go, .. }| {
            TimeBudget::on_clock(left[self.side.index()], increment, turns_to_go)
        });
        SearchJob::new(bot, &*self.game, self.seed, budget)
    }
}

impl Player for Bot {
    fn choose(&mut self, decision: &Decision, stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError> {
        let action = decision.search_job(*self).think_until(stop, &mut |_| {});
        Ok(action.as_str().into())
    }
}
