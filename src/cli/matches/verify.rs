//! The command to verify a match file.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::cli::json::json;
use crate::cli::values::hash;
use crate::cli::words::{counted, of_file, without_controls};
use crate::cli::{CliError, source};
use crate::play::{self, Verified};
use crate::record::RecordError;

#[derive(Args, Debug)]
pub(in crate::cli) struct VerifyArgs {
    /// The match file; `-` reads standard input
    pub file: PathBuf,
    /// Print JSON: `file`, `game`, `holds` (whether it is valid), the numbers of `actions`,
    /// `throws`, throws `simulated` again, throws that follow `from_seed`, throws `not_simulated`
    /// because they are from `other_physics`, the versions named by the file, and rolls
    /// `without_throw`, the `commitment` (`null` if there is none), the `holder` of its secret
    /// (`null` if that was a player), `texts_hashed`, whether each player sent a hash of the text
    /// before any text was known, whether its secret is `revealed`, `outcome` and `reason` (`null`
    /// if the match was left unfinished), `unproved_clocks`, whether the file has times that cannot
    /// be fully checked, and `faults`, one text for each failed check
    #[arg(long)]
    pub json: bool,
    /// The commitment published before the match, which the file must match
    #[arg(long, value_name = "HASH", value_parser = hash)]
    pub commitment: Option<blake3::Hash>,
}

#[derive(Serialize)]
struct VerifyReport {
    file: String,
    game: &'static str,
    holds: bool,
    actions: usize,
    throws: usize,
    simulated: usize,
    from_seed: usize,
    not_simulated: usize,
    other_physics: Vec<String>,
    without_throw: usize,
    commitment: Option<String>,
    holder: Option<String>,
    texts_hashed: [bool; 2],
    revealed: bool,
    outcome: Option<String>,
    reason: Option<&'static str>,
    unproved_clocks: bool,
    faults: Vec<String>,
}

pub(in crate::cli) fn verify(args: &VerifyArgs, out: &mut impl Write) -> Result<(), CliError> {
    let reader = source::reader(&args.file)?;
    let file = reader.file().to_string_lossy().into_owned();
    let (verified, torn) = play::verify_file(reader)?;
    source::warn(torn.as_ref());
    let Verified {
        info,
        actions,
        throws,
        simulated,
        from_seed,
        not_simulated,
        other_physics,
        without_throw,
        commitment,
        holder,
        texts_hashed,
        revealed,
        outcome,
        unproved_clocks,
        mut faults,
    } = verified;
    if let Some(told) = args.commitment.map(|told| told.to_string())
        && commitment.as_ref() != Some(&told)
    {
        let found = commitment.as_deref().unwrap_or("none");
        faults.push(RecordError::field(
            Path::new(&file),
            "commitment, hash",
            format!("{told}, the given commitment"),
            found,
        ));
    }
    let report = VerifyReport {
        game: info.id,
        holds: faults.is_empty(),
        actions,
        throws,
        simulated,
        from_seed,
        not_simulated,
        other_physics: other_physics.into_iter().collect(),
        without_throw,
        commitment,
        holder,
        texts_hashed,
        revealed,
        outcome: outcome.map(|outcome| outcome.to_string()),
        reason: outcome.map(|outcome| outcome.reason.words()),
        unproved_clocks,
        faults: faults.iter().map(ToString::to_string).collect(),
        file,
    };
    if args.json {
        json(&report, out)?
    } else {
        report.write(out)?
    }
    match report.faults.len() {
        0 if report.not_simulated > 0 => Err(CliError::OtherPhysics {
            file: report.file,
            throws: report.not_simulated,
            physics: report.other_physics.join(", "),
        }),
        0 => Ok(()),
        faults => Err(CliError::VerificationFailed { file: report.file, faults }),
    }
}

impl VerifyReport {
    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        let VerifyReport { file, game, actions, throws, simulated, from_seed, without_throw, .. } = self;
        writeln!(out, "{file}: {game}, {}, {}", counted(*actions, "action"), counted(*throws, "throw"))?;
        let follow = if *from_seed == 1 { "follows" } else { "follow" };
        writeln!(out, "  {} simulated again, {from_seed} {follow} from the seed", counted(*simulated, "throw"))?;
        if self.not_simulated > 0 {
            let (throws, physics) = (self.not_simulated, self.other_physics.join(", "));
            let physics = of_file(physics);
            writeln!(out, "  {throws} thrown by another version of the physics ({physics}), which this build lacks")?;
        }
        if *without_throw > 0 {
            writeln!(out, "  {} without a throw, which cannot be verified", counted(*without_throw, "roll"))?;
        }
        match &self.commitment {
            None => writeln!(out, "  no commitment: the seed was known from the start")?,
            Some(hash) if self.revealed => writeln!(out, "  committed to {}, and revealed", of_file(hash))?,
            Some(hash) => {
                let hash = of_file(hash);
                writeln!(
                    out,
                    "  committed to {hash}, not revealed yet: throws can be checked against the seed only after the reveal"
                )?;
            }
        }
        if let Some(holder) = &self.holder {
            let hashed = match self.texts_hashed {
                [true, true] => "both players sent hashes of their texts before any text was known",
                [true, false] => "White sent a hash of the text before any text was known",
                [false, true] => "Black sent a hash of the text before any text was known",
                [false, false] => "neither player sent a hash before the texts were known",
            };
            writeln!(out, "  the secret was held by the {}, and {hashed}", of_file(holder))?;
        }
        match (&self.outcome, self.reason) {
            (Some(outcome), Some(reason)) => writeln!(out, "  outcome: {outcome} ({reason})")?,
            _ => writeln!(out, "  outcome: ongoing")?,
        }
        if self.unproved_clocks {
            writeln!(out, "  the times are from another program or an earlier version and are not fully checked")?;
        }
        for fault in &self.faults {
            writeln!(out, "invalid: {}", without_controls(fault))?;
        }
        if self.holds {
            let commitment = if self.revealed { ", the commitment" } else { "" };
            let throws = if self.not_simulated > 0 { "" } else { ", the throws" };
            writeln!(out, "valid: the rules, the hashes{throws}{commitment} and the result")?;
        }
        Ok(())
    }
}
