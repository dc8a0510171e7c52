//! Analyses a position or a match.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::match_report;
use super::score::{for_white, in_words, pawns, win_in};
use crate::bots::{Explanation, Limits, MAX_HASH, Term, win_probability};
use crate::cli::CliError;
use crate::cli::input::source::{Source, SourceArgs};
use crate::cli::input::values::{seconds, whole};
use crate::cli::json::json;
use crate::engine::{DynGame, Side, Turn};
use crate::platform::clock::{Duration, Instant};
use crate::play::{self, AnalysedLine};

#[derive(Args, Debug)]
#[command(
    mut_arg("what", |arg| arg.value_name("GAME|FILE")),
    mut_arg("ply", |arg| arg.help("With a match file: after this many plies [default: a report on the whole match]")),
)]
pub(in crate::cli) struct AnalyseArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    /// Search at most this many positions
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX, 300_000), allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Think for at most this many seconds [default: 5, or 0.2 per action of a match]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Search at most this many decisions ahead
    #[arg(long, value_name = "D", value_parser = whole(1..=100u32, 6), allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// Number of best lines to show
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = whole(1..=500u64, 3), allow_negative_numbers = true)]
    pub lines: u64,
    /// At most this many megabytes for the transposition table [default: 64]
    #[arg(long, value_name = "MB", value_parser = whole(1..=MAX_HASH, 64), allow_negative_numbers = true)]
    pub hash: Option<u32>,
    /// Number of threads; results are reproducible with one thread and without --time
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole(1..=512u32, 2), allow_negative_numbers = true)]
    pub threads: u32,
    /// Print the analysis as JSON
    #[arg(long)]
    pub json: bool,
}

/// The analysis of a position, as JSON.
#[derive(Serialize)]
pub(in crate::cli) struct Analysis {
    position: String,
    /// The side to act; `null` when the match is over.
    side: Option<String>,
    /// The value for that side, centipawns.
    value: i32,
    /// Its expected score, 0 to 1: a win is 1, a draw 1/2.
    win: f64,
    /// The number of actions to a forced win, negative to a forced loss; `null` if none was found.
    win_in: Option<i32>,
    depth: u32,
    nodes: u64,
    nodes_per_second: f64,
    lines: Vec<LineOut>,
    /// The faces of a due die.
    faces: Vec<FaceOut>,
    /// The static evaluation; `null` when the match is over.
    evaluation: Option<EvaluationOut>,
}

/// The static evaluation for White, centipawns.
#[derive(Serialize)]
struct EvaluationOut {
    hand: i32,
    /// `null` if the game has no net.
    net: Option<i32>,
    /// The non-zero terms of the hand-written evaluation, largest values first.
    terms: Vec<TermOut>,
}

#[derive(Serialize)]
struct TermOut {
    name: &'static str,
    /// White's count minus Black's.
    count: i32,
    weight: i32,
    value: i32,
}

#[derive(Serialize)]
struct LineOut {
    actions: Vec<String>,
    value: i32,
    win: f64,
    win_in: Option<i32>,
    depth: u32,
}

#[derive(Serialize)]
struct FaceOut {
    action: String,
    probability: f64,
    value: i32,
    win: f64,
}

pub(in crate::cli) fn analyse(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), CliError> {
    let game = match args.source.open()? {
        Source::Game(game) => game,
        Source::Match(replay) if args.source.ply.is_none() => {
            return match_report::report(args.limits(0.2), args.json, *replay, out);
        }
        Source::Match(replay) => replay.game().boxed(),
    };
    let analysis = examine(&*game, args.limits(5.0), args.lines as usize)?;
    if args.json {
        return json(&analysis, out);
    }
    analysis.write(&*game, out)
}

impl AnalyseArgs {
    /// The given limits, or else a limit of `seconds`.
    pub fn limits(&self, seconds: f64) -> Limits {
        let unlimited = self.nodes.is_none() && self.depth.is_none() && self.time.is_none();
        let time = if unlimited { Some(seconds) } else { self.time };
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            time: time.map(|seconds| (1000.0 * seconds) as u64),
            hash: self.hash,
            threads: self.threads,
            ..Limits::default()
        }
    }
}

