//! Who decides in a match: bots, other programs, and types of users of the crate.

use std::error::Error;
use std::time::Duration;

use super::analysis::SearchJob;
use crate::bots::Bot;
use crate::bots::time::time_for_move;
use crate::engine::{ActionText, DynGame, Side};

/// Why a player cannot go on.
pub type PlayerError = Box<dyn Error + Send + Sync>;

/// Somebody who decides in matches: a bot, another program, or a type of your own. [`Match::step`](super::Match::step) asks players in turn.
///
/// ```
/// use fairground::engine::ActionText;
/// use fairground::play::{Decision, Player, PlayerError};
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
    /// Chooses one of the legal actions of the game; dice are thrown by others. `stop` may ask for an answer at once, and is worth asking
    /// every few milliseconds; clocks may be over before it does.
    ///
    /// # Errors
    /// The reason for which there is no answer, in words. The player loses.
    fn choose(&mut self, decision: &Decision, stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError>;
}

/// A decision that is due in a match. It is taken on any thread.
pub struct Decision {
    game: Box<dyn DynGame>,
    side: Side,
    seed: u64,
    clocks: Option<ClockTimes>,
}

/// The clocks of a match before a decision, White's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTimes {
    /// The time left.
    pub left: [Duration; 2],
    /// What each turn gives back.
    pub increment: Duration,
    /// The turns until the side to move gets more time, if it does.
    pub turns_to_go: Option<u32>,
    /// How much later than its clock an answer is still wanted.
    pub margin: Duration,
}

impl Decision {
    pub(super) fn new(game: &dyn DynGame, side: Side, seed: u64, clocks: Option<ClockTimes>) -> Decision {
        Decision { game: game.boxed(), side, seed, clocks }
    }

    /// The match as the rules see it: its position, its legal actions, and what was played. A copy of it can be played on.
    /// [`visit_game`](crate::games::visit_game) gives the typed form.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// Whose decision it is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// What a player may draw random numbers from: the same for all decisions of a match with the same seed. The dice do not follow from it.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The clocks; `None` without any.
    #[must_use]
    pub fn clocks(&self) -> Option<ClockTimes> {
        self.clocks
    }

    /// The decision as a bot takes it.
    pub(super) fn search_job(&self, bot: Bot) -> SearchJob {
        let time = self
            .clocks
            .map(|clocks| time_for_move(clocks.left[self.side.index()], clocks.increment, clocks.turns_to_go));
        SearchJob::new(bot, &*self.game, self.seed, time)
    }
}

impl Player for Bot {
    fn choose(&mut self, decision: &Decision, stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError> {
        let action = decision.search_job(*self).think_until(stop, &mut |_| {});
        Ok(action.as_str().into())
    }
}
