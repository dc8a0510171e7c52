//! The commands to list and check puzzles.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand};
use jiff::Zoned;

use super::make_puzzles::{MakeArgs, make};
use super::puzzle_file::parse;
use crate::cli::input::source;
use crate::cli::input::values::{game, whole};
use crate::cli::json::json;
use crate::cli::words::counted;
use crate::cli::{CliError, interruption, progress};
use crate::engine::GameInfo;
use crate::games;
use crate::puzzles::{self, Puzzle, Theme};

#[derive(Args, Debug)]
pub(in crate::cli) struct PuzzlesArgs {
    #[command(subcommand)]
    pub command: PuzzlesCommand,
}

#[derive(Subcommand, Debug)]
pub(in crate::cli) enum PuzzlesCommand {
    /// Make puzzles from matches of bots, or from recorded matches
    ///
    /// Each is found by a search and verified by another with 20 times as many nodes. The same
    /// arguments give the same file. An interrupted command keeps the puzzles found; run it again
    /// to continue.
    Make(MakeArgs),
    /// Solve puzzles again with 20 times the nodes, and print those with a different result
    ///
    /// Exits with code 1 if there are any.
    Check(CheckArgs),
    /// List puzzles
    List(ListArgs),
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CheckArgs {
    /// A game with built-in puzzles, or a file of puzzles [default: all games]
    #[arg(value_name = "GAME|FILE")]
    pub what: Vec<String>,
    /// Verify with 20 times this many nodes [default: the nodes with which each was made]
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000u64, 20_000), allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Check only against the rules, without a search
    #[arg(long, conflicts_with = "nodes")]
    pub rules: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ListArgs {
    /// Only puzzles of this game
    #[arg(value_parser = game)]
    pub game: Option<&'static GameInfo>,
    /// Only puzzles with this theme, such as fork
    #[arg(long, value_name = "T")]
    pub theme: Option<Theme>,
    /// Only the puzzle of the day of each game
    #[arg(long)]
    pub today: bool,
    /// Print JSON: each puzzle as in its file, `id`, `game`, `options`, `position`, `side`, `kind`
    /// (`win`, `save`, `gain` or `chance`), `solutions` with their `value` in centipawns and the
    /// `faces` of a die that follows, `other` (the value of the best wrong action), `line`,
    /// `themes`, `rating`, `check` and `source`
    #[arg(long)]
    pub json: bool,
}

pub(in crate::cli) fn puzzles(args: &PuzzlesArgs, out: &mut impl Write) -> Result<(), CliError> {
    match &args.command {
        PuzzlesCommand::Make(args) => make(args, out),
        PuzzlesCommand::Check(args) => check(args, out),
        PuzzlesCommand::List(args) => list(args, out),
    }
}

/// Reads the puzzles of a game or a file.
fn read(what: &str) -> Result<Vec<Puzzle>, CliError> {
    if games::info(what).is_ok() {
        return puzzles::shipped(what).map_err(|error| CliError::Usage(error.to_string()));
    }
    let (name, bytes) = source::read(Path::new(what))?;
    let text = String::from_utf8(bytes).map_err(|_| CliError::Usage(format!("{name}: not valid UTF-8")))?;
    let list = parse(&text).map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
    if list.is_empty() {
        return Err(CliError::Usage(format!("{name}: the file holds no puzzle")));
    }
    Ok(list)
}

fn check(args: &CheckArgs, out: &mut impl Write) -> Result<(), CliError> {
    let all = || games::ALL.iter().map(|info| info.id.to_string()).collect();
    let named = if args.what.is_empty() { all() } else { args.what.clone() };
    let lists = named.iter().map(|what| Ok((what, read(what)?))).collect::<Result<Vec<_>, CliError>>()?;
    let interrupted = interruption("nothing is changed");
    let stop = || interrupted.load(Ordering::Relaxed);
    let bar = progress::bar(
        lists.iter().map(|(_, list)| list.len() as u64).sum(),
        "{bar:40} {human_pos} of {human_len} puzzles, {eta} left",
    );
    let mut faults = 0;
    for (what, list) in &lists {
        let before = faults;
        for puzzle in list {
            let result = if args.rules {
                Some(puzzle.check_rules())
            } else {
                puzzles::make::recheck(puzzle, args.nodes.unwrap_or(puzzle.check.nodes), &stop)
            };
            match result {
                None => return Err(CliError::Interrupted),
                Some(Err(error)) => {
                    faults += 1;
                    bar.suspend(|| writeln!(out, "{error}"))?;
                }
                Some(Ok(())) => {}
            }
            bar.inc(1);
        }
        bar.suspend(|| writeln!(out, "{what}: {}, {} wrong", counted(list.len(), "puzzle"), faults - before))?;
    }
    bar.finish_and_clear();
    if faults == 0 { Ok(()) } else { Err(CliError::VerificationFailed { file: named.join(", "), faults }) }
}

fn list(args: &ListArgs, out: &mut impl Write) -> Result<(), CliError> {
    let listed = games::ALL.iter().filter(|info| args.game.is_none_or(|game| game.id == info.id));
    let today = Zoned::now().date();
    let mut all = Vec::new();
    for info in listed {
        let list = puzzles::shipped(info.id).map_err(|error| CliError::Usage(error.to_string()))?;
        let fits = |puzzle: &Puzzle| args.theme.is_none_or(|theme| puzzle.themes.contains(&theme));
        if args.today {
            all.extend(puzzles::of_the_day(&list, today).filter(|puzzle| fits(puzzle)).cloned());
        } else {
            all.extend(list.into_iter().filter(fits));
        }
    }
    if args.json {
        return json(&all, out);
    }
    for puzzle in &all {
        let themes = puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" ");
        writeln!(out, "{}\t{}\t{}\t{}", puzzle.id, puzzle.rating, puzzle.position, themes)?;
    }
    Ok(writeln!(out, "{}", counted(all.len(), "puzzle"))?)
}
