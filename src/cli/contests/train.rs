//! The command to train a net.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::net::use_net;
use super::summary::summary;
use super::{arena, tune};
use crate::arena::{self as contest, Contest, Contestant, ContestantError, Epoch, Run, Shard, TrainRequest, TrainedOn};
use crate::bots::{Bot, Evaluation, Limits};
use crate::cli::output::{check_outputs, output_file, unwritable};
use crate::cli::shared_args::GameArgs;
use crate::cli::values::{seed, whole};
use crate::cli::{CliError, interruption, progress, source};
use crate::engine::{LANES, MAX_HIDDEN};
use crate::platform::storage::{self, Replacement};
use crate::play::UciCommand;

#[derive(Args, Debug)]
pub(in crate::cli) struct TrainArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Number of self-play matches to learn from; one in ten is held out
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = whole(10..=10_000_000u64, 4_000), allow_negative_numbers = true)]
    pub matches: u64,
    /// Nodes of the search per decision in these matches
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(1..=u64::MAX, 1_000), allow_negative_numbers = true)]
    pub nodes: u64,
    /// The seed of the matches and of the training
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// One action in N of these matches is random
    #[arg(long, value_name = "N", default_value_t = contest::RANDOM_ACTION, value_parser = whole(1..=1_000_000u32, contest::RANDOM_ACTION), allow_negative_numbers = true)]
    pub random: u32,
    /// Play these matches with the net of this file instead of the hand-written evaluation, and
    /// train it further if it has the requested size; the training then ends without a contest
    #[arg(long, value_name = "FILE")]
    pub teacher: Option<PathBuf>,
    /// Let a UCI engine play these matches instead of the search, such as 'uci:depth=4
    /// option.Hash=1 stockfish'; a net of --teacher is then only trained further
    #[arg(long, value_name = "uci:PROGRAM", value_parser = program, conflicts_with = "nodes")]
    pub player: Option<UciCommand>,
    /// Keep the matches in this file; those already in it are not played again. May be repeated:
    /// all are read, and the first one is added to
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub data: Vec<PathBuf>,
    /// Only play part K of M of the matches, for training on another machine
    #[arg(long, value_name = "K/M", value_parser = arena::shard, requires = "data")]
    pub shard: Option<Shard>,
    /// Hidden units per view: 32, 64, 96 or 128
    #[arg(long, value_name = "N", default_value_t = LANES, value_parser = hidden, allow_negative_numbers = true)]
    pub hidden: usize,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=1_000u32, 20), allow_negative_numbers = true)]
    pub epochs: u32,
    /// Factor for the weight decay: larger for a game with many inputs and few matches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=1_000u16, 1), allow_negative_numbers = true)]
    pub decay: u16,
    /// Let the net replace the hand-written evaluation instead of correcting it
    #[arg(long)]
    pub alone: bool,
    /// The file to write the net to [default: crates/fairground-rules/nets/GAME.net]
    #[arg(short, long, value_name = "FILE", value_parser = output_file())]
    pub output: Option<PathBuf>,
    /// Number of final matches of the net against the hand-written evaluation; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(0..=1_000_000u64, 200), allow_negative_numbers = true)]
    pub contest: u64,
    /// Nodes per decision in these final matches
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = whole(1..=u64::MAX, 5_000), allow_negative_numbers = true)]
    pub contest_nodes: u64,
}

