//! The scale of values: centipawns, distances of wins, and the corresponding probabilities of
//! winning.
//!
//! Nothing here calls the system's mathematics library, whose last digits differ between machines.
//! A search therefore finds the same value everywhere.

use crate::engine::{Outcome, Side};

/// The value of a win on the board, less one per action until then.
pub const WIN: i32 = 32_000;

/// The smallest value of a proven win.
pub const WIN_BOUND: i32 = WIN - 1_000;

/// Maximum absolute value of an evaluation.
pub const EVALUATION_LIMIT: i32 = 20_000;

/// Greater than any value.
pub(super) const INFINITE: i32 = WIN + 1;

/// The value at which the odds are e to 1, centipawns: 400 / ln 10. As in the Elo scale, 400 then
/// mean odds of 10 to 1.
pub const SCALE: f64 = 173.717_792_761_248_5;

/// The utility of a win on the board; a loss has the negative utility.
pub(super) const UTILITY_WIN: i64 = 1 << 40;

/// Utilities of values up to this one are in a table. Beyond it, each centipawn adds one.
const TABLED: i32 = 3_000;

/// The relation between a value and the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The value is the true value.
    #[default]
    Exact,
    /// The true value is greater or equal.
    Lower,
    /// The true value is less or equal.
    Upper,
}

impl Bound {
    /// The bound that a search result `value` is for this window.
    #[inline]
    pub(super) const fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The value of an outcome `ply` actions away, for `side`.
#[inline]
pub(super) fn outcome_value(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        Some(winner) if winner == side => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
        None => 0,
    }
}

/// The number of moves to the end at the value of a proven win or loss, in games whose turns have
/// one action.
#[must_use]
pub const fn moves_to_win(value: i32) -> i32 {
    (WIN - value.abs() + 1) / 2
}

/// The probability of winning at a value, 0 to 1; a draw counts as half a win.
#[must_use]
pub fn win_probability(value: i32) -> f64 {
    if value.abs() >= WIN_BOUND {
        return if value > 0 { 1.0 } else { 0.0 };
    }
    0.5 + utility(value) as f64 / (2 * UTILITY_WIN) as f64
}

/// The probabilities of a win, a draw and a loss at a value, per mille. The expected score s alone
/// does not determine the share of draws. It is modelled as two half points, each won with
/// probability s: s², 2s(1-s), (1-s)².
#[must_use]
pub fn win_draw_loss(value: i32) -> [u32; 3] {
    let score = win_probability(value);
    let [win, loss] = [score, 1.0 - score].map(|share| (1_000.0 * share * share).round() as u32);
    [win, 1_000 - win - loss, loss]
}

/// The utility of a value, for averages over chance outcomes: proportional to the probability of
/// winning minus the probability of losing.
///
/// Chance averages probabilities, not centipawns, so that a win on one roll of six does not
/// outweigh everything else.
#[inline]
pub(super) const fn utility(value: i32) -> i64 {
    let size = value.abs();
    let utility = if size <= TABLED {
        UTILITIES[size as usize]
    } else if size <= EVALUATION_LIMIT {
        UTILITIES[TABLED as usize] + (size - TABLED) as i64
    } else if size < WIN_BOUND {
        UTILITIES[TABLED as usize] + (EVALUATION_LIMIT - TABLED) as i64
    } else {
        UTILITY_WIN - (WIN - size) as i64
    };
    if value < 0 { -utility } else { utility }
}

/// The largest value whose utility is at most `at_most`, or `-INFINITE` below all utilities.
#[inline]
pub(super) fn largest_value_at_most(at_most: i64) -> i32 {
    if at_most >= 0 { largest_size_at_most(at_most) } else { -1 - largest_size_at_most(-1 - at_most) }
}

/// Like [`largest_value_at_most`], for values from 0 on.
fn largest_size_at_most(at_most: i64) -> i32 {
    let step = (at_most >> STEP).clamp(0, STEPS - 1) as usize;
    largest_size_between(SIZES[step], SIZES[step + 1] + 1, at_most)
}

