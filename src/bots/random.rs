//! The bot that plays any legal action.

use rand::Rng;
use rand::seq::IndexedRandom;

/// Any of these with the same chance; `None` if there are none.
#[must_use]
pub fn choose_uniform<A: Copy>(actions: &[A], rng: &mut impl Rng) -> Option<A> {
    actions.choose(rng).copied()
}
