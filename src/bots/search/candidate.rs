/// An action to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<A> {
    /// The smallest is tried first. No two of a list are equal, so that their order does not depend on how they are sorted.
    rank: u64,
    pub action: A,
    pub noisy: bool,
    /// Whether it is a killer or better.
    pub promising: bool,
}

/// Less than any score.
const LEAST: i64 = i32::MIN as i64;

impl<A: Copy> Candidate<A> {
    /// The greater the score, and then the smaller the index, the earlier it is tried.
    pub const fn new(score: i32, index: usize, action: A, noisy: bool, promising: bool) -> Self {
        let rank = !((score as i64 - LEAST) as u64) << 32 | index as u64;
        Candidate { rank, action, noisy, promising }
    }

    /// Makes it the first of all.
    pub const fn put_first(&mut self) {
        self.rank = 0;
    }

    /// Puts it behind all of another list.
    pub const fn put_last(&mut self) {
        self.rank |= 1 << 63;
    }

    pub const fn rank(&self) -> u64 {
        self.rank
    }

    /// Whether it wins nothing at once, so that it may be pruned or reduced when it comes late.
    pub const fn is_quiet(&self) -> bool {
        !self.noisy || !self.promising
    }
}

/// Candidates that are put in order at once.
const PORTION: usize = 16;

/// Brings the best of the candidates from `from` on to that place, if it is asked for one place after the other. A few are put in order at a
/// time: mostly no more are tried.
pub fn select_best<A: Copy>(candidates: &mut [Candidate<A>], from: usize) {
    if !from.is_multiple_of(PORTION) {
        return;
    }
    let rest = &mut candidates[from..];
    if rest.len() > PORTION {
        rest.select_nth_unstable_by_key(PORTION, Candidate::rank);
    }
    let portion = rest.len().min(PORTION);
    rest[..portion].sort_unstable_by_key(Candidate::rank);
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
