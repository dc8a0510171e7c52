//! The command for contests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{ArgGroup, Args};

use super::conditions::ConditionArgs;
use super::net::NetArgs;
use super::summary::{score, standings, summary};
use crate::arena::{self, Conditions, Contest, Contestant, Pairing, Run, Shard, Sprt, Standing};
use crate::cli::output::{NamedFile, check_outputs, output_file};
use crate::cli::shared_args::GameArgs;
use crate::cli::source;
use crate::cli::values::{name, seed, whole};
use crate::cli::{CliError, interruption, progress};

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("kept").args(["record", "pgn"]).multiple(true))]
pub(in crate::cli) struct ArenaArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The players: random, greedy, 1 to 8, max, or with limits, such as search:nodes=10000; or a
    /// UCI engine, such as 'uci:stockfish' or 'uci:nodes=10000 option.Hash=64 ./engine --flag'.
    /// With two players, the score is the first player's; with more, each plays each
    #[arg(required = true, num_args = 1.., value_name = "PLAYER")]
    pub players: Vec<Contestant>,
    /// Only the first player, or the first N, play against each of the others
    #[arg(long, value_name = "N", value_parser = whole(1..=63usize, 2), num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub gauntlet: Option<usize>,
    /// The even number of matches of two players: with each opening, each plays each side once
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = even, allow_negative_numbers = true)]
    pub matches: u64,
    #[command(flatten)]
    pub conditions: ConditionArgs,
    /// The seed of random openings, their order, dice and bots
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Matches in parallel [default: one per core]
    #[arg(long, value_name = "T", value_parser = whole(1..=4096u64, 4), allow_negative_numbers = true)]
    pub threads: Option<u64>,
    /// Stop once it is decided, with an error of 5 %, whether A is E0 or E1 Elo stronger
    #[arg(long, value_name = "E0,E1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Play only part K of M, for distribution over machines; all of its matches are played, even
    /// with --sprt
    #[arg(long, value_name = "K/M", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Keep the results in this file; pairs already in it are not played again. With more than two
    /// players, the results of the first and the second are in NAME-1-2.json, and so on
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub json: Option<PathBuf>,
    /// Keep a match file of every match in this folder; with more than two players, in subfolders
    /// 1-2 and so on. The dice are instant; `watch --headless --record` also records throws
    #[arg(long, value_name = "FOLDER", value_parser = output_file())]
    pub record: Option<PathBuf>,
    /// In chess, append every match to this PGN file, with scores, depths and times as comments
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub pgn: Option<PathBuf>,
    /// With --record or --pgn: the name of a player, in the order of the players; may be repeated
    /// [default: the name of the bot, such as Badger for 5, or the name that an engine gives
    /// itself]
    #[arg(long, value_name = "NAME", value_parser = name, requires = "kept")]
    pub name: Vec<String>,
    /// With --record or --pgn: the tournament or occasion
    #[arg(long, value_name = "EVENT", value_parser = name, requires = "kept")]
    pub event: Option<String>,
    #[command(flatten)]
    pub net: NetArgs,
    /// Play nothing; merge the results in these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "record", "pgn", "threads"])]
    pub merge: Vec<PathBuf>,
}

pub(in crate::cli) fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), CliError> {
    // Not checked while parsing, since players may stand on both sides of an option.
    if !(2..=64).contains(&args.players.len()) {
        return Err(CliError::Usage(format!("PLAYER: expected 2 to 64 players, found {}", args.players.len())));
    }
    let several = args.players.len() > 2;
    for (option, given) in [("--sprt", args.sprt.is_some()), ("--merge", !args.merge.is_empty())] {
        if several && given {
            return Err(CliError::Usage(format!("{option} needs two players, found {}", args.players.len())));
        }
    }
    if let Some(first) = args.gauntlet.filter(|first| *first >= args.players.len()) {
        let error = format!(
            "--gauntlet={first}: expected a number below the number of players, found {first} of {}",
            args.players.len()
        );
        return Err(CliError::Usage(error));
    }
    if args.name.len() > args.players.len() {
        let (names, players) = (args.name.len(), args.players.len());
        return Err(CliError::Usage(format!("--name: expected at most {players}, one for each player, found {names}")));
    }
    let names: Vec<_> = (0..args.players.len()).filter_map(|player| name_of(args, player)).collect();
    // Equal players with equal names would have the same matches in PGN.
    if let Some(equal) = names.iter().enumerate().find_map(|(i, name)| names[..i].contains(name).then_some(name)) {
        return Err(CliError::Usage(format!(
            "--name: expected a different name for each player, found {equal:?} twice"
        )));
    }
    check_files(args)?;
    let options = source::options(args.game.game, &args.game.set)?;
    let conditions = args.conditions.read(args.game.game, &options, args.seed)?;
    let conditions = Conditions { net: args.net.apply(args.game.game, &options)?, ..conditions };
    let held = |[a, b]: [usize; 2]| {
        // With several players, each pairing has its own files.
        let own = several.then(|| format!("{}-{}", a + 1, b + 1));
        PairingRun {
            players: [a, b],
            file: args.json.as_ref().map(|file| own.as_ref().map_or(file.clone(), |own| beside(file, own))),
            contest: Contest {
                info: args.game.game,
                options: options.clone(),
                a: args.players[a].clone(),
                b: args.players[b].clone(),
                pairs: args.matches / 2,
                seed: args.seed,
                conditions: conditions.clone(),
                sprt: args.sprt,
                shard: args.shard.unwrap_or(Shard::WHOLE),
                record: args.record.as_ref().map(|folder| own.as_ref().map_or(folder.clone(), |own| folder.join(own))),
                pgn: args.pgn.clone(),
                event: args.event.clone(),
                names: [a, b].map(|player| name_of(args, player)),
            },
        }
    };
    let all: Vec<_> = arena::pairings(args.players.len(), args.gauntlet).into_iter().map(held).collect();
    if several {
        // Before the first contest starts.
        for PairingRun { contest, file, .. } in &all {
            arena::check(contest)?;
            file.as_ref().map(|file| arena::read(contest, file)).transpose()?;
        }
    }
    if args.merge.is_empty() {
        return play(args, &all, out);
    }
    let report = arena::merge(&all[0].contest, &args.merge)?;
    if let Some(file) = &args.json {
        report.write(&all[0].contest, file)?;
    }
    summary(&report, out)
}

