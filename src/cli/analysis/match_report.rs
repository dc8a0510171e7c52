//! The report on a match: the evaluation after each turn, the turning points, and the shares of
//! luck and errors.

use std::io::Write;

use super::score::in_words;
use crate::bots::Limits;
use crate::cli::CliError;
use crate::cli::json::json;
use crate::engine::{DynGame, Side};
use crate::play::{self, AnalysedPly, MatchReport, Replay, SideSummary};

/// Prints the report on a match. Each ply is analysed within `limits`.
pub(in crate::cli) fn report(
    limits: Limits,
    as_json: bool,
    mut replay: Replay,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let report = examine(limits, &mut replay)?;
    if as_json {
        return json(&report, out);
    }
    replay.go_to(0);
    write(&report, replay.game(), out)
}

/// Analyses every position of a match within `limits`. Leaves the replay at the last one.
pub(in crate::cli) fn examine(limits: Limits, replay: &mut Replay) -> Result<MatchReport, CliError> {
    let mut analyses = Vec::new();
    for actions in 0..=replay.len() {
        replay.go_to(actions);
        let found = play::analyse(replay.game(), limits, 1, &|| false);
        analyses.push(found.map_err(|error| CliError::Usage(error.to_string()))?);
    }
    Ok(MatchReport::new(replay.game(), replay.outcome(), &analyses))
}

/// Writes a report as text. `start` is the match at its start.
fn write(report: &MatchReport, start: &dyn DynGame, out: &mut impl Write) -> Result<(), CliError> {
    let info = start.info();
    let mut game = start.boxed();
    let numbers = turn_numbers(report, start);
    let luck_header = if info.dice { "    luck" } else { "" };
    writeln!(out, "move   for White             {luck_header}    lost  played")?;
    for (ply, number) in report.plies.iter().zip(&numbers) {
        let (played, better) = in_notation(ply, &mut *game);
        let better = better.map_or_else(String::new, |better| format!("  (better: {better})"));
        let luck = if info.dice { format!("  {:>+6.1}", 100.0 * ply.luck) } else { String::new() };
        let (value, lost) = (in_words(ply.value, info), 100.0 * ply.lost);
        writeln!(out, "{number:<6} {value:<22}{luck}  {lost:>6.1}  {}{better}", played.join(" "))?;
    }
    writeln!(out)?;
    if !report.turning_points.is_empty() {
        let turns: Vec<_> = report.turning_points.iter().filter_map(|ply| numbers.get(ply.checked_sub(1)?)).collect();
        let turns: Vec<_> = turns.into_iter().map(String::as_str).collect();
        writeln!(out, "turning points: {}", turns.join(" "))?;
    }
    for (name, share) in [("White", report.white), ("Black", report.black)] {
        let SideSummary { luck, lost, decisions, throws } = share;
        let luck =
            if info.dice { format!("luck {:+.1} % from {throws} throws, ", 100.0 * luck) } else { String::new() };
        writeln!(out, "{name}: {luck}{:.1} % lost in {decisions} decisions", 100.0 * lost)?;
    }
    writeln!(out, "outcome: {}", report.outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string()))?;
    Ok(())
}

/// The numbers of the turns. A turn of White and the following one of Black share a number: `3.`
/// and `3…`.
fn turn_numbers(report: &MatchReport, start: &dyn DynGame) -> Vec<String> {
    let mut next = play::first_move_number(start);
    let number = |ply: &AnalysedPly| match ply.side {
        Side::White => format!("{next}."),
        Side::Black => {
            next = next.saturating_add(1);
            format!("{}…", next - 1)
        }
    };
    report.plies.iter().map(number).collect()
}

/// The actions of a turn and the better one, if any, in short notation. Plays the turn.
fn in_notation(ply: &AnalysedPly, game: &mut dyn DynGame) -> (Vec<String>, Option<String>) {
    let mut better = None;
    let played = ply.actions.iter().map(|action| {
        // At the action where the better one was legal.
        better = better.take().or_else(|| game.notation(ply.better.as_deref()?));
        let notation = game.notation(action).unwrap_or_else(|| action.clone());
        // Actions of a match are legal.
        let _ = game.apply(action);
        notation
    });
    let played = played.collect();
    (played, better)
}
