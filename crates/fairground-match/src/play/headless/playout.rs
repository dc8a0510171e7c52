use std::convert::Infallible;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use fairground_rules::bots::choose_weighted;
use fairground_rules::engine::{Tabletop, Turn, TypedGame};

/// Plays uniformly random legal actions and rolls until the match is over or `max_actions` actions
/// have been played. `each` receives every action and the position after it. Returns the match.
///
/// # Errors
/// The first error of `each`, which ends the match.
pub fn playout<P: Tabletop, E>(
    mut history: TypedGame<P>,
    rng: &mut impl Rng,
    max_actions: u64,
    mut each: impl FnMut(P::Action, &P) -> Result<(), E>,
) -> Result<TypedGame<P>, E> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..max_actions {
        let position = history.position();
        let action = match history.pending() {
            Turn::Over(_) => break,
            Turn::Decide(_) => {
                actions.clear();
                position.generate(&mut actions);
                // The nth smallest action, so that the result does not depend on the generator's
                // order. Selection avoids a full sort.
                let nth = (!actions.is_empty()).then(|| rng.random_range(0..actions.len()));
                nth.map(|nth| *actions.select_nth_unstable(nth).1)
            }
            Turn::Chance(..) => {
                outcomes.clear();
                position.chance(&mut outcomes);
                choose_weighted(&outcomes, rng)
            }
        };
        let Some(action) = action else { break };
        history.play(action);
        each(action, history.position())?;
    }
    Ok(history)
}

/// Plays a random match to its end or for `max_actions` actions; deterministic for each seed.
#[must_use]
pub fn random_match<P: Tabletop>(start: &TypedGame<P>, seed: u64, max_actions: u64) -> TypedGame<P> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Ok(played) = playout(start.clone(), &mut rng, max_actions, |_, _| Ok::<_, Infallible>(()));
    played
}

/// The named positions for measuring the speed of a game: the start, and the middle of a random
/// match.
#[must_use]
pub fn measured_positions<P: Tabletop>(start: &TypedGame<P>) -> [(&'static str, P); 2] {
    let half = random_match(start, 0, u64::MAX).actions().len() as u64 / 2;
    [("start", start.position().clone()), ("middle", random_match(start, 0, half).position().clone())]
}
