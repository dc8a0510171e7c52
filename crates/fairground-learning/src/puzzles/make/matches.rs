//! Bot matches for puzzles: unequal and weak players, so that tactics occur.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use fairground_rules::bots::{Bot, Limits, RandomPlayer, choose};
use fairground_rules::engine::{Die, Driver, Game, Options, Side, TypedGame, drive, split_mix_64};

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
    let random = rng.random_range(0..=OPENING);
    let mut game = TypedGame::<P>::new(options.clone());
    let mut players = Players { bots, random, player: RandomPlayer::default(), rng, seed, stop };
    match drive(&mut game, &mut players) {
        Ok(_) | Err(Ended::TooLong) => Some(game),
        Err(Ended::Stopped) => None,
    }
}

struct Players<'a, A> {
    /// The node limits of the players, White's first.
    bots: [u64; 2],
    /// The remaining number of random decisions.
    random: u32,
    player: RandomPlayer<A>,
    rng: ChaCha8Rng,
    seed: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// Why a match ended before its end by the rules.
enum Ended {
    TooLong,
    Stopped,
}

impl<P: Game> Driver<P> for Players<'_, P::Action> {
    type End = Ended;

    fn check_limits(&mut self, game: &TypedGame<P>) -> Result<(), Ended> {
        match game.actions().len() {
            MAX_ACTIONS.. => Err(Ended::TooLong),
            _ if (self.stop)() => Err(Ended::Stopped),
            _ => Ok(()),
        }
    }

    fn decide(&mut self, game: &TypedGame<P>, side: Side) -> Result<P::Action, Ended> {
        if self.random > 0 {
            self.random -= 1;
            return self.player.decide(game.position(), &mut self.rng).ok_or(Ended::Stopped);
        }
        let limits = Limits::nodes(self.bots[side.index()]).with_hand_written_evaluation();
        choose(Bot::Search(limits), game, self.seed, self.stop).ok_or(Ended::Stopped)
    }

    fn throw(&mut self, game: &TypedGame<P>, _side: Side, _die: &'static Die) -> Result<P::Action, Ended> {
        self.player.throw(game.position(), &mut self.rng).ok_or(Ended::Stopped)
    }
}
