use std::marker::PhantomData;

use super::Rules;

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
    /// Reports that `feature`, an index into [`Evaluate::FEATURES`],
    /// occurs `count` more times for the side to act than for its opponent.
    fn add(&mut self, feature: usize, count: i32);
}

/// Records the count of each feature.
impl Tally for [i32] {
    fn add(&mut self, feature: usize, count: i32) {
        self[feature] += count;
    }
}

/// The static evaluation of a game. By default every position is worth nothing, and a search sees
/// only the end of the game.
pub trait Evaluate: Rules {
    /// The static evaluation for the player to act, in centipawns: the sum of the features that
    /// [`Evaluate::tally`] counts times their weights. Only called while the game is not over.
    fn evaluate(&self) -> i32 {
        Sum::<Self>::of(|sum| self.tally(sum))
    }

    /// The terms of the evaluation with their weights, fitted by `fairground tune`.
    const FEATURES: &'static [Feature] = &[];

    /// Counts the features for the player to act, minus the features for the opponent.
    fn tally(&self, _tally: &mut (impl Tally + ?Sized)) {}
}

/// Adds up weights, see [`Evaluate::evaluate`].
pub(crate) struct Sum<P> {
    value: i32,
    position: PhantomData<P>,
}

/// Maximum number of features of a game.
const MAX_FEATURES: usize = 64;

impl<P: Evaluate> Sum<P> {
    /// The weights without the names between them, which lets the compiler vectorise sums.
    const WEIGHTS: &[i32; MAX_FEATURES] = &{
        let mut weights = [0; MAX_FEATURES];
        let mut index = 0;
        while index < P::FEATURES.len() {
            weights[index] = P::FEATURES[index].weight;
            index += 1;
        }
        weights
    };

    /// The sum of the features that `count` counts.
    #[inline]
    pub fn of(count: impl FnOnce(&mut Self)) -> i32 {
        let mut sum = Sum { value: 0, position: PhantomData };
        count(&mut sum);
        sum.value
    }
}

impl<P: Evaluate> Tally for Sum<P> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.value += Self::WEIGHTS[feature] * count;
    }
}
