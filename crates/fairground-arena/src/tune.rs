//! Fits the weights of an evaluation to self-play matches by logistic regression: the weighted sum
//! of the features predicts the winning probability.

use std::path::Path;

use rayon::prelude::*;

use super::error::ArenaError;
use super::logistic_regression::{self, Sample, Solved, minimise};
use super::self_play::{SelfPlay, SelfPlayFile, SelfPlayHeader, is_quiet, outcome};
use fairground_rules::bots::win_probability;
use fairground_rules::engine::{Feature, Game, GameInfo, Options, Position, Side, Turn};
use fairground_rules::games::{self, Visitor};

/// The weight of the search's own score in the target. The rest is the result of the match, one bit
/// for all its positions.
const SEARCH_SCORE_SHARE: f64 = 0.4;

/// The maximum search value of a training position, centipawns. Beyond it, the match is decided.
const DECIDED: i32 = 1_500;

/// One match in this many is held out for validation.
const HOLDOUT: u64 = 10;

/// The parameters of a fit.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: Options,
    /// The number of training matches.
    pub matches: u64,
    /// The node limit of each decision.
    pub nodes: u64,
    /// The seed of the matches.
    pub seed: u64,
}

impl TuneRequest {
    fn header(&self) -> SelfPlayHeader {
        SelfPlayHeader::new(self.info, &self.options, self.nodes, self.seed)
    }
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// All features, in the game's order.
    pub features: Vec<FittedFeature>,
    /// The number of training positions.
    pub positions: usize,
    /// The mean validation loss before and after, nats.
    pub loss: [f64; 2],
}

/// A feature with its weights, centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedFeature {
    /// The feature, with its old weight.
    pub feature: Feature,
    /// The new weight.
    pub weight: f64,
    /// The share of positions in which it is non-zero.
    pub share: f64,
    /// The increase of the mean loss, nats, if the feature is dropped and the others are refitted.
    pub importance: f64,
}

/// Plays matches and fits the weights of the game's evaluation to them, or to the completed ones
/// once `stop` returns true. Unless stopped, the same request gives the same weights. `on_match` is
/// called after each match, from any thread.
///
/// Matches already in `file` are not played again; new ones are appended to it.
///
/// # Errors
/// If the game is unknown, or the file cannot be read or written or has other contents.
pub fn tune(
    request: &TuneRequest,
    file: Option<&Path>,
    stop: &(dyn Fn() -> bool + Sync),
    on_match: &(dyn Fn() + Sync),
) -> Result<Fit, ArenaError> {
    struct Tune<'a>(&'a TuneRequest, Option<&'a Path>, &'a (dyn Fn() -> bool + Sync), &'a (dyn Fn() + Sync));
    impl Visitor for Tune<'_> {
        type Output = Result<Fit, ArenaError>;
        fn visit<P: Game>(self) -> Self::Output {
            let Tune(request, file, stop, on_match) = self;
            let header = &request.header();
            let open = |file| SelfPlayFile::open::<P>(file, header, &request.options);
            let (file, known) = file.map(open).transpose()?.unzip();
            let known = known.unwrap_or_default();
            let played = (0..request.matches).into_par_iter().map(|number| {
                let one = match known.get(&number) {
                    Some(one) => one.clone(),
                    None => {
                        let Some(one) = SelfPlay::play::<P>(&request.options, header, number, None, stop)? else {
                            return Ok(Vec::new());
                        };
                        file.as_ref().map_or(Ok(()), |file| file.append(&one))?;
                        one
                    }
                };
                on_match();
                Ok(samples::<P>(request, &one))
            });
            let played: Result<Vec<Vec<Sample>>, ArenaError> = played.collect();
            Ok(fit(P::FEATURES, played?))
        }
    }
    games::visit(request.info.id, Tune(request, file, stop, on_match))?
}

/// The quiet positions of a match, with their targets.
fn samples<P: Game>(request: &TuneRequest, one: &SelfPlay) -> Vec<Sample> {
    let mut samples: Vec<(Side, f64, Sample)> = Vec::new();
    let ended = one.replay::<P>(&request.options, |game, action, value| {
        let position = game.position();
        if let (Turn::Decide(side), Some(value)) = (game.turn(), value)
            && value.abs() <= DECIDED
            && is_quiet(position, action)
        {
            samples.push((side, win_probability(value), Sample { counts: counts(position), target: 0.5 }));
        }
    });
    // Cannot fail: only complete, legal matches get here.
    let Some(outcome) = ended.ok().and_then(|game| outcome(&game)) else { return Vec::new() };
    let finish = |(side, thought, sample): (Side, f64, Sample)| {
        let result = outcome.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        Sample { target: SEARCH_SCORE_SHARE * thought + (1.0 - SEARCH_SCORE_SHARE) * result, ..sample }
    };
    samples.into_iter().map(finish).collect()
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
