//! The training positions of a match and their targets: λ-returns (Sutton, Learning to predict by
//! the methods of temporal differences, 1988).

use super::samples::{Sample, Samples};
use super::trainer::flattened_score;
use crate::self_play::{SelfPlay, is_quiet, outcome};
use fairground_rules::bots::SCALE;
use fairground_rules::engine::{Game, Inputs, Options, Outcome, Side, Turn};

/// The weight of later scores in a target, recursively; the rest is the player's own score of the
/// position. A short search's score contains little more than the evaluation, and the result is one
/// bit for all positions of a match. Of 0.8 to 0.97, 0.85 and 0.9 made the best nets of chess from
/// matches with the hand-written evaluation; of 0.6 to 0.96, 0.6 to 0.8 from matches with a net.
pub(super) const fn lambda(by_hand: bool) -> f32 {
    if by_hand { 0.9 } else { 0.7 }
}

/// The maximum search value of a training position, centipawns: twice the limit of `tune`, because
/// a search meets lost positions, too.
const DECIDED: i32 = 3_000;

/// A decision or a throw in a match.
struct Visited<P> {
    /// `None` if the evaluation does not apply to it.
    position: Option<P>,
    side: Side,
    /// The expected score of the side by search. For a throw, it is known only after the throw.
    score: Option<f32>,
    /// Whether a random action followed.
    cut: bool,
}

/// The positions of a match to which the evaluation applies, with their targets.
pub(super) fn samples_of<P: Game>(options: &Options, one: &SelfPlay, lambda: f32) -> Samples {
    let mut all: Vec<Visited<P>> = Vec::new();
    let ended = one.replay::<P>(options, |game, action, value| {
        let position = game.position();
        match (game.turn(), value) {
            (Turn::Chance(side, _), _) => {
                all.push(Visited { position: Some(position.clone()), side, score: None, cut: false });
            }
            (Turn::Decide(_), None) => {
                // A random action reveals nothing about the value of the throw before it.
                all.retain(|visited| visited.score.is_some());
                if let Some(last) = all.last_mut() {
                    last.cut = true;
                }
            }
            (Turn::Decide(side), Some(value)) => {
                let score = flattened_score((f64::from(value) / SCALE) as f32);
                for thrown in all.iter_mut().rev().take_while(|visited| visited.score.is_none()) {
                    thrown.score = Some(if thrown.side == side { score } else { 1.0 - score });
                }
                let meant = value.abs() <= DECIDED && is_quiet(position, action);
                all.push(Visited { position: meant.then(|| position.clone()), side, score: Some(score), cut: false });
            }
            (Turn::Over(_), _) => {}
        }
    });
    let mut samples = Samples::default();
    // Cannot fail: only complete, legal matches get here.
    let Some(outcome) = ended.ok().and_then(|game| outcome(&game)) else { return samples };
    // A throw that ends the match has no score.
    all.retain(|visited| visited.score.is_some());
    let scored = |visited: &Visited<P>| {
        let Visited { side, score, cut, .. } = *visited;
        Scored { side, score: score.unwrap_or(0.5), cut }
    };
    let scored: Vec<Scored> = all.iter().map(scored).collect();
    for (visited, target) in all.iter().zip(lambda_returns(&scored, outcome, lambda)) {
        let Some(position) = &visited.position else { continue };
        let mut views = [Inputs::new(), Inputs::new()];
        position.inputs(visited.side, &mut views);
        samples.push(Sample {
            inputs: [&views[0], &views[1]],
            hand: (f64::from(position.evaluate()) / SCALE) as f32,
            target,
        });
    }
    samples
}

/// A decision with a search score, or a throw before one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scored {
    /// The side to act.
    side: Side,
    /// Its expected score by the search, 0 to 1.
    score: f32,
    /// Whether a random action followed, so that later scores say nothing about this one.
    cut: bool,
}

/// The target of each position: the expected score of its side, 0 to 1. It combines its own score
/// with later ones, at decreasing weight, up to the next random action or the end.
fn lambda_returns(all: &[Scored], outcome: Outcome, lambda: f32) -> Vec<f32> {
    let of = |side: Side, score: f32| if side == Side::White { score } else { 1.0 - score };
    let result = outcome.winner.map_or(0.5, |winner| of(winner, 1.0));
    let mut later = Some(result);
    let mut returns: Vec<f32> = all
        .iter()
        .rev()
        .map(|&Scored { side, score, cut }| {
            let own = of(side, score);
            let total = later.filter(|_| !cut).map_or(own, |later| lambda * later + (1.0 - lambda) * own);
            later = Some(total);
            of(side, total)
        })
        .collect();
    returns.reverse();
    returns
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::engine::Reason;

    #[test]
    fn later_scores_count_up_to_a_random_action() {
        let scored = |side, score, cut| Scored { side, score, cut };
        let all = [
            scored(Side::White, 0.5, false),
            scored(Side::Black, 0.4, true),
            scored(Side::White, 0.9, false),
            scored(Side::Black, 0.2, false),
        ];
        let outcome = Outcome::won(Side::White, Reason::Checkmate);
        let last = 0.1 * 0.2;
        let third = 0.1 * 0.9 + 0.9 * (1.0 - last);
        let first = 0.1 * 0.5 + 0.9 * 0.6;
        let expected = [first, 0.4, third, last];
        for (found, expected) in lambda_returns(&all, outcome, 0.9).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
        }
    }
}
