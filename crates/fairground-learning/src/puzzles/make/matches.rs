//! Bot matches for puzzles: unequal and weak players, so that tactics occur.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use fairground_rules::bots::{Bot, Limits, choose, choose_uniform, choose_weighted};
use fairground_rules::engine::{Game, Options, Turn, TypedGame, split_mix_64};

/// The number of actions after which a match is abandoned.
const MAX_ACTIONS: usize = 160;

/// The maximum number of random decisions at the start of a match.
const OPENING: u32 = 8;

/// The node limits of the players, low enough to overlook something.
const NODES: [u64; 4] = [60, 150, 400, 1_000];

/// Plays match `nth`; `None` if stopped.
pub(super) fn play<P: Game>(
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
    while game.actions().len() < MAX_ACTIONS {
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
            Turn::Decide(side) => {
                choose(Bot::Search(Limits::nodes(bots[side.index()]).with_hand_written_evaluation()), &game, seed)
            }
        };
        game.play(action?);
    }
    Some(game)
}
