//! Time management. Bots have no clock of their own: the caller stops them.

use core::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Bound, SearchResult};

/// Number of decisions among which the remaining time is shared, if their true number is unknown.
const DECISIONS_LEFT: u32 = 30;

/// The hard limit, in multiples of the soft limit.
const MAX_EXTENSION: u32 = 4;

/// The time for a decision on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBudget {
    /// The usual time. Easy decisions take less, difficult ones more.
    pub soft: Duration,
    /// The maximum time, at least `soft`.
    pub hard: Duration,
}

impl TimeBudget {
    /// Divides a clock so that it lasts: `left` is the remaining time, `increment` the time gained
    /// per turn, and `decisions` the number of decisions until the next time control, if known.
    #[must_use]
    pub fn on_clock(left: Duration, increment: Duration, decisions: Option<u32>) -> TimeBudget {
        let share = left / decisions.unwrap_or(DECISIONS_LEFT).clamp(1, DECISIONS_LEFT);
        let most = if decisions.is_some() { left / 2 } else { left / 4 };
        let soft = share.saturating_add(increment.saturating_mul(3) / 4).min(most);
        TimeBudget { soft, hard: soft.saturating_mul(MAX_EXTENSION).min(most) }
    }

    /// The same budget without `overhead`, the time lost between the clock and the search. Both
    /// limits are at least `min`.
    #[must_use]
    pub fn without(self, overhead: Duration, min: Duration) -> TimeBudget {
        let [soft, hard] = [self.soft, self.hard].map(|limit| limit.saturating_sub(overhead).max(min));
        TimeBudget { soft, hard }
    }

    /// The same budget with a lower hard limit.
    #[must_use]
    pub fn at_most(self, hard: Duration) -> TimeBudget {
        TimeBudget { soft: self.soft.min(hard), hard: self.hard.min(hard) }
    }
}

/// Factors of the soft limit by the number of iterations since the best action last changed.
const BY_STABILITY: [f64; 5] = [1.7, 1.2, 0.95, 0.85, 0.75];

/// Factor of the soft limit if the best action took no nodes, and its decrease if it took all of
/// them.
const BY_SHARE: [f64; 2] = [1.6, 1.1];

/// Fall of the value in two iterations, in centipawns, that doubles the factor; the minimum and
/// maximum factors.
const FALL: f64 = 100.0;
const BY_FALL: [f64; 2] = [0.9, 1.6];

/// Minimum and maximum of the assumed ratio between the times of successive iterations, which is
/// that of the last two.
const GROWTH: [f64; 2] = [1.4, 6.0];

/// The limit for an iteration, in multiples of the target time, unless the best action fails low.
const MAX_OVERRUN: f64 = 2.0;

/// Decides how long a search with iterative deepening takes. An iteration starts only if it is
/// likely to end within the hard limit, and nearer to the target time than the last one did. The
/// target is the soft limit, less if the best action is stable and took most of the nodes, and more
/// if it has just changed or its value has fallen.
#[derive(Clone, Debug)]
pub struct TimeManager<A> {
    budget: TimeBudget,
    /// The time at which the search ends, unless a later report changes it.
    limit: Duration,
    best: Option<A>,
    /// Iterations since the best action changed.
    stable: usize,
    /// The depth and the values of the last two iterations, the latest first.
    depth: u32,
    values: [Option<i32>; 2],
    /// The time at which the last iteration ended, and how long it took.
    ended: f64,
    took: f64,
}

impl<A: Copy + PartialEq> TimeManager<A> {
    /// A manager for a search that begins.
    #[must_use]
    pub const fn new(budget: TimeBudget) -> TimeManager<A> {
        let TimeBudget { hard: limit, .. } = budget;
        TimeManager { budget, limit, best: None, stable: 0, depth: 0, values: [None; 2], ended: 0.0, took: 0.0 }
    }

