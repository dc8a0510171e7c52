/// One term of a linear evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// A name of a few words.
    pub name: &'static str,
    /// The value of one occurrence, centipawns.
    pub weight: i32,
}

impl Feature {
    /// A feature with its weight.
    #[must_use]
    pub const fn new(name: &'static str, weight: i32) -> Self {
        Feature { name, weight }
    }
}

/// Receives the number of occurrences of each feature in a position. The same pass over a position
/// serves the evaluation, which sums weights, and the fitting of weights, which needs the counts.
///
/// ```
/// use fairground_rules::engine::Tally;
///
/// let mut counts = [0; 3];
/// let tally: &mut [i32] = &mut counts;
/// tally.add(1, 2);
/// tally.add(1, -1);
/// assert_eq!(counts, [0, 1, 0]);
/// ```
pub trait Tally {
    /// Reports that `feature`, an index into [`Position::FEATURES`](super::Position::FEATURES),
    /// occurs `count` more times for the side to act than for its opponent.
    fn add(&mut self, feature: usize, count: i32);
}

/// Records the count of each feature.
impl Tally for [i32] {
    fn add(&mut self, feature: usize, count: i32) {
        self[feature] += count;
    }
}
