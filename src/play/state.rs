use std::time::Duration;

use crate::engine::{DynGame, Event, Outcome, Refusal, Side, Turn};

/// All that changes in a match. A change is made to a copy, which takes the place of the original once it is recorded.
pub(super) struct State {
    pub game: Box<dyn DynGame>,
    /// One for each action played.
    pub steps: Vec<Step>,
    /// An end from outside the rules.
    pub ended: Option<Outcome>,
    /// Who has offered a draw that the other has not answered.
    pub offer: Option<Side>,
    /// The time that the side to act has used for this decision so far.
    pub spent: Duration,
}

/// The data of an action besides its text.
#[derive(Clone)]
pub(super) struct Step {
    /// Who acted.
    pub side: Side,
    /// Whether it was a decision, not a roll.
    pub decision: bool,
    /// Whether the other side is due after it, or nobody.
    pub ends_turn: bool,
    /// The time it took from the clock.
    pub used: Duration,
}

impl State {
    pub fn new(game: Box<dyn DynGame>) -> Self {
        State { game, steps: Vec::new(), ended: None, offer: None, spent: Duration::ZERO }
    }

    pub fn copy(&self) -> Self {
        State { game: self.game.boxed(), steps: self.steps.clone(), ..*self }
    }

    /// The outcome, by the rules or from outside.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.turn().outcome())
    }

    /// Carries an action out.
    pub fn apply(&mut self, action: &str, used: Duration) -> Result<Vec<Event>, Refusal> {
        let before = self.game.turn();
        let events = self.game.apply(action)?;
        if let Some(side) = before.side() {
            self.steps.push(Step {
                side,
                decision: matches!(before, Turn::Decide(_)),
                ends_turn: self.game.turn().side() != Some(side),
                used,
            });
        }
        self.spent = Duration::ZERO;
        Ok(events)
    }
}
