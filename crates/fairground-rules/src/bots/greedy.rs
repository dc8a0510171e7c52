//! A bot that looks one action ahead.

use rand::Rng;

use super::random;
use crate::engine::{Position, Side, Turn};

/// The value of a won game in centipawns, larger than any evaluation.
const WIN: f64 = 1e9;

/// Chooses the action that leads to the best position for `side`. Ties are broken at random with
/// equal probability.
pub(super) fn choose<P: Position>(
    position: &P,
    side: Side,
    actions: &[P::Action],
    rng: &mut impl Rng,
) -> Option<P::Action> {
    let (mut best, mut ties) = (f64::NEG_INFINITY, Vec::new());
    for &action in actions {
        let mut next = position.clone();
        next.play(action);
        let value = value(&next, side);
        if value > best {
            best = value;
            ties.clear();
        }
        if value >= best {
            ties.push(action);
        }
    }
    random::choose_uniform(&ties, rng)
}

/// The value of a position for `side`, in centipawns. If a roll is due, the mean over the outcomes
/// of the die.
fn value<P: Position>(position: &P, side: Side) -> f64 {
    match position.turn() {
        Turn::Over(outcome) => match outcome.winner {
            Some(winner) if winner == side => WIN,
            Some(_) => -WIN,
            None => 0.0,
        },
        Turn::Decide(_) => evaluate(position, side),
        Turn::Chance(..) => {
            let (mut outcomes, mut sum, mut weights) = (Vec::new(), 0.0, 0.0);
            position.chance(&mut outcomes);
            for (roll, weight) in outcomes {
                let mut next = position.clone();
                next.play(roll);
                // Rolls can follow each other without limit (assets/rules/whack.md, Opening roll),
                // so only one is expanded.
                let value = match next.turn() {
                    Turn::Chance(..) => evaluate(&next, side),
                    _ => value(&next, side),
                };
                sum += f64::from(weight) * value;
                weights += f64::from(weight);
            }
            sum / f64::max(weights, 1.0)
        }
    }
}

/// The static evaluation for `side`.
fn evaluate<P: Position>(position: &P, side: Side) -> f64 {
    let value = f64::from(position.evaluate());
    if position.pending().side() == Some(side) { value } else { -value }
}
