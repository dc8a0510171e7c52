//! Tournaments between bots.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::net::NetArgs;
use crate::arena::{self, Player, Report, Run, Shard, Sprt, Standing, Statistics, Tournament};
use crate::cli::shared_args::GameArgs;
use crate::cli::source;
use crate::cli::values::{name, seed, whole};
use crate::cli::{CliError, interruption};

/// The most faults of other programs that are printed one by one.
const FAULTS: usize = 10;

#[derive(Args, Debug)]
pub(in crate::cli) struct ArenaArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The player whose score is counted: random, greedy, 1 to 8, max, or with limits, as search:nodes=10000; in chess also another program,
    /// as 'uci:stockfish' or 'uci:nodes=10000 option.Hash=64 ./engine --flag'
    pub a: Player,
    /// The opponent
    pub b: Player,
    /// Matches, an even number: with each opening each bot has each side once
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(2..=10_000_000u64, 200), allow_negative_numbers = true)]
    pub matches: u64,
    /// What openings, dice and bots are drawn from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Matches at the same time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole(1..=4096u64, 4), allow_negative_numbers = true)]
    pub threads: Option<u64>,
    /// Stop once it is clear, with an error of 5 %, whether A is E0 or E1 Elo stronger
    #[arg(long, value_name = "E0,E1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Play only part K of M, for another machine; all of its matches count, with --sprt too
    #[arg(long, value_name = "K/M", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Keep the results in this file; pairs already in it are not played again
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Keep a match file of every match in this folder
    #[arg(long, value_name = "FOLDER")]
    pub record: Option<PathBuf>,
    /// With --record: the tournament or occasion, for the match files
    #[arg(long, value_name = "EVENT", value_parser = name, requires = "record")]
    pub event: Option<String>,
    #[command(flatten)]
    pub net: NetArgs,
    /// Play nothing: put the results in these files together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "record", "threads"])]
    pub merge: Vec<PathBuf>,
}

pub(in crate::cli) fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), CliError> {
    args.net.apply(args.game.game, &args.game.set)?;
    let tournament = Tournament {
        info: args.game.game,
        options: source::options(args.game.game, &args.game.set)?,
        a: args.a.clone(),
        b: args.b.clone(),
        pairs: args.matches.div_ceil(2),
        seed: args.seed,
        sprt: args.sprt,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        record: args.record.clone(),
        event: args.event.clone(),
    };
    if args.merge.is_empty() {
        return play(args, &tournament, out);
    }
    let report = arena::merge(&tournament, &args.merge)?;
    if let Some(file) = &args.json {
        report.write(file)?;
    }
    summary(&report, out)
}

/// Plays and reports, when interrupted on the pairs that were over by then.
fn play(args: &ArenaArgs, tournament: &Tournament, out: &mut impl Write) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let own = (0..tournament.pairs).filter(|&pair| tournament.shard.has(pair)).count() as u64;
    // Hidden by itself where stderr is no terminal.
    let bar = ProgressBar::new(2 * own).with_style(style());
    bar.tick();
    let interrupted = interruption("the results will be lost but for those that --json has saved");
    let run = Run {
        threads: args.threads.map_or(cores, |threads| threads as usize),
        file: args.json.as_deref(),
        stop: &|| interrupted.load(Ordering::Relaxed),
        each: &mut |standing: &Standing| {
            bar.set_position(standing.matches);
            bar.set_message(score(standing.results, &standing.statistics()));
        },
    };
    let report = run.play(tournament)?;
    bar.finish_and_clear();
    let interrupted = interrupted.load(Ordering::Relaxed);
    if interrupted {
        writeln!(out, "INTERRUPTED: only the first {} of {} matches", report.matches, 2 * own)?;
    }
    summary(&report, out)?;
    if interrupted { Err(CliError::Interrupted) } else { Ok(()) }
}

pub(super) fn summary(report: &Report, out: &mut impl Write) -> Result<(), CliError> {
    let Report { game, a, b, matches, wins, draws, losses, .. } = report;
    writeln!(out, "{game}: {a} against {b}, {matches} matches")?;
    writeln!(out, "  {}", score([*wins, *draws, *losses], &Statistics::of_counts(report.pairs)))?;
    writeln!(out, "  pairs with 0, 0.5, 1, 1.5, 2 points: {:?}", report.pairs)?;
    writeln!(out, "  likelihood of superiority {:.1} %", 100.0 * report.los)?;
    if let (Some(llr), Some(sprt), Some(decision)) = (report.llr, report.sprt, report.decision) {
        writeln!(out, "  log likelihood ratio {llr:.2} for Elo {} against {}: {decision}", sprt.elo1, sprt.elo0)?;
    }
    for (end, count) in &report.ends {
        writeln!(out, "  {count:>6} {end}")?;
    }
    writeln!(out, "  {:.1} plies a match, {} nodes searched", report.mean_plies, report.nodes)?;
    writeln!(out, "  illegal actions: {}, crashes: {}", report.illegal, report.crashes)?;
    let matches = report.played.iter().flat_map(|pair| pair.matches.iter().map(move |one| (pair.pair + 1, one)));
    for (pair, fault) in matches.filter_map(|(pair, one)| Some((pair, one.fault.as_ref()?))).take(FAULTS) {
        writeln!(out, "  pair {pair}: {fault}")?;
    }
    Ok(())
}

/// The score from wins, draws and losses, and the Elo difference it implies.
fn score([wins, draws, losses]: [u64; 3], statistics: &Statistics) -> String {
    // Without the sign of a number that is rounded to zero.
    let (elo, error) = (statistics.elo().round() + 0.0, statistics.elo_error());
    let elo = match (elo.is_finite(), error.is_finite()) {
        (true, true) => format!("{elo:+.0} Elo, error {error:.0}"),
        (true, false) => format!("{elo:+.0} Elo"),
        _ => "Elo without bound".to_string(),
    };
    format!("won {wins}, drawn {draws}, lost {losses}: {:.1} %, {elo}", 100.0 * statistics.score)
}

fn style() -> ProgressStyle {
    let template = "{bar:30} {human_pos} of {human_len} matches, {eta} left; {msg}";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let parsed = text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.parse().ok()?, elo1.parse().ok()?)));
    match parsed {
        Some((elo0, elo1)) if elo0 < elo1 && f64::abs(elo0) <= 2_000.0 && f64::abs(elo1) <= 2_000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err("expected two differences of Elo, the smaller first, as 0,10".to_string()),
    }
}

pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match parsed {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err("expected K/M with K from 1 to M, as 2/8".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_claim_no_more_than_is_known() {
        let text = |results, pairs| score(results, &Statistics::of_counts(pairs));
        assert_eq!(text([1, 0, 1], [0, 0, 1, 0, 0]), "won 1, drawn 0, lost 1: 50.0 %, +0 Elo");
        assert_eq!(text([1, 1, 0], [0, 0, 0, 1, 0]), "won 1, drawn 1, lost 0: 75.0 %, +191 Elo");
        assert_eq!(text([2, 0, 0], [0, 0, 0, 0, 1]), "won 2, drawn 0, lost 0: 100.0 %, Elo without bound");
        // A score just below one half.
        let even = text([4999, 2, 5000], [0, 1, 4999, 0, 0]);
        assert!(even.contains("%, +0 Elo, error 0"), "{even}");
    }
}
