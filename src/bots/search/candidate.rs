/// Scores of candidates, by kind; within a kind the evaluation or the history decides.
pub const TT_MOVE: i32 = 4_000_000;
pub const WINNING_CAPTURE: i32 = 2_000_000;
pub const KILLER: i32 = 1_000_000;
pub const LOSING_CAPTURE: i32 = -2_000_000;

/// An action to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<A> {
    /// The greatest is tried first.
    pub score: i32,
    pub action: A,
    pub noisy: bool,
    /// Whether it was searched, not pruned.
    pub searched: bool,
}

impl<A> Candidate<A> {
    pub const fn new(score: i32, action: A, noisy: bool) -> Self {
        Candidate { score, action, noisy, searched: false }
    }

    /// Whether it wins nothing at once, so that it may be pruned or reduced when it comes late.
    pub const fn is_quiet(&self) -> bool {
        !self.noisy || self.score < LOSING_CAPTURE / 2
    }

    /// Whether it is a killer or better.
    pub const fn is_promising(&self) -> bool {
        self.score >= KILLER / 2
    }
}

/// Brings the best of the candidates from `from` on to that place.
pub fn select_best<A>(candidates: &mut [Candidate<A>], from: usize) {
    let mut best = from;
    for i in from + 1..candidates.len() {
        if candidates[i].score > candidates[best].score {
            best = i;
        }
    }
    candidates.swap(from, best);
}
