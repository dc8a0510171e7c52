//! The weights of an evaluation, fitted to matches of the search against itself by logistic regression: the weighted sum of the
//! features predicts the probability of winning.

use rayon::prelude::*;

use super::logistic_regression::{self, Sample, Solved, minimise};
use super::pair::{opening, pair_seed};
use crate::bots::{self, Bot, Limits, WIN_BOUND, win_probability};
use crate::engine::{Feature, Info, Options, Position, Side, Tabletop, Turn};
use crate::games::{self, Visitor};
use crate::play::BotMatch;

/// Values beyond this say nothing of weights: the match is decided. Hundredths of a pawn.
const DECIDED: i32 = 1_500;

/// The weight of the search's own score in the target; the match's result has the rest, which is one bit for all positions of a match.
const SEARCH_SCORE_SHARE: f64 = 0.4;

/// One match in this many is held out, to see whether the fit holds for others.
const HOLDOUT: u64 = 10;

/// What to fit.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// Matches to learn from.
    pub matches: u64,
    /// Positions that the search looks at for each decision.
    pub nodes: u64,
    /// The seed of the matches.
    pub seed: u64,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Every feature, in the game's order.
    pub features: Vec<FittedFeature>,
    /// Positions that were learned from.
    pub positions: usize,
    /// Mean loss, in nats, over matches that were not learned from, before and after.
    pub loss: [f64; 2],
}

/// A feature with its weights, centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedFeature {
    /// With the weight before.
    pub feature: Feature,
    /// The weight after.
    pub weight: f64,
    /// The share of positions in which it counts.
    pub share: f64,
    /// How much the mean loss rises, in nats, if it is left out and all others are fitted anew.
    pub importance: f64,
}

/// Plays matches and fits the weights of the game's evaluation to them, or to those that were over when `stop` became true. The same
/// request gives the same weights unless it was stopped. `each` is called after each match, from any thread.
///
/// # Errors
/// If there is no such game.
pub fn tune(
    request: &TuneRequest,
    stop: &(dyn Fn() -> bool + Sync),
    each: &(dyn Fn() + Sync),
) -> Result<Fit, games::UnknownGame> {
    struct Tune<'a>(&'a TuneRequest, &'a (dyn Fn() -> bool + Sync), &'a (dyn Fn() + Sync));
    impl Visitor for Tune<'_> {
        type Output = Fit;
        fn visit<P: Tabletop>(self) -> Fit {
            let played: Vec<Vec<Sample>> = (0..self.0.matches)
                .into_par_iter()
                .map(|index| {
                    if (self.1)() {
                        return Vec::new();
                    }
                    let samples = play_match::<P>(self.0, index, self.1);
                    if !(self.1)() {
                        (self.2)();
                    }
                    samples
                })
                .collect();
            fit(P::FEATURES, played)
        }
    }
    games::visit(request.info.id, Tune(request, stop, each))
}

/// One match of the search against itself: its quiet positions, with who won it. Empty if `stop` ended it before it was over.
fn play_match<P: Tabletop>(request: &TuneRequest, index: u64, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Sample> {
    let seed = pair_seed(request.seed, index + 1);
    let bot = Bot::Search(Limits::nodes(request.nodes));
    let mut running = BotMatch::<P>::new(opening(&request.options, seed), [bot; 2], seed);
    let mut samples: Vec<(Side, f64, Sample)> = Vec::new();
    let outcome = loop {
        let action = match running.game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Chance(..) => running.roll(),
            Turn::Decide(side) => {
                let report = running.think(stop);
                let action = report.lines.first().and_then(|line| line.actions.first().copied());
                let position = running.game.position();
                if let Some(action) = action
                    && report.value().abs() <= DECIDED
                    && is_quiet(position, action)
                {
                    let sample = Sample { counts: counts(position), target: 0.5 };
                    samples.push((side, win_probability(report.value()), sample));
                }
                action
            }
        };
        let Some(action) = action.filter(|_| !stop()) else { return Vec::new() };
        running.game.play(action);
    };
    let finish = |(side, thought, sample): (Side, f64, Sample)| {
        let result = outcome.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        Sample { target: SEARCH_SCORE_SHARE * thought + (1.0 - SEARCH_SCORE_SHARE) * result, ..sample }
    };
    samples.into_iter().map(finish).collect()
}

/// Whether the evaluation is meant for this position: no danger, and no capture is called for.
fn is_quiet<P: Position>(position: &P, best: P::Action) -> bool {
    let mut noisy = Vec::new();
    position.generate_noisy(&mut noisy);
    !position.in_danger() && !noisy.contains(&best) && position.evaluate().abs() < WIN_BOUND.min(bots::EVALUATION_LIMIT)
}

fn counts<P: Position>(position: &P) -> Vec<(u16, i16)> {
    let mut all = vec![0; P::FEATURES.len()];
    position.tally(all.as_mut_slice());
    let counted = all.into_iter().enumerate().filter(|(_, count)| *count != 0);
    counted.map(|(index, count)| (index as u16, count.clamp(i16::MIN.into(), i16::MAX.into()) as i16)).collect()
}

fn fit(features: &[Feature], played: Vec<Vec<Sample>>) -> Fit {
    let (mut learned, mut kept) = (Vec::new(), Vec::new());
    for (index, samples) in (0_u64..).zip(played) {
        if index % HOLDOUT == HOLDOUT - 1 { &mut kept } else { &mut learned }.extend(samples);
    }
    let before: Vec<f64> = features.iter().map(|feature| feature.weight.into()).collect();
    let Solved { weights, importance } = minimise(&before, &learned);
    let occurs = |index: usize| {
        let with = learned.iter().filter(|sample| sample.counts.iter().any(|&(own, _)| usize::from(own) == index));
        with.count() as f64 / learned.len().max(1) as f64
    };
    let fitted = |(index, &feature): (usize, &Feature)| FittedFeature {
        feature,
        weight: weights[index],
        share: occurs(index),
        importance: importance[index],
    };
    Fit {
        features: features.iter().enumerate().map(fitted).collect(),
        positions: learned.len(),
        loss: [logistic_regression::loss(&before, &kept), logistic_regression::loss(&weights, &kept)],
    }
}
