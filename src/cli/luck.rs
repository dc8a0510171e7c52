//! The report of a whole match: how it stood after each ply, where it turned, and what of it was luck.

use std::io::Write;

use super::CliError;
use super::analyse::{AnalyseArgs, told};
use crate::play::{self, MatchReport, Replay, Share};

pub(super) fn report(args: &AnalyseArgs, mut replay: Replay, out: &mut impl Write) -> Result<(), CliError> {
    let mut analyses = Vec::new();
    for actions in 0..=replay.len() {
        replay.go_to(actions);
        let found = play::analyse(replay.game(), args.limits(0.2), 1, &|| false);
        analyses.push(found.map_err(|error| CliError::Usage(error.to_string()))?);
    }
    let report = MatchReport::new(replay.game(), replay.outcome(), &analyses);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        return Ok(writeln!(out)?);
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
            told(ply.value, ply.win),
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
        let Share { luck, lost, decisions, throws } = share;
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
