//! Training of a game's net: matches of the search against itself, the positions of these matches with what became of them, and gradient
//! descent on the difference between that and what the net says.
//!
//! `samples.rs` holds the positions, `targets.rs` finds them in the matches and says what became of them, `float_net.rs` the net and its
//! derivatives, `adam.rs` the optimiser, `trainer.rs` the epochs.

mod adam;
mod float_net;
mod samples;
mod targets;
#[cfg(test)]
mod tests;
mod trainer;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::error::ArenaError;
use super::program_pool::ProgramPool;
use super::self_play::{SelfPlay, SelfPlayFile, SelfPlayHeader};
use super::tournament::Shard;
use crate::engine::{Info, Net, NetHeader, Options, Tabletop, TextError};
use crate::games::{self, Visitor};
use crate::play::UciCommand;
use float_net::Shape;
use samples::Samples;
use targets::{lambda, samples_of};
pub use trainer::Epoch;
use trainer::{Training, mean_loss};

/// One match in this many is held out, to see how the net does on others.
const HOLDOUT: u64 = 10;

/// Positions whose derivatives make a step of the training.
const BATCH: usize = 2_048;

/// What to train.
#[derive(Clone, Debug)]
pub struct TrainRequest {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// Matches to learn from.
    pub matches: u64,
    /// Nodes of the search for each decision of these matches; of no account if a program plays them.
    pub nodes: u64,
    /// The program that plays these matches instead of the search.
    pub player: Option<UciCommand>,
    /// The seed of the matches and of the training.
    pub seed: u64,
    /// One decision in this many of the matches is a random action; at least 1.
    pub random_action: u32,
    /// The BLAKE3 hash of the file of a net, which has to be in use and which the search of the matches uses; `None` for the evaluation by hand.
    /// If it is of the size of the net that is trained, the training begins with its weights.
    pub teacher: Option<String>,
    /// Hidden units of a view, a multiple of [`crate::engine::LANES`].
    pub hidden: usize,
    /// Passes over all positions.
    pub epochs: u32,
    /// How strongly weights are drawn to nothing, and those of a cell to those of its kind: 1 for many matches, more for few.
    pub decay: f32,
    /// Whether the net corrects the evaluation by hand instead of taking its place.
    pub corrects: bool,
}

/// The positions that a net learns from, and those that are held out.
#[derive(Debug)]
pub struct Positions([Samples; 2]);

/// How many positions there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainedOn {
    /// Those to learn from.
    pub learned: usize,
    /// Those that are held out.
    pub held_out: usize,
    /// The mean loss of the evaluation by hand over those, nats.
    pub by_hand: f64,
}

impl Positions {
    /// How many there are.
    #[must_use]
    pub fn sizes(&self) -> TrainedOn {
        let Positions([learned, held_out]) = self;
        let by_hand = mean_loss(held_out, |sample| sample.hand);
        TrainedOn { learned: learned.len(), held_out: held_out.len(), by_hand }
    }
}

impl TrainRequest {
    fn header(&self) -> SelfPlayHeader {
        let header = SelfPlayHeader::new(self.info, &self.options, self.nodes, self.seed);
        let header = SelfPlayHeader { random_action: self.random_action, ..header };
        match &self.player {
            Some(player) => SelfPlayHeader { nodes: 0, player: Some(player.to_string()), ..header },
            None => SelfPlayHeader { teacher: self.teacher.clone(), ..header },
        }
    }
}

/// Plays those matches of a shard that are not in the file yet, and appends them to it. `each` is called after each match, from any thread.
///
/// # Errors
/// If the file cannot be read or written or holds something else, or if there is no such game.
pub fn play_matches(
    request: &TrainRequest,
    shard: Shard,
    file: &Path,
    stop: &(dyn Fn() -> bool + Sync),
    each: &(dyn Fn() + Sync),
) -> Result<(), ArenaError> {
    struct Play<'a>(&'a Matches<'a>);
    impl Visitor for Play<'_> {
        type Output = Result<(), ArenaError>;
        fn visit<P: Tabletop>(self) -> Self::Output {
            // The matches are in the file: nothing else is kept of them.
            self.0.each::<P, ()>(&|_| ()).map(drop)
        }
    }
    let matches = Matches { request, shard, files: &[file.to_path_buf()], stop, each };
    games::visit(request.info.id, Play(&matches)).map_err(unknown)?
}

