use std::fmt;

use serde::{Deserialize, Serialize};

use super::contest::Sprt;
use super::pair::{GameResult, PairResult};

/// The log likelihood ratio at which a test ends, positive or negative: ln(0.95 / 0.05).
const LLR_BOUND: f64 = 2.944_438_979_166_440_3;

/// The half-width, in standard errors, of the 95 % interval of a normal distribution.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// Estimates of A's strength from pairs of matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The number of pairs in which A scored 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u64; 5],
    /// A's mean score per match, 0 to 1.
    pub score: f64,
    /// The standard error of the score.
    pub standard_error: f64,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SprtDecision {
    /// The alternative hypothesis: A is stronger by `elo1`.
    #[serde(rename = "accepted")]
    AcceptH1,
    /// The null hypothesis: A is stronger only by `elo0`.
    #[serde(rename = "rejected")]
    AcceptH0,
    /// More matches are needed.
    #[serde(rename = "open")]
    Continue,
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtDecision::AcceptH1 => "accepted",
            SprtDecision::AcceptH0 => "rejected",
            SprtDecision::Continue => "open",
        })
    }
}

impl Statistics {
    /// The statistics of these pairs. The error is computed from pairs, because the two matches of
    /// a pair are not independent.
    #[must_use]
    pub fn of<'a>(played: impl IntoIterator<Item = &'a PairResult>) -> Statistics {
        let mut pairs = [0; 5];
        for result in played {
            pairs[half_points_of(result)] += 1;
        }
        Statistics::of_counts(pairs)
    }

    /// The statistics for the number of pairs in which A scored 0, 0.5, 1, 1.5 and 2 points. Without
    /// pairs, the score and its error are 0.5.
    #[must_use]
    pub fn of_counts(pairs: [u64; 5]) -> Statistics {
        let count = pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return Statistics { pairs, score: 0.5, standard_error: 0.5 };
        }
        let (score, variance) = moments(pairs.map(|count| count as f64));
        Statistics { pairs, score, standard_error: (variance / count).sqrt() }
    }

    /// A's Elo minus B's; infinite if one player has won all matches.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo(self.score)
    }

    /// Half the width of the 95 % confidence interval of A's Elo. Infinite if the interval is
    /// unbounded, or if the variance is unknown because all pairs had the same score.
    #[must_use]
    pub fn elo_error(&self) -> f64 {
        if self.standard_error == 0.0 {
            return f64::INFINITY;
        }
        (elo(self.score + CONFIDENCE * self.standard_error) - elo(self.score - CONFIDENCE * self.standard_error)) / 2.0
    }

    /// The likelihood of superiority: the probability that A is stronger, 0 to 1. `None` if the
    /// variance is unknown because all pairs had the same score.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        (self.standard_error > 0.0).then(|| normal((self.score - 0.5) / self.standard_error))
    }

    /// The log likelihood ratio of the test's two hypotheses, each with its maximum likelihood
    /// distribution of pairs.
    ///
    /// Source: Van den Bergh, A practical introduction to the GSPRT. A thousandth is added to each
    /// count, so that every score is possible.
    #[must_use]
    pub fn llr(&self, sprt: Sprt) -> f64 {
        let counts = self.pairs.map(|count| count as f64 + 0.001);
        let [tilt0, tilt1] = [sprt.elo0, sprt.elo1].map(|elo| tilt(counts, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))));
        (0..5).map(|i| counts[i] * (tilt0[i] / tilt1[i]).ln()).sum()
    }

    /// The verdict of the test.
    #[must_use]
    pub fn decision(&self, sprt: Sprt) -> SprtDecision {
        match self.llr(sprt) {
            llr if llr >= LLR_BOUND => SprtDecision::AcceptH1,
            llr if llr <= -LLR_BOUND => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        }
    }
}

/// A's half points in a pair, 0 to 4.
pub(super) fn half_points_of(pair: &PairResult) -> usize {
    pair.matches.iter().map(|one| half_points(one.verdict)).sum()
}

fn half_points(verdict: GameResult) -> usize {
    match verdict {
        GameResult::Loss => 0,
        GameResult::Draw => 1,
        GameResult::Win => 2,
    }
}

/// The score of a pair, 0 to 1.
fn points(index: usize) -> f64 {
    index as f64 / 4.0
}

/// The mean and variance of a pair's score.
fn moments(counts: [f64; 5]) -> (f64, f64) {
    let sum: f64 = counts.iter().sum();
    let mean = (0..5).map(|i| counts[i] * points(i)).sum::<f64>() / sum;
    let variance = (0..5).map(|i| counts[i] * (points(i) - mean).powi(2)).sum::<f64>() / sum;
    (mean, variance)
}

