/// An action to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<A> {
    /// The greatest is tried first.
    pub score: i32,
    /// Its place in the list: of equal scores the first is tried first.
    index: u32,
    pub action: A,
    pub noisy: bool,
    /// Whether it is a killer or better.
    pub promising: bool,
}

/// More than the score of any killer.
const EVASION: i32 = 2_000_000;

impl<A: Copy> Candidate<A> {
    pub const fn new(score: i32, index: usize, action: A, noisy: bool, promising: bool) -> Self {
        Candidate { score, index: index as u32, action, noisy, promising }
    }

    /// A quiet action behind all noisy ones.
    pub const fn evasion(self) -> Self {
        Candidate { score: self.score - EVASION, index: self.index + EVASION as u32, ..self }
    }

    /// Whether it wins nothing at once, so that it may be pruned or reduced when it comes late.
    pub const fn is_quiet(&self) -> bool {
        !self.noisy || !self.promising
    }

    /// Smaller for what is tried earlier; no two candidates of a list have the same.
    const fn rank(&self) -> (std::cmp::Reverse<i32>, u32) {
        (std::cmp::Reverse(self.score), self.index)
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
        let mut candidates: Vec<_> =
            (0..100).map(|i| Candidate::new(i * 37 % 50, i as usize, i, false, false)).collect();
        let mut expected = candidates.clone();
        expected.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        for i in 0..100 {
            select_best(&mut candidates, i);
            assert_eq!(candidates[i].action, expected[i].action);
        }
    }
}
