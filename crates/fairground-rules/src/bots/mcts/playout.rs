use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::bots::random::choose_weighted;
use crate::bots::search::SearchThread;
use crate::engine::{Position, Side, Turn};

/// Plays random actions to the end of the game. Returns 1 if `side` wins, -1 if it loses, 0 for a
/// draw, and `None` if the search ends first.
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
        if position.counts_for_repetition() && thread.repetitions.is_drawn_by_clock(&position) {
            return Some(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::bots::Limits;
    use crate::bots::search::{Noise, shared_state};
    use crate::engine::{Options, TypedGame};
    use crate::games::chess::Chess;

    #[test]
    fn a_mate_comes_before_the_draw_by_the_clock() {
        let text = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 90";
        let game = TypedGame::<Chess>::from_text(Options::default(), text).unwrap();
        let never = || false;
        let shared = shared_state(&Limits::nodes(1_000), &never);
        let mut thread = SearchThread::new(&game, &shared, Noise::default());
        let mut counts = [0; 2];
        for seed in 0..100 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            match playout(&mut thread, game.position(), Side::White, &mut rng) {
                Some(1.0) => counts[0] += 1,
                Some(0.0) => counts[1] += 1,
                other => panic!("{other:?}"),
            }
        }
        // One of the moves is Rd8#.
        assert!(counts[0] > 0 && counts[1] > counts[0], "{counts:?}");
    }
}