/// The divisors of the relative counts for the maximum likelihood distribution with this mean
/// score.
fn tilt(counts: [f64; 5], mean: f64) -> [f64; 5] {
    let divisors = |slope: f64| std::array::from_fn(|i| 1.0 + slope * (points(i) - mean));
    // The mean decreases with the slope. Between these bounds, every divisor is positive.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let slope = f64::midpoint(low, high);
        let tilted: [f64; 5] = divisors(slope);
        let excess: f64 = (0..5).map(|i| counts[i] * (points(i) - mean) / tilted[i]).sum();
        if excess > 0.0 {
            low = slope;
        } else {
            high = slope;
        }
    }
    divisors(f64::midpoint(low, high))
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The cumulative standard normal distribution.
///
/// Source: Abramowitz and Stegun, Handbook of mathematical functions, 26.2.17; the error is below
/// 1e-7.
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series =
        t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_pairs_give_equal_strength() {
        let even = Statistics::of_counts([10, 20, 40, 20, 10]);
        assert_eq!((even.score, even.elo()), (0.5, 0.0));
        assert!((even.los().unwrap() - 0.5).abs() < 1e-6);
        assert!(even.llr(Sprt { elo0: 0.0, elo1: 10.0 }) < 0.0);
    }

    /// Computed manually: a mean score of 0.65, and a variance of 0.1025 of a pair's score, over
    /// 100 pairs.
    #[test]
    fn errors_are_computed_from_pairs() {
        let counts = [10, 10, 20, 30, 30];
        let better = Statistics::of_counts(counts);
        assert!((better.score - 0.65).abs() < 1e-12);
        assert!((better.elo() - 107.54).abs() < 0.01);
        assert!((better.standard_error - (0.1025_f64 / 100.0).sqrt()).abs() < 1e-12);
        assert!(better.los().unwrap() > 0.999);
        assert_eq!(better.decision(Sprt { elo0: 0.0, elo1: 50.0 }), SprtDecision::AcceptH1);
        let mut reversed = counts;
        reversed.reverse();
        assert_eq!(Statistics::of_counts(reversed).decision(Sprt { elo0: 0.0, elo1: 50.0 }), SprtDecision::AcceptH0);
    }

    /// Log likelihood ratios printed, to two decimals, by fishtest, the test framework of
    /// Stockfish, with its pentanomial counts: tests 5f31219090816720665374ec,
    /// 5f3127f79081672066537502, 5f4dbc2eba100690c5cc5dac and 5f9c7bbc6a2c112b60691d4d of 2020,
    /// with bounds in logistic Elo. The first row, far from both bounds, comes from another
    /// implementation, in Python.
    #[test]
    fn published_log_likelihood_ratios() {
        for (pairs, elo0, elo1, published, precision) in [
            ([64, 251, 378, 242, 65], 0.0, 5.0, -0.6097, 0.0001),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96, 0.005),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93, 0.005),
            ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97, 0.005),
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94, 0.005),
        ] {
            let found = Statistics::of_counts(pairs).llr(Sprt { elo0, elo1 });
            assert!((found - published).abs() < precision, "{pairs:?}: {found}, not {published}");
        }
    }

    /// The error cannot be estimated if all pairs have the same result.
    #[test]
    fn one_pair_has_no_error() {
        let (one, two) = (Statistics::of_counts([0, 0, 0, 1, 0]), Statistics::of_counts([0, 1, 0, 1, 0]));
        assert!(one.elo_error().is_infinite() && one.los().is_none());
        assert!(two.elo_error().is_finite() && two.los().is_some());
    }

    /// If a player has won all `n` pairs, each is ln(s1 / s0) likelier under the second hypothesis.
    #[test]
    fn a_single_pair_decides_nothing() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        let ratio = (1.0 / (1.0 + 10_f64.powf(-0.25)) / 0.5_f64).ln();
        for pairs in [1_u64, 10, 40] {
            let all = Statistics::of_counts([0, 0, 0, 0, pairs]);
            assert!((all.llr(sprt) - pairs as f64 * ratio).abs() < 0.05, "{pairs}: {}", all.llr(sprt));
            assert_eq!(all.decision(sprt) == SprtDecision::AcceptH1, pairs == 40);
        }
        assert!(Statistics::of([]).llr(sprt).abs() < 0.01);
    }

    #[test]
    fn winning_every_match_is_infinitely_better() {
        let all = Statistics::of_counts([0, 0, 0, 0, 5]);
        assert_eq!((all.elo(), all.los()), (f64::INFINITY, None));
        assert!((Statistics::of([]).los().unwrap() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn normal_distribution() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025)] {
            assert!((normal(x) - share).abs() < 1e-6);
        }
    }
}
