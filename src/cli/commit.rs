//! The command to commit to the dice of a match.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use super::output::output_file;
use crate::play::Secret;

#[derive(Args, Debug)]
pub(super) struct CommitArgs {
    /// The new file that keeps the secret
    #[arg(value_parser = output_file())]
    pub file: PathBuf,
}

pub(super) fn commit(args: &CommitArgs, out: &mut impl Write) -> Result<(), CliError> {
    let secret = Secret::random()?;
    secret.write(&args.file)?;
    writeln!(out, "commitment: {}", secret.hash())?;
    Ok(writeln!(out, "secret: kept in {}; show it to nobody before the match is over", args.file.display())?)
}