/// Binary search for the largest value with a utility of at most `at_most`. `low` is small enough,
/// and `high` too large.
const fn largest_size_between(mut low: i32, mut high: i32, at_most: i64) -> i32 {
    while high - low > 1 {
        let middle = i32::midpoint(low, high);
        if utility(middle) <= at_most {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The binary logarithm of the step between the utilities of [`SIZES`], and the number of steps
/// from 0 to a win.
const STEP: u32 = 30;
const STEPS: i64 = UTILITY_WIN >> STEP;

/// The largest value with a utility of at most each multiple of the step: brackets for the binary
/// search.
static SIZES: [i32; STEPS as usize + 1] = {
    let mut sizes = [0; STEPS as usize + 1];
    let mut step = 0;
    while step < sizes.len() {
        sizes[step] = largest_size_between(0, INFINITE, (step as i64) << STEP);
        step += 1;
    }
    sizes
};

/// The smallest value whose utility is at least `at_least`, or [`INFINITE`] above all utilities.
#[inline]
pub(super) fn smallest_value_at_least(at_least: i64) -> i32 {
    largest_value_at_most(at_least - 1) + 1
}

/// The value with the nearest utility.
#[inline]
pub(super) fn of_utility(target: i64) -> i32 {
    let below = largest_value_at_most(target).clamp(-WIN, WIN);
    let above = (below + 1).min(WIN);
    let nearest = if target - utility(below) <= utility(above) - target { below } else { above };
    // Values between the largest evaluation and the proven wins must not look like proven wins.
    if target.abs() < utility(WIN_BOUND) { nearest.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) } else { nearest }
}

/// The utilities of the values from 0 to [`TABLED`].
static UTILITIES: [i64; TABLED as usize + 1] = {
    // e^(-1 / SCALE) by its series, and its powers. Uses only additions, multiplications and
    // divisions, which are the same on every machine.
    let x = -1.0 / SCALE;
    let step = 1.0 + x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0 * (1.0 + x / 5.0))));
    let mut odds = 1.0;
    let mut utilities = [0; TABLED as usize + 1];
    let mut value = 0;
    while value < utilities.len() {
        utilities[value] = (UTILITY_WIN as f64 * (1.0 - odds) / (1.0 + odds)) as i64;
        odds *= step;
        value += 1;
    }
    utilities
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilities_rise_and_come_back() {
        let mut last = i64::MIN;
        for value in (-WIN..=WIN).filter(|value| value.abs() <= EVALUATION_LIMIT || value.abs() > WIN_BOUND) {
            assert!(utility(value) > last, "{value}");
            last = utility(value);
            assert_eq!(of_utility(last), value);
            let end = value.abs() == EVALUATION_LIMIT;
            assert!(end || (largest_value_at_most(last), smallest_value_at_least(last)) == (value, value), "{value}");
            assert_eq!(utility(-value), -last);
        }
    }

    #[test]
    fn probabilities_match_elo() {
        assert_eq!(win_probability(0), 0.5);
        assert!((win_probability(400) - 10.0 / 11.0).abs() < 1e-9);
        assert_eq!((win_probability(WIN), win_probability(-WIN)), (1.0, 0.0));
    }

    #[test]
    fn wins_draws_and_losses_add_up_to_the_score() {
        assert_eq!([0, WIN, 5 - WIN].map(win_draw_loss), [[250, 500, 250], [1_000, 0, 0], [0, 0, 1_000]]);
        for value in (-WIN..=WIN).step_by(7) {
            let [win, draw, loss] = win_draw_loss(value);
            assert_eq!(win + draw + loss, 1_000, "{value}");
            let score = (f64::from(win) + f64::from(draw) / 2.0) / 1_000.0;
            assert!((score - win_probability(value)).abs() < 0.001, "{value}: {win} {draw} {loss}");
        }
    }

    /// A probability of five in six of an immediate win is not a proven win, however good the sixth
    /// outcome is.
    #[test]
    fn mixtures_are_not_proven_wins() {
        let mixed = (5 * utility(WIN - 1) + utility(EVALUATION_LIMIT)) / 6;
        assert!(of_utility(mixed) < WIN_BOUND);
    }
}
