//! Checks a match file.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::tell::json;
use super::{CliError, source};
use crate::play::{self, Verified};

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// The match file; `-` reads standard input
    pub file: PathBuf,
    /// Print JSON: `file`, `game`, `holds`, the numbers of `actions`, of `throws`, of those `simulated` anew, of those that follow
    /// `from_seed` and of rolls that are `without_throw`, `outcome` and `reason` (`null` if the match was left unfinished), and `faults`,
    /// one text for each thing that does not hold
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Report {
    file: String,
    game: &'static str,
    holds: bool,
    actions: usize,
    throws: usize,
    simulated: usize,
    from_seed: usize,
    without_throw: usize,
    outcome: Option<String>,
    reason: Option<&'static str>,
    faults: Vec<String>,
}

pub(super) fn verify(args: &VerifyArgs, out: &mut impl Write) -> Result<(), CliError> {
    let (file, record) = source::record(&args.file)?;
    let Verified { info, actions, throws, simulated, from_seed, without_throw, outcome, faults } =
        play::verify(Path::new(&file), &record)?;
    let report = Report {
        game: info.id,
        holds: faults.is_empty(),
        actions,
        throws,
        simulated,
        from_seed,
        without_throw,
        outcome: outcome.map(|outcome| outcome.to_string()),
        reason: outcome.map(|outcome| outcome.reason.words()),
        faults: faults.iter().map(ToString::to_string).collect(),
        file,
    };
    if args.json {
        json(&report, out)?
    } else {
        report.write(out)?
    }
    match report.faults.len() {
        0 => Ok(()),
        faults => Err(CliError::DoesNotHold { file: report.file, faults }),
    }
}

impl Report {
    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        let Report { file, game, actions, throws, simulated, from_seed, without_throw, .. } = self;
        writeln!(out, "{file}: {game}, {actions} actions, {throws} throws")?;
        writeln!(out, "  {simulated} throws simulated anew, {from_seed} follow from the seed")?;
        if *without_throw > 0 {
            writeln!(out, "  {without_throw} rolls without a throw, which nothing proves")?;
        }
        match (&self.outcome, self.reason) {
            (Some(outcome), Some(reason)) => writeln!(out, "  outcome: {outcome} ({reason})")?,
            _ => writeln!(out, "  outcome: ongoing")?,
        }
        for fault in &self.faults {
            writeln!(out, "does not hold: {fault}")?;
        }
        if self.holds {
            writeln!(out, "holds: the rules, the hashes, the throws and the result")?;
        }
        Ok(())
    }
}
