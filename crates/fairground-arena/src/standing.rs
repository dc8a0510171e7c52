use std::collections::BTreeMap;

use super::contest::Contest;
use super::pair::{GameResult, PairResult};
use super::statistics::{SprtDecision, Statistics, half_points_of};

/// The current standing of a contest, updated pair by pair.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The number of completed matches.
    pub matches: u64,
    /// A's wins, draws and losses.
    pub results: [u64; 3],
    /// The number of pairs in which A scored 0, 0.5, 1, 1.5 and 2 points.
    pairs: [u64; 5],
    sprt: Option<SprtProgress>,
}

/// A sequential test of all pairs before the first missing one, so that its end does not depend on
/// the speed of threads.
#[derive(Clone, Debug)]
struct SprtProgress {
    sprt: super::contest::Sprt,
    /// The first missing pair.
    next: u64,
    /// The counts of the pairs before it.
    pairs: [u64; 5],
    /// The half points of pairs after it.
    waiting: BTreeMap<u64, usize>,
    /// The pair at which the test ended.
    decided: Option<u64>,
}

impl Standing {
    /// The standing after these pairs.
    pub(super) fn of(contest: &Contest, played: &BTreeMap<u64, PairResult>) -> Standing {
        let start = |sprt| SprtProgress { sprt, next: 0, pairs: [0; 5], waiting: BTreeMap::new(), decided: None };
        let mut standing = Standing { matches: 0, results: [0; 3], pairs: [0; 5], sprt: contest.sprt.map(start) };
        for result in played.values() {
            standing.add(result);
        }
        standing
    }

    /// Adds a pair.
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

    /// The pair at which the sequential test ended; `None` while it continues, without a test, and
    /// in a shard, where pairs are missing.
    pub(super) fn decided(&self) -> Option<u64> {
        self.sprt.as_ref()?.decided
    }

    /// The estimate of A's strength.
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
            if Statistics::of_counts(self.pairs).decision(self.sprt) != SprtDecision::Continue {
                self.decided = Some(self.next);
            }
            self.next += 1;
        }
    }
}
