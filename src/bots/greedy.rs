//! The bot that looks one action ahead.

use rand::Rng;

use super::random;
use crate::engine::{Rules, Side, Turn};

/// A won game, in hundredths of a pawn: more than any evaluation.
const WIN: f64 = 1e9;

/// One of the actions after which the position is worth most to `side`; those that tie have the same chance.
pub(super) fn choose<R: Rules>(
    position: &R,
    side: Side,
    actions: &[R::Action],
    rng: &mut impl Rng,
) -> Option<R::Action> {
    let (mut best, mut ties) = (f64::NEG_INFINITY, Vec::new());
    for &action in actions {
        let mut next = position.clone();
        next.play(action);
        let worth = worth(&next, side);
        if worth > best {
            best = worth;
            ties.clear();
        }
        if worth >= best {
            ties.push(action);
        }
    }
    random::any(&ties, rng)
}

/// What a position is worth to `side`, in hundredths of a pawn. If a roll is due: the mean over what the die may show.
fn worth<R: Rules>(position: &R, side: Side) -> f64 {
    match position.turn() {
        Turn::Over(outcome) => match outcome.winner {
            Some(winner) if winner == side => WIN,
            Some(_) => -WIN,
            None => 0.0,
        },
        Turn::Decide(_) => f64::from(position.evaluate(side)),
        Turn::Chance(_, die) => {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (symbol, count) in die.outcomes() {
                let Ok(roll) = position.parse_action(&format!("~{symbol}")) else { continue };
                let mut next = position.clone();
                next.play(roll);
                // A roll may be due again and again (rules/whack.md, Set-up): one is looked through, no more.
                let worth = match next.turn() {
                    Turn::Chance(..) => f64::from(next.evaluate(side)),
                    _ => worth(&next, side),
                };
                sum += f64::from(count) * worth;
                weights += f64::from(count);
            }
            sum / f64::max(weights, 1.0)
        }
    }
}
