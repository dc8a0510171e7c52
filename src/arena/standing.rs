use std::collections::BTreeMap;

use super::pair::{GameResult, PairResult};
use super::statistics::{Decision, Statistics, half_points_of};
use super::tournament::Tournament;

/// How a tournament stands while it is played, kept up to date pair by pair.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Matches that have been played.
    pub matches: u64,
    /// A's wins, the draws and A's losses.
    pub results: [u64; 3],
    /// Pairs in which A had 0, half, 1, one and a half and 2 points.
    pairs: [u64; 5],
    sprt: Option<SprtProgress>,
}

/// A sequential test on the pairs from the first to the one before the first that is missing, so that its end does not depend on which
/// thread was faster.
#[derive(Clone, Debug)]
struct SprtProgress {
    sprt: super::tournament::Sprt,
    /// The first pair that is missing.
    next: u64,
    /// The counts of all pairs before it.
    pairs: [u64; 5],
    /// Half points of pairs after it.
    waiting: BTreeMap<u64, usize>,
    /// The pair at which the test ended.
    decided: Option<u64>,
}

impl Standing {
    /// The standing after these pairs.
    pub(super) fn of(tournament: &Tournament, played: &BTreeMap<u64, PairResult>) -> Standing {
        let start = |sprt| SprtProgress { sprt, next: 0, pairs: [0; 5], waiting: BTreeMap::new(), decided: None };
        let mut standing = Standing { matches: 0, results: [0; 3], pairs: [0; 5], sprt: tournament.sprt.map(start) };
        for result in played.values() {
            standing.add(result);
        }
        standing
    }

    /// Counts another pair.
    pub(super) fn add(&mut self, result: &PairResult) {
        self.matches += 2;
        for one in &result.matches {
            self.results[match one.verdict {
                GameResult::Win => 0,
                GameResult::Draw => 1,
                GameResult::Loss => 2,
            }] += 1;
        }
        let half_points = half_points_of(result);
        self.pairs[half_points] += 1;
        if let Some(sprt) = &mut self.sprt {
            sprt.add(result.pair, half_points);
        }
    }

    /// The pair at which the sequential test ended; `None` while it goes on, without one, and in a shard, which lacks pairs.
    pub(super) fn decided(&self) -> Option<u64> {
        self.sprt.as_ref()?.decided
    }

    /// A's strength, estimated from the pairs.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics::of_counts(self.pairs)
    }
}

impl SprtProgress {
    fn add(&mut self, pair: u64, half_points: usize) {
        self.waiting.insert(pair, half_points);
        while self.decided.is_none()
            && let Some(half_points) = self.waiting.remove(&self.next)
        {
            self.pairs[half_points] += 1;
            if Statistics::of_counts(self.pairs).decision(self.sprt) != Decision::Continue {
                self.decided = Some(self.next);
            }
            self.next += 1;
        }
    }
}
