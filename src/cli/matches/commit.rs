//! The command to commit to the dice of a match.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::cli::output::output_file;
use crate::play::Secret;

#[derive(Args, Debug)]
pub(in crate::cli) struct CommitArgs {
    /// The new file for the secret
    #[arg(value_parser = output_file())]
    pub file: PathBuf,
}

pub(in crate::cli) fn commit(args: &CommitArgs, out: &mut impl Write) -> Result<(), CliError> {
    let secret = Secret::random()?;
    secret.write(&args.file)?;
    writeln!(out, "commitment: {}", secret.hash())?;
    Ok(writeln!(out, "secret: saved in {}; keep it private until the match is over", args.file.display())?)
}
