//! Checks the clocks of a match.
//!
//! The recorder counts whole milliseconds, as the file has them, so nothing is tolerated. Time that was given during a match is used up
//! first and never recorded: `used_ms` is what a decision took from the clock itself.

use crate::engine::{Side, Turn};
use crate::record::Header;

/// The clocks of a match that is being checked.
pub(super) struct ClockCheck {
    increment: u64,
    /// The time left to each side now, ms, White's first.
    left: [u64; 2],
    /// The same before each action that stands, where a takeback gives time back.
    before: Option<Vec<[u64; 2]>>,
    /// Whether the file has the time of every decision, also of one that the end of the match cut short.
    exact: bool,
}

/// What is expected instead of a time, or of a loss on time.
type Expected = String;

impl ClockCheck {
    /// The clocks at the start; `None` without clocks, and where another program kept them.
    pub fn new(header: &Header) -> Option<ClockCheck> {
        let clocks = header.clocks.filter(|_| !header.has_clocks_of_others())?;
        let before = (!header.takebacks_cost_time).then(Vec::new);
        Some(ClockCheck {
            increment: clocks.increment_ms,
            left: [clocks.start_ms; 2],
            before,
            exact: header.exact_clocks,
        })
    }

    /// An action of this side took this much; who is to act next decides on the increment.
    pub fn action(&mut self, side: Side, used_ms: u64, next: Turn) -> Result<(), Expected> {
        self.check_used(side, used_ms)?;
        if let Some(before) = &mut self.before {
            before.push(self.left);
        }
        self.charge(side, used_ms);
        if next.side() != Some(side) {
            let left = &mut self.left[side.index()];
            *left = left.saturating_add(self.increment);
        }
        Ok(())
    }

    /// The last actions, this many, are taken back while this side has used so much time for its decision.
    pub fn take_back(&mut self, count: usize, turn: Turn, thinking_ms: u64) {
        match &mut self.before {
            Some(before) => {
                let to = before.len().saturating_sub(count);
                self.left = before.get(to).copied().unwrap_or(self.left);
                before.truncate(to);
            }
            None => {
                if let Some(side) = turn.side() {
                    self.charge(side, thinking_ms);
                }
            }
        }
    }

    /// A decision of this side cannot take more than is left.
    pub fn check_used(&self, side: Side, used_ms: u64) -> Result<(), Expected> {
        let left = self.left[side.index()];
        if used_ms <= left { Ok(()) } else { Err(format!("at most {left}, the time that {side} had left")) }
    }

    /// Only the side to decide can run out of time, and only when none is left.
    pub fn check_loss(&self, loser: Side, turn: Turn, thinking_ms: u64) -> Result<(), Expected> {
        if !self.exact {
            return Ok(());
        }
        if turn != Turn::Decide(loser) {
            return Err(format!("no loss on time of {loser}, whose clock did not run"));
        }
        match self.left[loser.index()].saturating_sub(thinking_ms) {
            0 => Ok(()),
            left => Err(format!("no loss on time, as {loser} had {left} ms left")),
        }
    }

    fn charge(&mut self, side: Side, used_ms: u64) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(used_ms);
    }
}
