use std::time::Duration;

use super::header::milliseconds;
use super::steps::{Step, Steps};
use crate::record::{MatchEvent, Record};
use fairground_rules::engine::{ActionText, DynGame, Event, Outcome, Refusal, Side, Turn};

/// The changing state of a match. Changes are made to a copy, which replaces the original once
/// recorded.
pub(super) struct State {
    pub game: Box<dyn DynGame>,
    /// A step for each action played.
    pub steps: Steps,
    /// The outcome, if the match ended for an external reason.
    pub ended: Option<Outcome>,
    /// The side whose draw offer is open.
    pub offer: Option<Side>,
    /// The time that the side to act has used for this decision up to now.
    pub spent: Duration,
    /// Clock changes by taken-back actions, if takebacks do not restore the clocks. At most one per
    /// number of actions, in order.
    pub charges: Vec<Charge>,
}

/// Clock changes that remain after their actions are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Charge {
    /// The number of actions before them.
    pub after: usize,
    /// The time used, White's first.
    pub used: [Duration; 2],
    /// The number of turns completed, for the increments, White's first.
    pub turns: [u32; 2],
}

impl Charge {
    fn add(&mut self, other: Charge) {
        for side in 0..2 {
            self.used[side] = self.used[side].saturating_add(other.used[side]);
            self.turns[side] = self.turns[side].saturating_add(other.turns[side]);
        }
    }

    fn add_step(&mut self, side: Side, used: Duration, ends_turn: bool) {
        let mut step = Charge::default();
        (step.used[side.index()], step.turns[side.index()]) = (used, u32::from(ends_turn));
        self.add(step);
    }
}

impl State {
    pub fn new(game: Box<dyn DynGame>) -> Self {
        State { game, steps: Steps::default(), ended: None, offer: None, spent: Duration::ZERO, charges: Vec::new() }
    }

    pub fn copy(&self) -> Self {
        State { game: self.game.boxed(), steps: self.steps.clone(), charges: self.charges.clone(), ..*self }
    }

    /// The outcome, by the rules or for an external reason.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.turn().outcome())
    }

    /// Takes back the last `count` actions, the last one first; `None` if there are fewer. With
    /// `costs_time`, the clocks stay unchanged.
    pub fn take_back(&mut self, count: usize, costs_time: bool) -> Option<Vec<ActionText>> {
        let after = self.steps.len().checked_sub(count)?;
        let thinking = self.game.turn().side().filter(|_| self.ended.is_none());
        let mut taken = Vec::with_capacity(count);
        let mut charge = Charge { after, ..Charge::default() };
        if let Some(side) = thinking {
            // Truncated to whole milliseconds, as in match files.
            charge.add_step(side, Duration::from_millis(milliseconds(self.spent)), false);
        }
        for _ in 0..count {
            let (step, action) = (self.steps.pop()?, self.game.undo()?);
            charge.add_step(step.side, step.used, step.ends_turn);
            taken.push(action);
        }
        if costs_time {
            // Merges the charges of the removed points into this one.
            while let Some(later) = self.charges.pop_if(|own| own.after >= after) {
                charge.add(later);
            }
            if charge != (Charge { after, ..Charge::default() }) {
                self.charges.push(charge);
            }
        }
        (self.ended, self.offer, self.spent) = (None, None, Duration::ZERO);
        Some(taken)
    }

    /// The charges of a recorded match; `start` is its initial game.
    pub fn charges_of(record: &Record, start: Box<dyn DynGame>) -> Vec<Charge> {
        let has_takeback = record.events().iter().any(|event| matches!(event, MatchEvent::Takeback(_)));
        if !record.header.takebacks_cost_time || !has_takeback {
            return Vec::new();
        }
        let mut state = State::new(start);
        for event in record.events() {
            match event {
                // The record was checked before, so errors cannot occur.
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

    /// Plays an action.
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
