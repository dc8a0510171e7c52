/// An action to try.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<A> {
    /// The smallest rank is tried first. Ranks in a list are distinct, so that the order does not
    /// depend on the sorting algorithm.
    rank: u64,
    pub action: A,
    pub noisy: bool,
    /// `false` for losing captures, and for quiet actions other than killers.
    pub promising: bool,
}

/// Lower than any score.
const MIN_SCORE: i64 = i32::MIN as i64;

impl<A: Copy> Candidate<A> {
    /// A candidate that is ranked by descending `score`, then by ascending `index`.
    pub const fn new(score: i32, index: usize, action: A, noisy: bool, promising: bool) -> Self {
        let rank = !((score as i64 - MIN_SCORE) as u64) << 32 | index as u64;
        Candidate { rank, action, noisy, promising }
    }

    /// Ranks the candidate before all others.
    pub const fn put_first(&mut self) {
        self.rank = 0;
    }

    /// Ranks the candidate after every candidate of another list.
    pub const fn put_last(&mut self) {
        self.rank |= 1 << 63;
    }

    pub const fn rank(&self) -> u64 {
        self.rank
    }

    /// Whether the action is quiet or a losing capture, so that it may be pruned or reduced late in
    /// the list.
    pub const fn is_quiet(&self) -> bool {
        !self.noisy || !self.promising
    }
}

/// Candidates sorted at a time.
const SORT_BATCH: usize = 16;

/// Moves the best candidate from index `from` on to that index. Call it for successive indices.
/// Sorts only a batch at a time, because usually few are tried.
pub fn select_best<A: Copy>(candidates: &mut [Candidate<A>], from: usize) {
    if !from.is_multiple_of(SORT_BATCH) {
        return;
    }
    let rest = &mut candidates[from..];
    if rest.len() > SORT_BATCH {
        rest.select_nth_unstable_by_key(SORT_BATCH, Candidate::rank);
    }
    let batch = rest.len().min(SORT_BATCH);
    rest[..batch].sort_unstable_by_key(Candidate::rank);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_score_comes_first() {
        let score = |i: i32| i * 37 % 50;
        let mut candidates: Vec<_> = (0..100).map(|i| Candidate::new(score(i), i as usize, i, false, false)).collect();
        let mut expected: Vec<_> = (0..100).collect();
        expected.sort_by_key(|&i| std::cmp::Reverse(score(i)));
        for (i, &action) in expected.iter().enumerate() {
            select_best(&mut candidates, i);
            assert_eq!(candidates[i].action, action);
        }
    }
}