/// The positions of all matches: matches that are in none of the files are played, and appended to the first file. `None` if they were
/// stopped. `each` is called after each match, from any thread.
///
/// # Errors
/// If a file cannot be read or written or holds something else, or if there is no such game.
pub fn read_and_play(
    request: &TrainRequest,
    files: &[PathBuf],
    stop: &(dyn Fn() -> bool + Sync),
    each: &(dyn Fn() + Sync),
) -> Result<Option<Positions>, ArenaError> {
    struct Collect<'a>(&'a Matches<'a>);
    impl Visitor for Collect<'_> {
        type Output = Result<Positions, ArenaError>;
        fn visit<P: Tabletop>(self) -> Self::Output {
            let request = self.0.request;
            let lambda = lambda(request.teacher.is_none() && request.player.is_none());
            let of_matches = self.0.each::<P, _>(&|one| samples_of::<P>(&request.options, one, lambda))?;
            let mut all = [Samples::default(), Samples::default()];
            for (number, samples) in &of_matches {
                all[usize::from(number % HOLDOUT == HOLDOUT - 1)].append(samples);
            }
            Ok(Positions(all))
        }
    }
    let matches = Matches { request, shard: Shard::WHOLE, files, stop, each };
    let positions = games::visit(request.info.id, Collect(&matches)).map_err(unknown)??;
    Ok((!stop()).then_some(positions))
}

fn unknown(error: games::UnknownGame) -> TextError {
    TextError::new("game", "the id of a game", &error.id)
}

/// The matches to learn from.
struct Matches<'a> {
    request: &'a TrainRequest,
    shard: Shard,
    files: &'a [PathBuf],
    stop: &'a (dyn Fn() -> bool + Sync),
    each: &'a (dyn Fn() + Sync),
}

impl Matches<'_> {
    /// Reads the matches of the files, plays those that are missing, and appends them to the first
    /// file. What `of_match` makes of each is returned with the number of the match, in order.
    fn each<P: Tabletop, T: Send>(
        &self,
        of_match: &(dyn Fn(&SelfPlay) -> T + Sync),
    ) -> Result<Vec<(u64, T)>, ArenaError> {
        let Matches { request, shard, files, stop, each } = *self;
        let header = &request.header();
        let (mut known, mut first) = (BTreeMap::new(), None);
        for path in files {
            let (file, matches) = SelfPlayFile::open::<P>(path, header, &request.options)?;
            first.get_or_insert(file);
            known.extend(matches);
        }
        let programs = request.player.as_ref().map(|command| ProgramPool::new(command, request.info, &request.options));
        let play = |number| {
            let played = SelfPlay::play::<P>(&request.options, header, number, programs.as_ref(), stop)?;
            let Some(one) = played else { return Ok(None) };
            first.as_ref().map_or(Ok(()), |file| file.append(&one))?;
            Ok::<_, ArenaError>(Some(of_match(&one)))
        };
        let played = (0..request.matches).into_par_iter().filter(|&number| shard.has(number)).filter_map(|number| {
            let made = known.get(&number).map_or_else(|| play(number), |one| Ok(Some(of_match(one))));
            if let Ok(Some(_)) = &made {
                each();
            }
            made.map(|made| Some((number, made?))).transpose()
        });
        played.collect()
    }
}

/// Trains a net on these positions: the same ones give the same net. `each` is called after each epoch.
///
/// # Errors
/// If there are no positions to learn from or none that are held out, or there is no such game or number of hidden units.
pub fn train(request: &TrainRequest, positions: &Positions, each: &mut dyn FnMut(Epoch)) -> Result<Net, ArenaError> {
    struct Known<'a>(&'a TrainRequest);
    impl Visitor for Known<'_> {
        type Output = (usize, [usize; 2], Option<&'static Net>);
        fn visit<P: Tabletop>(self) -> Self::Output {
            let Known(TrainRequest { options, teacher, .. }) = self;
            // Whoever asks for the net of a game takes it into use, and another one cannot take its place.
            let teacher = teacher.as_ref().and_then(|_| P::start(options).net()?.get());
            (P::INPUTS, P::INPUT_KINDS, teacher)
        }
    }
    let (inputs, kinds, taught_by) = games::visit(request.info.id, Known(request)).map_err(unknown)?;
    let Positions([learned, held_out]) = positions;
    if learned.len() == 0 || held_out.len() == 0 {
        return Err(ArenaError::NoPositions);
    }
    let &TrainRequest { hidden, corrects, epochs, decay, seed, ref teacher, .. } = request;
    let training = Training { shape: Shape { inputs, kinds, hidden }, corrects, batch: BATCH, epochs, decay, seed };
    let goes_on = |net: &&Net| (net.header().hidden, net.header().corrects) == (hidden, corrects);
    let start = taught_by.filter(goes_on).map(Net::quantised);
    let (weights, loss) = trainer::train(&training, start.as_ref(), learned, held_out, each);
    let SelfPlayHeader { nodes, player, .. } = request.header();
    let header = NetHeader {
        game: request.info.id.to_string(),
        inputs,
        hidden,
        corrects,
        positions: learned.len(),
        nodes,
        seed,
        teacher: teacher.clone(),
        player,
        loss: [positions.sizes().by_hand, loss],
    };
    Ok(Net::new(header, &weights.quantised())?)
}
