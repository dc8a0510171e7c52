//! The clock of the player to act.

use std::time::{Duration, Instant};

use fairground_rules::engine::Side;

/// The maximum lag compensation in a row.
pub const QUOTA: Duration = Duration::from_secs(1);

/// The compensation restored by each decision.
const REFILL: Duration = Duration::from_millis(100);

/// Measures the time of a decision, minus lag compensation and extra time.
#[derive(Clone, Debug)]
pub struct TurnTime {
    /// The start of the running clock, possibly in the future; `None` if no clock runs.
    began: Option<Instant>,
    /// The start of the wait for a player's first move, in a match with clocks; `None` while not
    /// waiting.
    first_move_from: Option<Instant>,
    /// The remaining lag compensation, White's first.
    quota: [Duration; 2],
    /// Extra time, White's first. Decisions use it before the clock's time.
    credit: [Duration; 2],
}

impl Default for TurnTime {
    fn default() -> Self {
        TurnTime { began: None, first_move_from: None, quota: [QUOTA; 2], credit: [Duration::ZERO; 2] }
    }
}

impl TurnTime {
    /// Starts a clock, now or later.
    pub fn start(&mut self, at: Instant) {
        self.began = Some(at);
    }

    /// Starts waiting for a player's first move, now or later. No clock runs during that time.
    pub fn await_first_move(&mut self, at: Instant) {
        self.first_move_from = Some(at);
    }

    /// Stops the clock and the wait for a first move.
    pub fn stop(&mut self) {
        (self.began, self.first_move_from) = (None, None);
    }

    /// The start of the running clock, past or future.
    pub fn began(&self) -> Option<Instant> {
        self.began
    }

    /// The start of the wait for a player's first move.
    pub fn first_move_from(&self) -> Option<Instant> {
        self.first_move_from
    }

    /// The compensated part of a player's lag.
    pub fn compensation(&self, side: Side, lag: Duration) -> Duration {
        lag.min(self.quota[side.index()])
    }

    /// Whether a clock is running or about to run.
    pub fn is_running(&self) -> bool {
        self.began.is_some()
    }

    /// The delay before the clock starts; `None` if it is already running or no clock runs.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        self.began.and_then(|began| began.checked_duration_since(now)).filter(|wait| !wait.is_zero())
    }

    /// Gives a player extra time.
    pub fn give(&mut self, side: Side, time: Duration) {
        self.credit[side.index()] += time;
    }

    /// The unused extra time, White's first.
    pub fn credit(&self) -> [Duration; 2] {
        self.credit
    }

    /// The clock time already used by the player's current decision.
    pub fn taken(&self, side: Side, now: Instant) -> Duration {
        self.elapsed(now).saturating_sub(self.credit[side.index()])
    }

    /// The extra time left now.
    pub fn credit_left(&self, side: Side, now: Instant) -> Duration {
        self.credit[side.index()].saturating_sub(self.elapsed(now))
    }

    /// Ends a decision of a player with this lag. Returns the time to be deducted from the clock.
    pub fn finish(&mut self, side: Side, lag: Duration, now: Instant) -> Duration {
        let elapsed = self.elapsed(now);
        let (quota, credit) = (&mut self.quota[side.index()], &mut self.credit[side.index()]);
        let compensated = lag.min(*quota).min(elapsed);
        *quota = (*quota - compensated + REFILL).min(QUOTA);
        let elapsed = elapsed - compensated;
        let given = elapsed.min(*credit);
        *credit -= given;
        self.began = None;
        elapsed - given
    }

    /// When a player with this remaining time and lag runs out of time; `None` if no clock runs.
    pub fn flag(&self, side: Side, remaining: Duration, lag: Duration) -> Option<Instant> {
        let given = self.credit[side.index()] + self.compensation(side, lag);
        self.began.map(|began| began + remaining + given)
    }

    fn elapsed(&self, now: Instant) -> Duration {
        self.began.map_or(Duration::ZERO, |began| now.saturating_duration_since(began))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn lag_is_compensated_up_to_a_quota() {
        let now = Instant::now();
        let mut time = TurnTime::default();
        let mut decide = |lag| {
            time.start(now);
            time.finish(Side::White, lag, now + 2 * SECOND)
        };
        assert_eq!(decide(SECOND * 3 / 5), SECOND * 7 / 5);
        // The remaining 0.5 s, and the refill.
        assert_eq!(decide(SECOND), SECOND * 3 / 2);
        assert_eq!(decide(SECOND), SECOND * 19 / 10, "only the refill");
        assert_eq!(decide(Duration::ZERO), 2 * SECOND);
        time.start(now);
        assert_eq!(time.finish(Side::Black, SECOND, now + SECOND / 2), Duration::ZERO, "never below zero");
    }

    #[test]
    fn time_given_is_used_up_first() {
        let now = Instant::now();
        let mut time = TurnTime::default();
        time.give(Side::White, 3 * SECOND);
        time.start(now + SECOND);
        assert_eq!(time.wait(now), Some(SECOND));
        assert_eq!(time.flag(Side::White, SECOND, Duration::ZERO), Some(now + 5 * SECOND));
        assert_eq!(time.taken(Side::White, now + 5 * SECOND), SECOND);
        assert_eq!(time.credit_left(Side::White, now + 2 * SECOND), 2 * SECOND);
        assert_eq!(time.finish(Side::White, Duration::ZERO, now + 3 * SECOND), Duration::ZERO);
        time.start(now);
        assert_eq!(time.finish(Side::White, Duration::ZERO, now + 3 * SECOND), 2 * SECOND);
        assert_eq!(time.flag(Side::White, SECOND, Duration::ZERO), None);
    }
}
