//! Matches of bots for puzzles: uneven and not too strong, so that something happens.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bots::{Bot, Limits, choose, choose_uniform, choose_weighted};
use crate::engine::{Options, Tabletop, Turn, TypedGame, split_mix_64};

/// A match is left after so many actions.
const LONGEST: usize = 160;

/// So many decisions of a match are random, at most.
const OPENING: u32 = 8;

/// The nodes of the searches that play: few, so that they overlook something.
const NODES: [u64; 4] = [60, 150, 400, 1_000];

/// The match of this number; `None` if it was stopped.
pub(super) fn play<P: Tabletop>(
    options: &Options,
    seed: u64,
    nth: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<TypedGame<P>> {
    let seed = split_mix_64(split_mix_64(seed) ^ nth);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let bots: [u64; 2] = std::array::from_fn(|_| NODES.choose(&mut rng).copied().unwrap_or(NODES[0]));
    let mut random = rng.random_range(0..=OPENING);
    let mut game = TypedGame::<P>::new(options.clone());
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    while game.actions().len() < LONGEST {
        if stop() {
            return None;
        }
        let action = match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(..) => {
                outcomes.clear();
                game.position().chance(&mut outcomes);
                choose_weighted(&outcomes, &mut rng)
            }
            Turn::Decide(_) if random > 0 => {
                random -= 1;
                actions.clear();
                game.position().generate(&mut actions);
                actions.sort_unstable();
                choose_uniform(&actions, &mut rng)
            }
            Turn::Decide(side) => choose(Bot::Search(Limits::nodes(bots[side.index()]).by_hand()), &game, seed),
        };
        game.play(action?);
    }
    Some(game)
}
