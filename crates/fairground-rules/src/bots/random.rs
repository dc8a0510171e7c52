//! Random actions and rolls.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::engine::Rules;

/// Chooses legal actions and rolls at random, without allocating anew for each.
#[derive(Debug)]
pub struct RandomPlayer<A> {
    actions: Vec<A>,
    rolls: Vec<(A, u8)>,
}

impl<A> Default for RandomPlayer<A> {
    fn default() -> Self {
        RandomPlayer { actions: Vec::new(), rolls: Vec::new() }
    }
}

impl<A: Copy + Ord> RandomPlayer<A> {
    /// A uniformly random legal action; `None` if there is none.
    pub fn decide<P: Rules<Action = A>>(&mut self, position: &P, rng: &mut impl Rng) -> Option<A> {
        self.actions.clear();
        position.generate(&mut self.actions);
        // The nth smallest action, so that the result does not depend on the generator's order.
        // Selection avoids a full sort.
        let nth = (!self.actions.is_empty()).then(|| rng.random_range(0..self.actions.len()))?;
        Some(*self.actions.select_nth_unstable(nth).1)
    }

    /// A random roll of the due die; `None` if no die is due.
    pub fn throw<P: Rules<Action = A>>(&mut self, position: &P, rng: &mut impl Rng) -> Option<A> {
        self.rolls.clear();
        position.chance(&mut self.rolls);
        choose_weighted(&self.rolls, rng)
    }
}

/// A uniformly random item; `None` for an empty slice.
#[must_use]
pub fn choose_uniform<A: Copy>(actions: &[A], rng: &mut impl Rng) -> Option<A> {
    actions.choose(rng).copied()
}

/// A random outcome of a die with a probability proportional to its weight; `None` for an empty
/// slice.
#[must_use]
pub fn choose_weighted<A: Copy>(outcomes: &[(A, u8)], rng: &mut impl Rng) -> Option<A> {
    let sides: u32 = outcomes.iter().map(|&(_, weight)| u32::from(weight)).sum();
    let mut side = rng.random_range(0..sides.max(1));
    let shows = |(_, weight): &&(A, u8)| match side.checked_sub(u32::from(*weight)) {
        Some(rest) => {
            side = rest;
            false
        }
        None => true,
    };
    outcomes.iter().find(shows).map(|&(action, _)| action)
}
