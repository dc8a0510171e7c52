//! A bot that plays random legal actions.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

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
