//! Matches to other programs and from them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::values::whole;
use super::{CliError, source};
use crate::play::{self, PlayError};
use crate::record::{Journal, Pgn, RecordError};

#[derive(Args, Debug)]
pub(super) struct ExportArgs {
    /// The match file; `-` reads standard input
    pub file: PathBuf,
    /// The PGN file to write [default: standard output]
    #[arg(short, long, value_name = "OUT.pgn")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct ImportArgs {
    /// The PGN file; `-` reads standard input
    pub file: PathBuf,
    /// Which of its games, from 1 [default: the only one]
    #[arg(long, value_name = "N", value_parser = whole(1..=usize::MAX, 2), allow_negative_numbers = true)]
    pub number: Option<usize>,
    /// The new match file [default: standard output]
    #[arg(short, long, value_name = "OUT.jsonl")]
    pub out: Option<PathBuf>,
}

pub(super) fn export(args: &ExportArgs, out: &mut impl Write) -> Result<(), CliError> {
    let text = play::export(&source::replay(&args.file)?).to_string();
    write(args.out.as_deref(), &text, out)
}

pub(super) fn import(args: &ImportArgs, out: &mut impl Write) -> Result<(), CliError> {
    let (name, bytes) = source::read(&args.file)?;
    // Older programs write Latin-1, whose letters are the first of Unicode.
    let text =
        String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect());
    let file = Path::new(&name);
    let wrong = |error: crate::engine::TextError| RecordError::field(file, error.field, error.expected, &error.found);
    let games = Pgn::parse(&text).map_err(wrong).map_err(PlayError::from)?;
    let number = match (args.number, games.len()) {
        (None, 2..) => {
            let error = format!("{name} holds {} games; choose one with --number, as --number 1", games.len());
            return Err(CliError::Usage(error));
        }
        (number, _) => number.unwrap_or(1),
    };
    let Some(pgn) = games.get(number - 1) else {
        let error = format!("{name}: expected game {number}, found {} games", games.len());
        return Err(CliError::Usage(error));
    };
    let record = play::import(file, pgn).map_err(PlayError::from)?;
    match &args.out {
        Some(file) => {
            let mut journal = Journal::create(file, &record).map_err(PlayError::from)?;
            Ok(journal.flush().map_err(PlayError::from)?)
        }
        None => Ok(out.write_all(record.to_text()?.as_bytes())?),
    }
}

/// Writes a text into a file, or to standard output.
pub(super) fn write(file: Option<&Path>, text: &str, out: &mut impl Write) -> Result<(), CliError> {
    match file {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(file) => fs::write(file, text)
            .map_err(|error| CliError::Usage(format!("{}: cannot be written: {error}", file.display()))),
    }
}
