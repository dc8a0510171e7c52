//! How a match with clocks ends without anybody present: a flag falls, or the match is called off
//! because a first move does not come.
//!
//! A room may sleep until then.

use std::time::{Duration, Instant};

use super::core::{Room, Stage};
use fairground_match::play::{Clock, Pending, PlayError};

/// The minimum and maximum time for a player's first move.
pub const FIRST_MOVE: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(24 * 3600)];

/// The expected number of moves of a player in a match, to account for increments.
pub const EXPECTED_MOVES: u32 = 40;

/// The time limit of a player's first move: a tenth of the player's time in a match of usual
/// length.
fn first_move_limit(clock: &Clock) -> Duration {
    let [shortest, longest] = FIRST_MOVE;
    ((clock.start + EXPECTED_MOVES * clock.increment) / 10).clamp(shortest, longest)
}

/// The remaining time of the player to act, after which the match ends if nobody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The start of this time, past or future.
    pub began: Instant,
    /// The player's remaining time.
    pub left: Duration,
    /// The additional compensation for the lag of the player's connection.
    pub lag: Duration,
}

impl Deadline {
    /// When the match ends.
    pub fn due(&self) -> Instant {
        self.began + self.left + self.lag
    }
}

impl Room {
    /// When the match ends if nobody acts; `None` if it does not.
    pub fn deadline(&self) -> Option<Deadline> {
        let Some(Pending::Decide { side, .. }) = self.game().map(|played| played.pending()) else { return None };
        if let Some((began, flag)) = self.time.began().zip(self.flag()) {
            let lag = self.time.compensation(side, self.people.player(side).lag);
            return Some(Deadline { began, left: (flag - began).saturating_sub(lag), lag });
        }
        let (began, due) = self.time.first_move_from().zip(self.abort_at())?;
        Some(Deadline { began, left: due - began, lag: Duration::ZERO })
    }

    /// Continues, in a room that was woken, with its deadline from before the sleep.
    pub fn resume(&mut self, deadline: Deadline) {
        let Some(Pending::Decide { side, .. }) = self.game().map(|played| played.pending()) else { return };
        if self.time.is_running() {
            self.time.start(deadline.began);
            self.people.player_mut(side).lag = deadline.lag;
        } else if self.time.first_move_from().is_some() {
            self.time.await_first_move(deadline.began);
        }
    }

    /// Whether a match with clocks continues soon without its players, before any [`Deadline`]: a
    /// bot moves, or a die is thrown.
    pub fn goes_on_alone(&self) -> bool {
        let soon = self.throw_at.is_some() || self.bot_at.is_some() || self.thinking.is_some();
        soon && self.game().is_some_and(|played| played.clock().is_some() && played.outcome().is_none())
    }

    /// When the match is called off for lack of a player's first move.
    pub(super) fn abort_at(&self) -> Option<Instant> {
        Some(self.time.first_move_from()? + first_move_limit(&self.game()?.clock()?))
    }

    /// Calls the match off if a player's first move is overdue.
    ///
    /// # Errors
    /// If the end cannot be recorded.
    pub(super) fn abort_if_due(&mut self, now: Instant) -> Result<(), PlayError> {
        if self.abort_at().is_some_and(|at| at <= now)
            && let Stage::Playing(played) = &mut self.stage
        {
            played.abort()?;
            self.await_turn(now, now);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_has_a_tenth_of_the_time_of_a_match() {
        let seconds = Duration::from_secs;
        for (start, increment, limit) in
            [(60, 0, 60), (300, 5, 60), (900, 10, 130), (3600, 0, 360), (86_400, 86_400, 86_400)]
        {
            let clock = Clock { start: seconds(start), increment: seconds(increment) };
            assert_eq!(first_move_limit(&clock), seconds(limit), "{start}+{increment}");
        }
    }
}
