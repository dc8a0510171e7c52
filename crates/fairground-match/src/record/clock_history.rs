//! The clocks of a match at each of its points.
//!
//! Times are whole milliseconds in the recorder and in the file, so the checks have no tolerance. A
//! decision first uses up time given during the match, which is never recorded: `used_ms` is the
//! time taken from the clock itself.

use super::model::Header;
use fairground_rules::engine::{Side, Turn};

/// The clocks of a match after each action, without those taken back.
#[derive(Clone, Debug)]
pub(crate) struct ClockHistory {
    increment: i64,
    /// Whether a takeback leaves the clocks unchanged instead of restoring their times.
    takebacks_cost_time: bool,
    /// Whether the file has the time of every decision, including one cut short by the end of the
    /// match.
    exact: bool,
    /// The remaining times at the current point, ms, White's first. Negative only if another
    /// program kept the clocks.
    left: [i64; 2],
    /// The same at the points before it.
    before: Vec<[i64; 2]>,
}

/// The expected value, for errors.
type Expected = String;

impl ClockHistory {
    /// The clocks at the start; `None` without clocks.
    pub fn new(header: &Header) -> Option<ClockHistory> {
        let clocks = header.clocks?;
        Some(ClockHistory {
            increment: signed(clocks.increment_ms),
            takebacks_cost_time: header.takebacks_cost_time,
            exact: header.exact_clocks,
            left: [signed(clocks.start_ms); 2],
            before: Vec::new(),
        })
    }

    /// The remaining time of a side at the current point, ms.
    pub fn left(&self, side: Side) -> u64 {
        unsigned(self.left[side.index()])
    }

    /// The remaining times after each number of actions, ms, White's first. Negative only if
    /// another program kept the clocks.
    pub fn points(&self) -> impl Iterator<Item = [i64; 2]> {
        self.before.iter().copied().chain([self.left])
    }

    /// Subtracts the time of an action by `side`, and adds its increment if the turn passes to
    /// `next`, the other side, or the match ends.
    pub fn play(&mut self, side: Side, used_ms: u64, next: Option<Side>) {
        self.before.push(self.left);
        self.charge(side, used_ms);
        if next != Some(side) {
            let left = &mut self.left[side.index()];
            *left = left.saturating_add(self.increment);
        }
    }

    /// Takes back the last `count` actions. `side`, which is to decide, has used `thinking_ms` for
    /// its current decision.
    pub fn take_back(&mut self, count: usize, side: Option<Side>, thinking_ms: u64) {
        let to = self.before.len().saturating_sub(count);
        if !self.takebacks_cost_time {
            self.left = self.before.get(to).copied().unwrap_or(self.left);
        } else if let Some(side) = side {
            self.charge(side, thinking_ms);
        }
        self.before.truncate(to);
    }

    /// Checks that a decision does not take more than the remaining time.
    pub fn check_used(&self, side: Side, used_ms: u64) -> Result<(), Expected> {
        let left = self.left(side);
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
        match self.left(loser).saturating_sub(thinking_ms) {
            0 => Ok(()),
            left => Err(format!("no loss on time, since {loser} had {left} ms left")),
        }
    }

    fn charge(&mut self, side: Side, used_ms: u64) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(signed(used_ms));
    }
}

fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// A remaining time; 0 for an overdrawn clock.
pub(crate) fn unsigned(ms: i64) -> u64 {
    u64::try_from(ms).unwrap_or_default()
}
