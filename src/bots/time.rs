//! How much time a move may take. Bots have no clock: the caller has, and stops them.

use core::time::Duration;

/// The rest of a clock is shared among this number of decisions, if it is not known how many are left.
const DECISIONS_LEFT: u32 = 30;

/// The most time that a player should take for a decision, so that its clock lasts: `left` on the clock, `increment` for each turn, and
/// `decisions` until the clock gets more time, if that is known.
#[must_use]
pub fn time_for_move(left: Duration, increment: Duration, decisions: Option<u32>) -> Duration {
    let share = left / decisions.unwrap_or(DECISIONS_LEFT).clamp(1, DECISIONS_LEFT);
    let most = if decisions.is_some() { left / 2 } else { left / 4 };
    share.saturating_add(increment.saturating_mul(3) / 4).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

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
