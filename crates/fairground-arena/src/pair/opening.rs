use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use fairground_match::play;
use fairground_rules::bots::{self, Limits};
use fairground_rules::engine::{Game, Options, Position, Side, Turn, TypedGame};

/// The number of random plies at the start of both matches of a pair.
const OPENING_PLIES: u32 = 4;

/// The maximum advantage of a side in an opening, centipawns. Openings beyond it are drawn again.
const OPENING_LIMIT: i32 = 150;

/// The node limit of the search that values an opening.
const OPENING_NODES: u64 = 2_000;

/// The maximum number of uneven openings; after that, the match starts without one.
const OPENING_TRIES: u64 = 50;

/// Plays a few random plies to an even position.
pub(crate) fn opening<P: Game>(options: &Options, seed: u64) -> TypedGame<P> {
    // By the hand-written evaluation, so that the openings of a seed do not depend on the net.
    let limits = Limits::nodes(OPENING_NODES).with_hand_written_evaluation();
    for attempt in 0..OPENING_TRIES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(attempt << 32));
        let game = random_plies::<P>(options, OPENING_PLIES, seed, &mut rng);
        // Only between turns, so that the side to act has a complete turn.
        if matches!(game.turn(), Turn::Decide(_)) && bots::value_for(&game, Side::White, limits).abs() <= OPENING_LIMIT
        {
            return game;
        }
    }
    TypedGame::new(options.clone())
}

/// A game after `plies` random plies, or fewer if it ends early. The seed decides the throws.
pub(crate) fn random_plies<P: Game>(options: &Options, plies: u32, seed: u64, rng: &mut impl Rng) -> TypedGame<P> {
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

/// A random legal action.
pub(crate) fn random_action<P: Position>(position: &P, rng: &mut impl Rng) -> Option<P::Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.sort_unstable();
    bots::choose_uniform(&actions, rng)
}
