//! Checks the clocks of a match.
//!
//! Times are whole milliseconds, both in the recorder and in the file, so the check has no
//! tolerance. A decision first uses up time given during the match, which is never recorded:
//! `used_ms` is the time taken from the clock itself.

use crate::record::Header;
use fairground_rules::engine::{Side, Turn};

/// The clocks of a match that is being checked.
pub(super) struct ClockCheck {
    increment: u64,
    /// The remaining time of each side, ms, White first.
    left: [u64; 2],
    /// `left` before each action that stands; `None` if takebacks do not restore time.
    before: Option<Vec<[u64; 2]>>,
    /// Whether the file has the time of every decision, including one cut short by the end of the
    /// match.
    exact: bool,
}

/// The expected value of a wrong time or loss on time.
type Expected = String;

impl ClockCheck {
    /// The clocks at the start; `None` without clocks, or if another program kept them.
    pub fn new(header: &Header) -> Option<ClockCheck> {
        let clocks = header.clocks.filter(|_| !header.has_external_clocks())?;
        let before = (!header.takebacks_cost_time).then(Vec::new);
        Some(ClockCheck {
            increment: clocks.increment_ms,
            left: [clocks.start_ms; 2],
            before,
            exact: header.exact_clocks,
        })
    }

    /// Checks and subtracts the time of an action by `side`. `next` decides whether `side` gets its
    /// increment.
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

    /// Takes back the last `count` actions. The side to decide has used `thinking_ms` for its
    /// current decision.
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

    /// Checks that a decision does not take more than the remaining time.
    pub fn check_used(&self, side: Side, used_ms: u64) -> Result<(), Expected> {
        let left = self.left[side.index()];
        if used_ms <= left { Ok(()) } else { Err(format!("at most {left}, the time that {side} had left")) }
    }

    /// Checks a loss on time: it must be this side's turn to decide, and its time must be used up.
    pub fn check_loss(&self, loser: Side, turn: Turn, thinking_ms: u64) -> Result<(), Expected> {
        if !self.exact {
            return Ok(());
        }
        if turn != Turn::Decide(loser) {
            return Err(format!("no loss on time of {loser}, whose clock did not run"));
        }
        match self.left[loser.index()].saturating_sub(thinking_ms) {
            0 => Ok(()),
            left => Err(format!("no loss on time, since {loser} had {left} ms left")),
        }
    }

    fn charge(&mut self, side: Side, used_ms: u64) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(used_ms);
    }
}