/// Analyses the current position of a match.
fn examine(game: &dyn DynGame, limits: Limits, lines: usize) -> Result<Analysis, CliError> {
    let begun = Instant::now();
    let found = play::analyse(game, limits, lines, &|| false).map_err(|error| CliError::Usage(error.to_string()))?;
    Ok(Analysis::new(game, &found, begun.elapsed()))
}

impl Analysis {
    fn new(game: &dyn DynGame, found: &play::Analysis, took: Duration) -> Analysis {
        let sides: u32 = found.faces.iter().map(|face| u32::from(face.weight)).sum();
        let faces = found.faces.iter().map(|face| FaceOut {
            action: face.action.clone(),
            probability: f64::from(face.weight) / f64::from(sides.max(1)),
            value: face.value,
            win: win_probability(face.value),
        });
        Analysis {
            position: game.text(),
            side: found.side.map(|side| side.to_string()),
            value: found.value,
            win: found.win_for(found.side.unwrap_or(Side::White)),
            win_in: win_in(found.value),
            depth: found.depth,
            nodes: found.nodes,
            nodes_per_second: found.nodes as f64 / took.as_secs_f64().max(1e-9),
            lines: found.lines.iter().map(LineOut::new).collect(),
            faces: faces.collect(),
            evaluation: play::explain(game).map(|found| EvaluationOut::new(&found)),
        }
    }

    /// Writes the analysis as text, with values for White and actions as short notations.
    fn write(&self, game: &dyn DynGame, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "{}", self.position)?;
        let (side, due) = match game.turn() {
            Turn::Decide(side) => (side, "to move"),
            Turn::Chance(side, _) => (side, "to roll"),
            Turn::Over(_) => return Ok(writeln!(out, "the game is over")?),
        };
        let words = |value: i32| in_words(for_white(value, side), game.info());
        let name = if side == Side::White { "White" } else { "Black" };
        writeln!(out, "{name} {due}, value for White: {}", words(self.value))?;
        for line in &self.lines {
            let actions = notations(game, &line.actions).join(" ");
            writeln!(out, "  {}, depth {}: {actions}", words(line.value), line.depth)?;
        }
        for FaceOut { action, probability, value, .. } in &self.faces {
            writeln!(out, "  {action}, {:.1} %: {}", 100.0 * probability, words(*value))?;
        }
        writeln!(out, "depth {}, {} positions, {:.0} a second", self.depth, self.nodes, self.nodes_per_second)?;
        match &self.evaluation {
            Some(evaluation) => evaluation.write(out),
            None => Ok(()),
        }
    }
}

/// The short notations of consecutive actions from a position.
fn notations(game: &dyn DynGame, actions: &[String]) -> Vec<String> {
    let mut game = game.boxed();
    let notation = |action: &String| {
        let notation = game.notation(action)?;
        game.apply(action).ok()?;
        Some(notation)
    };
    actions.iter().map_while(notation).collect()
}

impl EvaluationOut {
    fn new(found: &Explanation) -> EvaluationOut {
        let term =
            |term: &Term| TermOut { name: term.name, count: term.count, weight: term.weight, value: term.value() };
        EvaluationOut { hand: found.hand(), net: found.net, terms: found.terms.iter().map(term).collect() }
    }

    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        let net = self.net.map(|net| format!(", net {}", pawns(net))).unwrap_or_default();
        writeln!(out, "static evaluation for White: hand-written {}{net}", pawns(self.hand))?;
        for TermOut { name, count, value, .. } in &self.terms {
            writeln!(out, "  {} {name} ({count:+})", pawns(*value))?;
        }
        Ok(())
    }
}

impl LineOut {
    fn new(line: &AnalysedLine) -> LineOut {
        LineOut {
            actions: line.actions.clone(),
            value: line.value,
            win: win_probability(line.value),
            win_in: win_in(line.value),
            depth: line.depth,
        }
    }
}