/// Checks that no output file is also an input or another output.
fn check_files(args: &ArenaArgs) -> Result<(), CliError> {
    fn named<'a>(option: &'static str, file: Option<&'a PathBuf>) -> impl Iterator<Item = NamedFile<'a>> {
        file.into_iter().map(move |file| (option, file.as_path()))
    }
    let merged = args.merge.iter().map(|file| ("--merge", file.as_path()));
    let openings = named("--openings", args.conditions.openings.as_ref());
    let inputs: Vec<_> = openings.chain(named("--net", args.net.net.as_ref())).chain(merged).collect();
    let outputs: Vec<_> = named("--json", args.json.as_ref()).chain(named("--pgn", args.pgn.as_ref())).collect();
    check_outputs(&inputs, &outputs)
}

/// The given name of a player, or one that distinguishes it from an equal player.
fn name_of(args: &ArenaArgs, number: usize) -> Option<String> {
    let player = &args.players[number];
    let equal = args.players.iter().filter(|other| *other == player).count() > 1;
    args.name.get(number).cloned().or_else(|| equal.then(|| format!("{} {}", player.name(), number + 1)))
}

/// A contest between two of the players.
struct PairingRun {
    /// The players' numbers, from 0.
    players: [usize; 2],
    contest: Contest,
    /// The file of results.
    file: Option<PathBuf>,
}

/// `results-1-2.json` for `results.json`.
fn beside(file: &Path, own: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
    let end = file.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    file.with_file_name(format!("{stem}-{own}{end}"))
}

/// Plays the contests and reports on completed pairs, even if interrupted.
fn play(args: &ArenaArgs, all: &[PairingRun], out: &mut impl Write) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let own = |contest: &Contest| 2 * (0..contest.pairs).filter(|&pair| contest.shard.has(pair)).count() as u64;
    // The bar is hidden if stderr is not a terminal.
    let bar = progress::bar(
        all.iter().map(|held| own(&held.contest)).sum(),
        "{bar:30} {human_pos} of {human_len} matches, {eta} left; {msg}",
    );
    bar.tick();
    let interrupted = interruption("the results will be lost, except those saved by --json");
    let mut played = Vec::new();
    for PairingRun { players, contest, file } in all {
        let before: u64 = played.iter().map(|pairing: &Pairing| pairing.report.matches).sum();
        let run = Run {
            threads: args.threads.map_or(cores, |threads| threads as usize),
            file: file.as_deref(),
            stop: &|| interrupted.load(Ordering::Relaxed),
            on_pair: &mut |standing: &Standing| {
                bar.set_position(before + standing.matches);
                bar.set_message(score(standing.results, &standing.statistics()));
            },
        };
        let report = run.play(contest)?;
        let stopped = interrupted.load(Ordering::Relaxed);
        bar.suspend(|| -> Result<(), CliError> {
            if stopped {
                let (matches, own) = (report.matches, own(contest));
                writeln!(out, "INTERRUPTED: only {matches} of {own} matches")?;
            }
            summary(&report, out)
        })?;
        played.push(Pairing { players: *players, report });
        if stopped {
            break;
        }
    }
    bar.finish_and_clear();
    if all.len() > 1 {
        standings(&args.players, &played, out)?;
    }
    if interrupted.load(Ordering::Relaxed) { Err(CliError::Interrupted) } else { Ok(()) }
}

/// A number of matches, with two for each opening.
fn even(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number: &u64| (2..=10_000_000).contains(number) && number.is_multiple_of(2));
    number.ok_or_else(|| "expected an even number from 2 to 10000000, such as 200".to_string())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let parsed = text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.parse().ok()?, elo1.parse().ok()?)));
    match parsed {
        Some((elo0, elo1)) if elo0 < elo1 && f64::abs(elo0) <= 2_000.0 && f64::abs(elo1) <= 2_000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err("expected two Elo differences, the smaller first, such as 0,10".to_string()),
    }
}

pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(number, of)| Shard::new(number.parse().ok()?, of.parse().ok()?));
    parsed.ok_or_else(|| "expected K/M with K from 1 to M, such as 2/8".to_string())
}
