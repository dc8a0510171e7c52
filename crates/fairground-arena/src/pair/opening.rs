use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use fairground_match::play;
use fairground_rules::bots::{self, Limits, RandomPlayer};
use fairground_rules::engine::{Die, Driver, Game, Options, Side, Turn, TypedGame, drive};

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
    // Ends at the end of the opening or of the game.
    let _ = drive(&mut game, &mut RandomOpening { player: RandomPlayer::default(), rng, seed, left: plies });
    game
}

struct RandomOpening<'a, A, R> {
    player: RandomPlayer<A>,
    rng: &'a mut R,
    seed: u64,
    /// The number of plies to play.
    left: u32,
}

impl<P: Game, R: Rng> Driver<P> for RandomOpening<'_, P::Action, R> {
    type End = ();

    fn check_limits(&mut self, _game: &TypedGame<P>) -> Result<(), ()> {
        if self.left == 0 { Err(()) } else { Ok(()) }
    }

    fn decide(&mut self, game: &TypedGame<P>, _side: Side) -> Result<P::Action, ()> {
        self.player.decide(game.position(), self.rng).ok_or(())
    }

    fn throw(&mut self, game: &TypedGame<P>, _side: Side, _die: &'static Die) -> Result<P::Action, ()> {
        play::roll(game, self.seed).ok_or(())
    }

    fn played(&mut self, game: &TypedGame<P>, _action: P::Action, side: Side) -> Result<(), ()> {
        self.left -= u32::from(game.turn().side() != Some(side));
        Ok(())
    }
}
