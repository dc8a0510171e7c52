use std::time::Duration;

use fairground_rules::engine::{ActionText, DynGame, Event, Outcome, Refusal, Side};

/// The changing state of a match. Changes go to a copy, which replaces the original once recorded.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub game: Box<dyn DynGame>,
    /// The outcome, if the match ended for an external reason.
    pub ended: Option<Outcome>,
    /// The side whose draw offer is open.
    pub offer: Option<Side>,
    /// The time that the side to act has already used for this decision.
    pub spent: Duration,
}

impl State {
    pub fn new(game: Box<dyn DynGame>) -> Self {
        State { game, ended: None, offer: None, spent: Duration::ZERO }
    }

    /// The outcome, by the rules or for an external reason.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.turn().outcome())
    }

    /// Plays an action.
    pub fn apply(&mut self, action: &str) -> Result<Vec<Event>, Refusal> {
        let events = self.game.apply(action)?;
        self.spent = Duration::ZERO;
        Ok(events)
    }

    /// Takes back the last `count` actions, the last one first; `None` if there are fewer.
    pub fn take_back(&mut self, count: usize) -> Option<Vec<ActionText>> {
        let taken = (0..count).map(|_| self.game.undo()).collect::<Option<_>>()?;
        (self.ended, self.offer, self.spent) = (None, None, Duration::ZERO);
        Some(taken)
    }
}
