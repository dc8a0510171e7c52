//! The report of a whole match: the evaluation after each ply, the turning points and the share of luck.

use std::io::Write;

use super::score::in_words;
use crate::bots::Limits;
use crate::cli::CliError;
use crate::cli::json::json;
use crate::play::{self, MatchReport, Replay, SideSummary};

/// Prints the report of a match, of which each ply is analysed within these limits.
pub(in crate::cli) fn report(
    limits: Limits,
    as_json: bool,
    mut replay: Replay,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut analyses = Vec::new();
    for actions in 0..=replay.len() {
        replay.go_to(actions);
        let found = play::analyse(replay.game(), limits, 1, &|| false);
        analyses.push(found.map_err(|error| CliError::Usage(error.to_string()))?);
    }
    let report = MatchReport::new(replay.game(), replay.outcome(), &analyses);
    if as_json {
        return json(&report, out);
    }
    write(&report, out)
}

fn write(report: &MatchReport, out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "ply  side   for White                luck    lost  actions")?;
    for ply in &report.plies {
        let better = ply.better.as_ref().map_or_else(String::new, |better| format!("  (better: {better})"));
        writeln!(
            out,
            "{:>3}  {:<6} {:<22} {:>+6.1}  {:>6.1}  {}{better}",
            ply.ply,
            ply.side.to_string(),
            in_words(ply.value, ply.win),
            100.0 * ply.luck,
            100.0 * ply.lost,
            ply.actions.join(" "),
        )?;
    }
    writeln!(out)?;
    if !report.turning_points.is_empty() {
        let plies: Vec<_> = report.turning_points.iter().map(ToString::to_string).collect();
        writeln!(out, "turning points: plies {}", plies.join(", "))?;
    }
    for (name, share) in [("white", report.white), ("black", report.black)] {
        let SideSummary { luck, lost, decisions, throws } = share;
        writeln!(
            out,
            "{name}: luck {:+.1} % by {throws} throws, {:.1} % given away by {decisions} decisions",
            100.0 * luck,
            100.0 * lost,
        )?;
    }
    writeln!(out, "outcome: {}", report.outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string()))?;
    Ok(())
}
