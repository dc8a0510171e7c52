//! The clock of the player who decides.

use std::time::{Duration, Instant};

use crate::engine::Side;

/// The most that a slow connection is compensated for in a row.
const QUOTA: Duration = Duration::from_secs(1);

/// What comes back of the quota with every decision.
const REFILL: Duration = Duration::from_millis(100);

/// How much of a player's time a decision takes, lag and time given apart.
#[derive(Debug)]
pub struct TurnTime {
    /// When the clock of the player who decides began to run, or will; `None` if none does.
    began: Option<Instant>,
    /// Since when the first move of a player is awaited, in a match with clocks; `None` if it is not, or no longer.
    first_move_from: Option<Instant>,
    /// What is left of the compensation for lag, White's first.
    quota: [Duration; 2],
    /// Time that was given: decisions use it up first.
    credit: [Duration; 2],
}

impl Default for TurnTime {
    fn default() -> Self {
        TurnTime { began: None, first_move_from: None, quota: [QUOTA; 2], credit: [Duration::ZERO; 2] }
    }
}

impl TurnTime {
    /// A clock begins to run, now or later.
    pub fn start(&mut self, at: Instant) {
        self.began = Some(at);
    }

    /// A player's first move is awaited, now or later, while no clock runs.
    pub fn await_first_move(&mut self, at: Instant) {
        self.first_move_from = Some(at);
    }

    /// No clock runs, and no first move is awaited.
    pub fn stop(&mut self) {
        (self.began, self.first_move_from) = (None, None);
    }

    /// When the running clock began to run, or will.
    pub fn began(&self) -> Option<Instant> {
        self.began
    }

    /// Since when a player's first move is awaited.
    pub fn first_move_from(&self) -> Option<Instant> {
        self.first_move_from
    }

    /// How much of this lag of a player is compensated.
    pub fn compensation(&self, side: Side, lag: Duration) -> Duration {
        lag.min(self.quota[side.index()])
    }

    /// Whether a clock runs, or is about to.
    pub fn is_running(&self) -> bool {
        self.began.is_some()
    }

    /// How long until the clock begins to run; `None` if it runs, or none does.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        self.began.and_then(|began| began.checked_duration_since(now)).filter(|wait| !wait.is_zero())
    }

    /// Gives a player time.
    pub fn give(&mut self, side: Side, time: Duration) {
        self.credit[side.index()] += time;
    }

    /// The time given to each player and not used up, White's first.
    pub fn credit(&self) -> [Duration; 2] {
        self.credit
    }

    /// What the decision of this player has taken from the clock so far.
    pub fn taken(&self, side: Side, now: Instant) -> Duration {
        self.elapsed(now).saturating_sub(self.credit[side.index()])
    }

    /// What is left of the time that was given, at this moment.
    pub fn credit_left(&self, side: Side, now: Instant) -> Duration {
        self.credit[side.index()].saturating_sub(self.elapsed(now))
    }

    /// A decision has been made by a player of this lag: returns what it takes from the clock.
    pub fn finish(&mut self, side: Side, lag: Duration, now: Instant) -> Duration {
        let (quota, credit) = (&mut self.quota[side.index()], &mut self.credit[side.index()]);
        let elapsed = self.began.map_or(Duration::ZERO, |began| now.saturating_duration_since(began));
        let compensated = lag.min(*quota).min(elapsed);
        *quota = (*quota - compensated + REFILL).min(QUOTA);
        let elapsed = elapsed - compensated;
        let given = elapsed.min(*credit);
        *credit -= given;
        self.began = None;
        elapsed - given
    }

    /// When the clock of this player, who has so much left and this lag, runs out; `None` if it does not run.
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
        // 0.5 s are left, and what came back.
        assert_eq!(decide(SECOND), SECOND * 3 / 2);
        assert_eq!(decide(SECOND), SECOND * 19 / 10, "only what came back");
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