    /// The time from its beginning at which the search ends, after another report at `elapsed`.
    pub fn limit_after(&mut self, report: &SearchResult<A>, elapsed: Duration) -> Duration {
        let Some(line) = report.lines.first() else { return self.limit };
        if report.depth <= self.depth {
            // The best action failed low, and replacing it takes time.
            if line.bound == Bound::Upper {
                self.limit = self.budget.hard;
            }
            return self.limit;
        }
        let best = line.actions.first().copied();
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        let fall = self.values[1].or(self.values[0]).map_or(0, |before| before.saturating_sub(line.value));
        (self.best, self.depth, self.values) = (best, report.depth, [Some(line.value), self.values[0]]);
        let stability = BY_STABILITY[self.stable.min(BY_STABILITY.len() - 1)];
        let share = BY_SHARE[0] - BY_SHARE[1] * f64::from(report.permille_best.min(1_000)) / 1_000.0;
        let fall = (1.0 + f64::from(fall) / FALL).clamp(BY_FALL[0], BY_FALL[1]);
        let target = self.budget.soft.as_secs_f64() * stability * share * fall;
        let now = elapsed.as_secs_f64();
        let took = (now - self.ended).max(0.0);
        let growth = if self.took > 0.0 { took / self.took } else { GROWTH[0] };
        let next = took * growth.clamp(GROWTH[0], GROWTH[1]);
        (self.ended, self.took) = (now, took);
        let hard = self.budget.hard.as_secs_f64();
        self.limit = if now + next / 2.0 > target || now + next > hard {
            Duration::ZERO
        } else {
            let limit = Duration::try_from_secs_f64(MAX_OVERRUN * target).unwrap_or(Duration::MAX);
            limit.min(self.budget.hard)
        };
        self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Line;

    const SECOND: Duration = Duration::from_secs(1);

    /// A report of an iteration: the best action, its value, and its share of the nodes, per mille.
    fn report(depth: u32, (action, value, permille_best): (u8, i32, u32), bound: Bound) -> SearchResult<u8> {
        let line = Line { actions: vec![action], value, bound, depth };
        SearchResult { lines: vec![line], depth, permille_best, ..SearchResult::default() }
    }

    /// The time at which a search ends, in milliseconds, whose iteration N ends after 2^N ms: the
    /// last complete iteration, with a soft limit of 1 s and a hard one of 4 s.
    fn ends(iterations: impl Fn(u32) -> (u8, i32, u32)) -> u64 {
        let mut manager = TimeManager::new(TimeBudget { soft: SECOND, hard: 4 * SECOND });
        for depth in 1..20 {
            let elapsed = Duration::from_millis(1 << depth);
            if manager.limit_after(&report(depth, iterations(depth), Bound::Exact), elapsed) <= elapsed {
                return 1 << depth;
            }
        }
        panic!("the search never ends");
    }

    #[test]
    fn an_easy_decision_takes_less_time_than_a_difficult_one() {
        let easy = ends(|_| (1, 10, 1_000));
        let stable = ends(|_| (1, 10, 600));
        let falling = ends(|depth| (1, -40 * depth as i32, 600));
        let changed_late = ends(|depth| (u8::from(depth > 6), 10, 600));
        let changing = ends(|depth| (depth as u8, 10, 300));
        assert_eq!([easy, stable, falling, changed_late, changing], [256, 512, 1_024, 1_024, 2_048]);
    }

    #[test]
    fn an_iteration_that_cannot_finish_does_not_start() {
        // Each iteration takes five times as long as the one before.
        let mut manager = TimeManager::new(TimeBudget { soft: 10 * SECOND, hard: 10 * SECOND });
        let limits: Vec<_> = (1..=5)
            .map(|depth| {
                let elapsed = 5_u32.pow(depth) * SECOND / 1_000;
                manager.limit_after(&report(depth, (depth as u8, 0, 300), Bound::Exact), elapsed)
            })
            .collect();
        // After 3.1 s, the next iteration would end after 15.6 s.
        assert_eq!(limits, [10 * SECOND, 10 * SECOND, 10 * SECOND, 10 * SECOND, Duration::ZERO]);
    }

    #[test]
    fn an_action_that_fails_low_gets_time_to_be_replaced() {
        let mut manager = TimeManager::new(TimeBudget { soft: SECOND, hard: 4 * SECOND });
        let before = manager.limit_after(&report(8, (1, 10, 600), Bound::Exact), SECOND / 100);
        assert!(before < 4 * SECOND);
        assert_eq!(manager.limit_after(&report(8, (1, 60, 600), Bound::Lower), SECOND / 10), before);
        assert_eq!(manager.limit_after(&report(8, (1, -60, 600), Bound::Upper), SECOND / 10), 4 * SECOND);
    }

    #[test]
    fn a_clock_lasts() {
        let minute = 60 * SECOND;
        let budget = |left, increment, decisions| {
            let TimeBudget { soft, hard } = TimeBudget::on_clock(left, increment, decisions);
            (soft, hard)
        };
        assert_eq!(budget(minute, Duration::ZERO, None), (2 * SECOND, 8 * SECOND));
        assert_eq!(budget(minute, SECOND, None), (2 * SECOND + SECOND * 3 / 4, 11 * SECOND));
        assert_eq!(budget(minute, Duration::ZERO, Some(1)), (minute / 2, minute / 2));
        assert_eq!(budget(minute, Duration::ZERO, Some(0)), (minute / 2, minute / 2));
        assert_eq!(budget(SECOND, minute, None), (SECOND / 4, SECOND / 4));
        assert_eq!(budget(Duration::ZERO, minute, Some(3)), (Duration::ZERO, Duration::ZERO));
        let (soft, hard) = budget(Duration::MAX, Duration::MAX, Some(1));
        assert!(soft <= hard && hard <= Duration::MAX / 2);
        // No time of a report is too long.
        let mut manager = TimeManager::new(TimeBudget { soft, hard });
        assert!(manager.limit_after(&report(1, (1, i32::MIN, 0), Bound::Exact), Duration::MAX) <= hard);
        assert!(manager.limit_after(&report(2, (1, i32::MAX, 9_999), Bound::Exact), Duration::ZERO) <= hard);
    }

    #[test]
    fn overhead_is_subtracted_from_both_limits() {
        let budget = TimeBudget { soft: SECOND, hard: 4 * SECOND };
        let less = TimeBudget { soft: SECOND / 2, hard: SECOND * 7 / 2 };
        assert_eq!(budget.without(SECOND / 2, SECOND / 10), less);
        assert_eq!(budget.without(3 * SECOND, SECOND / 10), TimeBudget { soft: SECOND / 10, hard: SECOND });
        assert_eq!(budget.at_most(SECOND / 2), TimeBudget { soft: SECOND / 2, hard: SECOND / 2 });
    }
}
