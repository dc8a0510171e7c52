use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bots::{self, Limits};
use crate::engine::{Options, Position, Side, Tabletop, Turn, TypedGame};
use crate::play;

/// Random plies at the start of each match, the same in both of a pair.
const OPENING_PLIES: u32 = 4;

/// An opening is drawn again if it is better for one side by more than this, centipawns.
const OPENING_LIMIT: i32 = 150;

/// Nodes searched to value an opening.
const OPENING_NODES: u64 = 2_000;

/// After this many openings that are not even, the match begins from the game's start.
const OPENING_TRIES: u64 = 50;

/// A few random plies that leave both sides their chances.
pub(in crate::arena) fn opening<P: Tabletop>(options: &Options, seed: u64) -> TypedGame<P> {
    // The openings of a seed are the same, whatever net there is.
    let limits = Limits::nodes(OPENING_NODES).by_hand();
    for attempt in 0..OPENING_TRIES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(attempt << 32));
        let game = random_plies::<P>(options, OPENING_PLIES, seed, &mut rng);
        // Not within a turn: the side to move in the match itself has all of it.
        if matches!(game.turn(), Turn::Decide(_)) && bots::value_for(&game, Side::White, limits).abs() <= OPENING_LIMIT
        {
            return game;
        }
    }
    TypedGame::new(options.clone())
}

/// The match after so many random plies, or as many as there were before its end. The seed decides the throws.
pub(in crate::arena) fn random_plies<P: Tabletop>(
    options: &Options,
    plies: u32,
    seed: u64,
    rng: &mut impl Rng,
) -> TypedGame<P> {
    let mut game = TypedGame::<P>::new(options.clone());
    let mut played = 0;
    while played < plies {
        let before = game.turn().side();
        let action = match game.turn() {
            Turn::Over(_) => break,
            Turn::Decide(_) => random_action(game.position(), rng),
            Turn::Chance(..) => play::roll(&game, seed),
        };
        let Some(action) = action else { break };
        game.play(action);
        played += u32::from(game.turn().side() != before);
    }
    game
}

/// Any of the legal actions.
pub(in crate::arena) fn random_action<P: Position>(position: &P, rng: &mut impl Rng) -> Option<P::Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.sort_unstable();
    bots::choose_uniform(&actions, rng)
}
