use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::bots::random::choose_weighted;
use crate::bots::search::SearchThread;
use crate::engine::{Position, Side, Turn};

/// Plays at random to the end: 1 if `side` wins, -1 if it loses, 0 for a draw. `None` if the search is over before.
pub fn playout<P: Position>(
    thread: &mut SearchThread<'_, P>,
    from: &P,
    side: Side,
    rng: &mut ChaCha8Rng,
) -> Option<f64> {
    let mut position = from.clone();
    let (mut actions, mut rolls) = (Vec::new(), Vec::new());
    loop {
        if !thread.count_node() {
            return None;
        }
        let outcome = match position.pending() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decide(_) => {
                actions.clear();
                position.generate(&mut actions);
                if actions.is_empty() {
                    Some(position.outcome_without_actions())
                } else {
                    position.play(actions[rng.random_range(0..actions.len())]);
                    None
                }
            }
            Turn::Chance(..) => {
                rolls.clear();
                position.chance(&mut rolls);
                position.play(choose_weighted(&rolls, rng)?);
                None
            }
        };
        if let Some(outcome) = outcome {
            return Some(outcome.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 }));
        }
        if position.halfmove_clock() >= thread.repetitions.halfmove_limit
            && matches!(position.pending(), Turn::Decide(_))
        {
            return Some(0.0);
        }
    }
}
