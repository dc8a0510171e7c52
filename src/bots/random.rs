//! The bot that plays any legal action.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Any of these with the same chance; `None` if there are none.
#[must_use]
pub fn choose_uniform<A: Copy>(actions: &[A], rng: &mut impl Rng) -> Option<A> {
    actions.choose(rng).copied()
}

/// One of the outcomes of a die, each as often as its weight says; `None` if there are none.
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
