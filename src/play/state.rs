use std::time::Duration;

use super::header::milliseconds;
use crate::engine::{ActionText, DynGame, Event, Outcome, Refusal, Side, Turn};
use crate::record::{MatchEvent, Record};

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
    /// Clock changes by actions that were taken back, where a takeback leaves the clocks as they stand.
    pub charges: Vec<Charge>,
}

/// A change of a clock that outlives the action it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Charge {
    /// The number of actions that stood before it.
    pub after: usize,
    /// Whose clock.
    pub side: Side,
    /// The time used.
    pub used: Duration,
    /// Whether it ended a turn, which the increment is for.
    pub ends_turn: bool,
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
        State { game, steps: Vec::new(), ended: None, offer: None, spent: Duration::ZERO, charges: Vec::new() }
    }

    pub fn copy(&self) -> Self {
        State { game: self.game.boxed(), steps: self.steps.clone(), charges: self.charges.clone(), ..*self }
    }

    /// The outcome, by the rules or from outside.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.turn().outcome())
    }

    /// Takes back the last `count` actions, the last one first; `None` if there are fewer. With `costs_time` the clocks stay as they
    /// stand.
    pub fn take_back(&mut self, count: usize, costs_time: bool) -> Option<Vec<ActionText>> {
        let after = self.steps.len().checked_sub(count)?;
        let thinking = self.game.turn().side().filter(|_| self.ended.is_none());
        let mut taken = Vec::with_capacity(count);
        let mut charges = Vec::new();
        // In whole milliseconds, as a match file has it.
        let used = Duration::from_millis(milliseconds(self.spent));
        charges.extend(thinking.map(|side| Charge { after, side, used, ends_turn: false }));
        for _ in 0..count {
            let (step, action) = (self.steps.pop()?, self.game.undo()?);
            charges.push(Charge { after, side: step.side, used: step.used, ends_turn: step.ends_turn });
            taken.push(action);
        }
        if costs_time {
            self.charges.iter_mut().for_each(|charge| charge.after = charge.after.min(after));
            self.charges.extend(charges.into_iter().filter(|charge| charge.ends_turn || !charge.used.is_zero()));
        }
        (self.ended, self.offer, self.spent) = (None, None, Duration::ZERO);
        Some(taken)
    }

    /// The charges of a recorded match, whose game stands at the start here.
    pub fn charges_of(record: &Record, start: Box<dyn DynGame>) -> Vec<Charge> {
        let has_takeback = record.events().iter().any(|event| matches!(event, MatchEvent::Takeback(_)));
        if !record.header.takebacks_cost_time || !has_takeback {
            return Vec::new();
        }
        let mut state = State::new(start);
        for event in record.events() {
            match event {
                // The record was checked before.
                MatchEvent::Action(entry) => {
                    drop(state.apply(&entry.action, Duration::from_millis(entry.used_ms.unwrap_or_default())));
                }
                MatchEvent::Takeback(count) => drop(state.take_back(*count, true)),
                MatchEvent::Thinking(thinking) => state.spent = Duration::from_millis(thinking.used_ms),
                _ => {}
            }
        }
        state.charges
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
