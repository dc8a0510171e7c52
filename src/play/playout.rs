use rand::{Rng, RngExt};

use crate::bots;
use crate::engine::{History, Rules, Turn};

/// Plays at random until the match is over or `most` actions have been played: every legal action with the same chance,
/// every side of a die with the same chance. `each` is told every action and the position after it. Returns the match.
///
/// # Errors
/// The first of `each`, which stops the match.
pub fn playout<R: Rules, E>(
    mut history: History<R>,
    rng: &mut impl Rng,
    most: u64,
    mut each: impl FnMut(R::Action, &R) -> Result<(), E>,
) -> Result<History<R>, E> {
    let mut actions = Vec::new();
    for _ in 0..most {
        let position = history.position();
        let action = match history.turn() {
            Turn::Over(_) => break,
            Turn::Decide(_) => {
                actions.clear();
                position.actions(&mut actions);
                // As in bots::choose: the seed decides, not the order in which a generator lists.
                actions.sort_unstable();
                bots::any(&actions, rng)
            }
            Turn::Chance(_, die) => position.parse_action(&format!("~{}", die.sides[rng.random_range(0..6)])).ok(),
        };
        let Some(action) = action else { break };
        history.play(action);
        each(action, history.position())?;
    }
    Ok(history)
}
