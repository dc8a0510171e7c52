//! Training of a game's net: self-play, targets for the positions, and gradient descent.
//!
//! `targets.rs` selects the positions of a match and computes their targets, `samples.rs` stores
//! them, `float_net.rs` has the net and its derivatives, `adam.rs` the optimiser, `trainer.rs` the
//! epochs.

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

use super::contest::Shard;
use super::error::ArenaError;
use super::program_pool::ProgramPool;
use super::self_play::{SelfPlay, SelfPlayFile, SelfPlayHeader};
use fairground_match::play::UciCommand;
use fairground_rules::engine::{Game, GameInfo, Net, NetHeader, Options};
use fairground_rules::games::{self, Visitor};
use float_net::Shape;
use samples::Samples;
use targets::{lambda, samples_of};
pub use trainer::Epoch;
use trainer::{Training, mean_loss};

/// One match in this many is held out for validation.
const HOLDOUT: u64 = 10;

/// The number of positions in a batch.
const BATCH: usize = 2_048;

/// The parameters of training.
#[derive(Clone, Debug)]
pub struct TrainRequest {
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: Options,
    /// The number of training matches.
    pub matches: u64,
    /// The node limit of each decision in these matches; not used if an engine plays them.
    pub nodes: u64,
    /// The engine that plays these matches instead of the search.
    pub player: Option<UciCommand>,
    /// The seed of the matches and of the training.
    pub seed: u64,
    /// The rate of random actions: one decision in this many; at least 1.
    pub random_action: u32,
    /// The BLAKE3 hash of a net's file; `None` for the hand-written evaluation. The net must be
    /// loaded; the search uses it to play the matches. If it has the dimensions of the new net,
    /// training starts from its weights.
    pub teacher: Option<String>,
    /// The number of hidden units of a view, a multiple of [`fairground_rules::engine::LANES`].
    pub hidden: usize,
    /// The number of passes over all positions.
    pub epochs: u32,
    /// The strength of weight decay, which also pulls the weights of a cell towards its piece
    /// kind's: 1 for many matches, more for few.
    pub decay: f32,
    /// Whether the net corrects the hand-written evaluation instead of replacing it.
    pub is_correction: bool,
}

/// The training and validation positions.
#[derive(Debug)]
pub struct Positions([Samples; 2]);

/// The numbers of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainedOn {
    /// The number of training positions.
    pub learned: usize,
    /// The number of validation positions.
    pub held_out: usize,
    /// The mean loss of the hand-written evaluation over the validation positions, nats.
    pub by_hand: f64,
}

impl Positions {
    /// Counts the positions.
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

/// Plays the matches of a shard that are missing in the file, and appends them. `on_match` is
/// called after each match, from any thread.
///
/// # Errors
/// If the file cannot be read or written or has other contents, or if the game is unknown.
pub fn play_matches(
    request: &TrainRequest,
    shard: Shard,
    file: &Path,
    stop: &(dyn Fn() -> bool + Sync),
    on_match: &(dyn Fn() + Sync),
) -> Result<(), ArenaError> {
    struct Play<'a>(&'a Matches<'a>);
    impl Visitor for Play<'_> {
        type Output = Result<(), ArenaError>;
        fn visit<P: Game>(self) -> Self::Output {
            // The matches go to the file; no other result is needed.
            self.0.each::<P, ()>(&|_| ()).map(drop)
        }
    }
    let matches = Matches { request, shard, files: &[file.to_path_buf()], stop, on_match };
    games::visit(request.info.id, Play(&matches))?
}

/// Collects the positions of all matches. Plays missing matches and appends them to the first file.
/// `None` if stopped. `on_match` is called after each match, from any thread.
///
/// # Errors
/// If a file cannot be read or written or has other contents, or if the game is unknown.
pub fn read_and_play(
    request: &TrainRequest,
    files: &[PathBuf],
    stop: &(dyn Fn() -> bool + Sync),
    on_match: &(dyn Fn() + Sync),
) -> Result<Option<Positions>, ArenaError> {
    struct Collect<'a>(&'a Matches<'a>);
    impl Visitor for Collect<'_> {
        type Output = Result<Positions, ArenaError>;
        fn visit<P: Game>(self) -> Self::Output {
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
    let matches = Matches { request, shard: Shard::WHOLE, files, stop, on_match };
    let positions = games::visit(request.info.id, Collect(&matches))??;
    Ok((!stop()).then_some(positions))
}

/// The training matches.
struct Matches<'a> {
    request: &'a TrainRequest,
    shard: Shard,
    files: &'a [PathBuf],
    stop: &'a (dyn Fn() -> bool + Sync),
    on_match: &'a (dyn Fn() + Sync),
}

impl Matches<'_> {
    /// Reads the matches of the files, plays missing ones, and appends them to the first file.
    /// Returns the results of `of_match` with the numbers of the matches, in order.
    fn each<P: Game, T: Send>(&self, of_match: &(dyn Fn(&SelfPlay) -> T + Sync)) -> Result<Vec<(u64, T)>, ArenaError> {
        let Matches { request, shard, files, stop, on_match } = *self;
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
                on_match();
            }
            made.map(|made| Some((number, made?))).transpose()
        });
        played.collect()
    }
}

/// Trains a net on these positions, deterministically. `on_epoch` is called after each epoch.
///
/// # Errors
/// If training or validation positions are missing, the game is unknown, or the number of hidden
/// units is invalid.
pub fn train(
    request: &TrainRequest,
    positions: &Positions,
    on_epoch: &mut dyn FnMut(Epoch),
) -> Result<Net, ArenaError> {
    struct InputShape<'a>(&'a TrainRequest);
    impl Visitor for InputShape<'_> {
        type Output = (usize, [usize; 2], Option<&'static Net>);
        fn visit<P: Game>(self) -> Self::Output {
            let InputShape(TrainRequest { options, teacher, .. }) = self;
            // Requesting the net of a game puts it into use permanently, which must not happen
            // without a teacher.
            let teacher = teacher.as_ref().and_then(|_| P::start(options).net()?.get());
            (P::INPUTS, P::INPUT_KINDS, teacher)
        }
    }
    let (inputs, kinds, taught_by) = games::visit(request.info.id, InputShape(request))?;
    let Positions([learned, held_out]) = positions;
    if learned.len() == 0 || held_out.len() == 0 {
        return Err(ArenaError::NoPositions);
    }
    let &TrainRequest { hidden, is_correction, epochs, decay, seed, ref teacher, .. } = request;
    let training =
        Training { shape: Shape { inputs, kinds, hidden }, is_correction, batch: BATCH, epochs, decay, seed };
    let goes_on = |net: &&Net| (net.header().hidden, net.header().is_correction) == (hidden, is_correction);
    let start = taught_by.filter(goes_on).map(Net::quantised);
    let (weights, loss) = trainer::train(&training, start.as_ref(), learned, held_out, on_epoch);
    let SelfPlayHeader { nodes, player, .. } = request.header();
    let header = NetHeader {
        game: request.info.id.to_string(),
        inputs,
        hidden,
        is_correction,
        positions: learned.len(),
        nodes,
        seed,
        teacher: teacher.clone(),
        labelled_by: player,
        loss: [positions.sizes().by_hand, loss],
    };
    Ok(Net::new(header, &weights.quantised())?)
}
