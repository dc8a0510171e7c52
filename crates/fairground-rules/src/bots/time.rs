//! Time management. Bots have no clock of their own: the caller stops them.

use core::time::Duration;

use super::SearchResult;

/// Number of decisions that share the remaining time if their true number is unknown.
const DECISIONS_LEFT: u32 = 30;

/// Maximum time for a decision, chosen so that the clock lasts. `left` is the remaining time,
/// `increment` the time gained per turn, and `decisions` the number of decisions until the next
/// time control, if known.
#[must_use]
pub fn time_for_move(left: Duration, increment: Duration, decisions: Option<u32>) -> Duration {
    let share = left / decisions.unwrap_or(DECISIONS_LEFT).clamp(1, DECISIONS_LEFT);
    let max = if decisions.is_some() { left / 2 } else { left / 4 };
    share.saturating_add(increment.saturating_mul(3) / 4).min(max)
}

/// Stability of the best action of a search. A settled decision needs only a part of its time.
#[derive(Clone, Debug)]
pub struct Stability<A> {
    best: Option<A>,
    /// The depth at which it became the best.
    since: u32,
}

impl<A> Default for Stability<A> {
    /// The state before the first report.
    fn default() -> Self {
        Stability { best: None, since: 0 }
    }
}

/// Minimum depth at which a decision counts as settled.
const SETTLED_DEPTH: u32 = 8;

impl<A: Copy + PartialEq> Stability<A> {
    /// The sufficient part of the `time` for the decision after another report: a quarter if the
    /// action was the best at every depth, like an obvious recapture; half if it was the best at
    /// most depths.
    pub fn sufficient_time(&mut self, report: &SearchResult<A>, time: Duration) -> Duration {
        let best = report.lines.first().and_then(|line| line.actions.first().copied());
        if best != self.best {
            (self.best, self.since) = (best, report.depth);
        }
        match (report.depth, self.since) {
            (..SETTLED_DEPTH, _) => time,
            (_, ..=1) => time / 4,
            (depth, since) if 2 * since <= depth => time / 2,
            _ => time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{Bound, Line};

    #[test]
    fn a_settled_decision_takes_a_part_of_the_time() {
        let time = Duration::from_secs(8);
        let enough = |best: &[u8]| {
            let (mut stability, mut last) = (Stability::default(), time);
            for (depth, &action) in (1..).zip(best) {
                let line = Line { actions: vec![action], value: 0, bound: Bound::Exact, depth };
                last = stability
                    .sufficient_time(&SearchResult { lines: vec![line], depth, ..SearchResult::default() }, time);
            }
            last.as_secs()
        };
        assert_eq!(enough(&[1; 8]), 2, "the same at every depth");
        assert_eq!(enough(&[1; 7]), 8, "the depth is too small");
        assert_eq!(enough(&[2, 1, 1, 1, 1, 1, 1, 1]), 4);
        assert_eq!(enough(&[2, 2, 2, 2, 2, 2, 1, 1]), 8);
        assert_eq!(enough(&[1, 1, 1, 1, 1, 1, 1, 1, 2]), 8, "the best action has just changed");
    }

    #[test]
    fn a_clock_lasts() {
        let [second, minute] = [1, 60].map(Duration::from_secs);
        assert_eq!(time_for_move(minute, Duration::ZERO, None), 2 * second);
        assert_eq!(time_for_move(minute, second, None), 2 * second + second * 3 / 4);
        assert_eq!(time_for_move(minute, Duration::ZERO, Some(1)), minute / 2);
        assert_eq!(time_for_move(minute, Duration::ZERO, Some(0)), minute / 2);
        assert_eq!(time_for_move(second, minute, None), second / 4);
        assert_eq!(time_for_move(Duration::ZERO, minute, Some(3)), Duration::ZERO);
        assert!(time_for_move(Duration::MAX, Duration::MAX, Some(1)) <= Duration::MAX / 2);
    }
}
