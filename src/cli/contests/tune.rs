//! The command to fit the weights of an evaluation.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::arena::{self, TuneRequest};
use crate::cli::output::output_file;
use crate::cli::shared_args::GameArgs;
use crate::cli::source;
use crate::cli::values::{seed, whole};
use crate::cli::{CliError, interruption, progress};
use crate::platform::clock::Instant;

/// The template of the progress bar.
pub(super) const BAR: &str = "{bar:40} {human_pos} of {human_len} matches, {eta} left";

#[derive(Args, Debug)]
pub(in crate::cli) struct TuneArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Number of self-play matches
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(10..=10_000_000u64, 2_000), allow_negative_numbers = true)]
    pub matches: u64,
    /// Nodes of the search per decision
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole(1..=u64::MAX, 300_000), allow_negative_numbers = true)]
    pub nodes: u64,
    /// The seed of the matches
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Keep the matches in this file; those already in it are not played again
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub json: Option<PathBuf>,
}

pub(in crate::cli) fn tune(args: &TuneArgs, out: &mut impl Write) -> Result<(), CliError> {
    let TuneArgs { matches, nodes, seed, .. } = *args;
    let request = TuneRequest {
        info: args.game.game,
        options: source::options(args.game.game, &args.game.set)?,
        matches,
        nodes,
        seed,
    };
    // The bar is hidden if stderr is not a terminal.
    let bar = progress::bar(matches, BAR);
    let begun = Instant::now();
    let interrupted = interruption("the matches played will be lost, except those saved by --json");
    let stop = || interrupted.load(Ordering::Relaxed);
    let fit = arena::tune(&request, args.json.as_deref(), &stop, &|| bar.inc(1))?;
    let played = bar.position();
    bar.finish_and_clear();
    if played < matches {
        writeln!(out, "// INTERRUPTED: only {played} of {matches} matches")?;
    }
    writeln!(out, "// {}: {} positions of {played} matches", args.game.game.id, fit.positions)?;
    let [before, after] = fit.loss;
    writeln!(out, "// loss over held-out matches: {before:.5} before, {after:.5} after")?;
    writeln!(out, "// after each weight: its old value, how often it counts, and the increase of the loss without it")?;
    for fitted in &fit.features {
        let old = fitted.feature.weight;
        writeln!(
            out,
            "Feature::new({:?}, {}), // {old}, {:.1} %, {:.5}",
            fitted.feature.name,
            fitted.weight.round(),
            100.0 * fitted.share,
            fitted.importance
        )?;
    }
    // To stderr, so that stdout is reproducible.
    let _ = writeln!(std::io::stderr(), "{:.0} s", begun.elapsed().as_secs_f64());
    if played < matches { Err(CliError::Interrupted) } else { Ok(()) }
}
