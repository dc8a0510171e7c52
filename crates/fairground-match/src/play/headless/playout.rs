use std::convert::Infallible;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use fairground_rules::bots::RandomPlayer;
use fairground_rules::engine::{Die, Driver, Game, Rules, Side, Turn, TypedGame, drive};

/// Plays uniformly random legal actions and rolls until the match is over or `max_actions` actions
/// have been played. `each` receives every action and the position after it. Returns the match.
///
/// # Errors
/// The first error of `each`, which ends the match.
pub fn playout<P: Game, E>(
    mut game: TypedGame<P>,
    rng: &mut impl Rng,
    max_actions: u64,
    each: impl FnMut(P::Action, &P) -> Result<(), E>,
) -> Result<TypedGame<P>, E> {
    let mut playout = Playout { player: RandomPlayer::default(), rng, left: max_actions, each };
    match drive(&mut game, &mut playout) {
        Err(Some(error)) => Err(error),
        Ok(_) | Err(None) => Ok(game),
    }
}

struct Playout<'a, A, R, F> {
    player: RandomPlayer<A>,
    rng: &'a mut R,
    /// The remaining number of actions to play.
    left: u64,
    each: F,
}

impl<P, R, F, E> Driver<P> for Playout<'_, P::Action, R, F>
where
    P: Rules,
    R: Rng,
    F: FnMut(P::Action, &P) -> Result<(), E>,
{
    type End = Option<E>;

    fn turn(&self, game: &TypedGame<P>) -> Turn {
        game.pending()
    }

    fn check_limits(&mut self, _game: &TypedGame<P>) -> Result<(), Self::End> {
        self.left = self.left.checked_sub(1).ok_or(None)?;
        Ok(())
    }

    fn decide(&mut self, game: &TypedGame<P>, _side: Side) -> Result<P::Action, Self::End> {
        self.player.decide(game.position(), self.rng).ok_or(None)
    }

    fn throw(&mut self, game: &TypedGame<P>, _side: Side, _die: &'static Die) -> Result<P::Action, Self::End> {
        self.player.throw(game.position(), self.rng).ok_or(None)
    }

    fn played(&mut self, game: &TypedGame<P>, action: P::Action, _side: Side) -> Result<(), Self::End> {
        (self.each)(action, game.position()).map_err(Some)
    }
}

/// Plays a random match to its end or for `max_actions` actions; deterministic for each seed.
#[must_use]
pub fn random_match<P: Game>(start: &TypedGame<P>, seed: u64, max_actions: u64) -> TypedGame<P> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Ok(played) = playout(start.clone(), &mut rng, max_actions, |_, _| Ok::<_, Infallible>(()));
    played
}

/// The named positions for measuring the speed of a game: the start, and the middle of a random
/// match.
#[must_use]
pub fn measured_positions<P: Game>(start: &TypedGame<P>) -> [(&'static str, P); 2] {
    let half = random_match(start, 0, u64::MAX).actions().len() as u64 / 2;
    [("start", start.position().clone()), ("middle", random_match(start, 0, half).position().clone())]
}