pub(in crate::cli) fn train(args: &TrainArgs, out: &mut impl Write) -> Result<(), CliError> {
    let info = args.game.game;
    let options = source::options(info, &args.game.set)?;
    let used = args.teacher.as_deref().map(|file| use_net(info, &options, file)).transpose()?;
    let teacher = used.map(|bytes| blake3::hash(&bytes).to_string());
    let request = TrainRequest {
        info,
        options: options.clone(),
        matches: args.matches,
        nodes: args.nodes,
        seed: args.seed,
        random_action: args.random,
        player: args.player.clone(),
        teacher,
        hidden: args.hidden,
        epochs: args.epochs,
        decay: args.decay.into(),
        is_correction: !args.alone,
    };
    let output = args
        .output
        .clone()
        .unwrap_or_else(|| Path::new("crates/fairground-rules/nets").join(format!("{}.net", info.id)));
    let teacher = args.teacher.as_deref().map(|file| ("--teacher", file));
    let inputs: Vec<_> = teacher.into_iter().chain(args.data.iter().map(|file| ("--data", file.as_path()))).collect();
    check_outputs(&inputs, &[("--output", &output)])?;
    if args.shard.is_none() {
        // Fails early if the net cannot be written.
        Replacement::begin(&output).map_err(|error| unwritable(&output, &error))?;
    }
    let interrupted = interruption("the matches played will be lost, except those saved by --data");
    let stop = || interrupted.load(Ordering::Relaxed);
    // The bar is hidden if stderr is not a terminal.
    let bar = progress::bar(args.matches, tune::BAR);
    if let (Some(shard), Some(file)) = (args.shard, args.data.first()) {
        let played = AtomicU64::new(0);
        let on_match = || {
            played.fetch_add(1, Ordering::Relaxed);
            bar.inc(1);
        };
        contest::play_matches(&request, shard, file, &stop, &on_match)?;
        bar.finish_and_clear();
        writeln!(out, "{}: {} matches of part {shard}", info.id, played.into_inner())?;
        return if stop() { Err(CliError::Interrupted) } else { Ok(()) };
    }
    let Some(trained_on) = contest::read_and_play(&request, &args.data, &stop, &|| bar.inc(1))? else {
        bar.finish_and_clear();
        writeln!(out, "INTERRUPTED: only {} of {} matches", bar.position(), args.matches)?;
        return Err(CliError::Interrupted);
    };
    bar.finish_and_clear();
    let TrainedOn { learned, held_out, by_hand } = trained_on.sizes();
    writeln!(out, "{}: {learned} positions to learn from, {held_out} held out", info.id)?;
    writeln!(out, "loss of the hand-written evaluation: {by_hand:.5}")?;
    let net = contest::train(&request, &trained_on, &mut |epoch| {
        let Epoch { number, learned, held_out } = epoch;
        // The net is made even if the output cannot be written.
        let _ =
            writeln!(out, "epoch {number:>3}: loss {learned:.5}, held out {held_out:.5}").and_then(|()| out.flush());
    })?;
    let bytes = net.write();
    storage::replace(&output, &bytes).map_err(|error| unwritable(&output, &error))?;
    let loss = net.header().loss[1];
    writeln!(out, "{}: {} bytes, loss {loss:.5}, hand-written evaluation {by_hand:.5}", output.display(), bytes.len())?;
    // A program can load only one net.
    if args.contest == 0 || args.teacher.is_some() {
        return Ok(());
    }
    use_net(info, &options, &output)?;
    let player = |evaluation| Contestant::Bot(Bot::Search(Limits { evaluation, ..Limits::nodes(args.contest_nodes) }));
    let players = [player(Evaluation::Net), player(Evaluation::HandWritten)];
    let contest = Contest::new(info, options, players, args.contest.div_ceil(2), args.seed);
    let bar = progress::bar(args.contest, tune::BAR);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let on_pair = &mut |standing: &contest::Standing| bar.set_position(standing.matches);
    let report = Run { threads, file: None, stop: &stop, on_pair }.play(&contest)?;
    bar.finish_and_clear();
    summary(&report, out)?;
    if stop() { Err(CliError::Interrupted) } else { Ok(()) }
}

fn hidden(text: &str) -> Result<usize, String> {
    let number =
        text.parse().ok().filter(|number| (LANES..=MAX_HIDDEN).contains(number) && number.is_multiple_of(LANES));
    number.ok_or_else(|| format!("expected a multiple of {LANES} up to {MAX_HIDDEN}, such as 64"))
}

fn program(name: &str) -> Result<UciCommand, String> {
    match name.parse().map_err(|error: ContestantError| error.to_string())? {
        Contestant::Program(command) => Ok(command),
        Contestant::Bot(_) => Err(format!("expected a UCI engine such as {}stockfish", UciCommand::PREFIX)),
    }
}
