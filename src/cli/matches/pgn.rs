//! The commands for exchanging matches as PGN.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::output::{check_outputs, output_file, write};
use crate::cli::shared_args::NumberArgs;
use crate::cli::values::whole;
use crate::cli::words::counted;
use crate::cli::{CliError, progress, source};
use crate::play::{self, ImportedGame, PlayError};
use crate::record::{Journal, Pgn, Record, RecordError};

#[derive(Args, Debug)]
pub(in crate::cli) struct ExportArgs {
    /// The match file or PGN file; `-` reads standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub number: NumberArgs,
    /// The PGN file to write [default: standard output]
    #[arg(short, long, value_name = "OUT.pgn", value_parser = output_file())]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ImportArgs {
    /// The PGN file; `-` reads standard input
    pub file: PathBuf,
    /// The number of the game, from 1 [default: all games]
    #[arg(long = "game", alias = "number", value_name = "N", value_parser = whole(1..=usize::MAX, 2), allow_negative_numbers = true)]
    pub number: Option<usize>,
    /// The new match file, or a folder for a file per game, NAME-0001.jsonl and so on [default:
    /// standard output]
    #[arg(short, long, value_name = "OUT.jsonl|FOLDER", value_parser = output_file())]
    pub out: Option<PathBuf>,
}

pub(in crate::cli) fn export(args: &ExportArgs, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(file) = &args.out {
        check_outputs(&[("the match file", &args.file)], &[("--out", file)])?;
    }
    let text = play::export(&source::replay(&args.file, args.number)?).to_string();
    write(args.out.as_deref(), &text, out)
}

pub(in crate::cli) fn import(args: &ImportArgs, out: &mut impl Write) -> Result<(), CliError> {
    let (name, bytes) = source::read(&args.file)?;
    let text = play::pgn_text(Path::new(&name), bytes).map_err(PlayError::from)?;
    let file = Path::new(&name);
    let games = Pgn::games(&text).count();
    if games == 0 {
        return Err(CliError::Usage(format!("{name} holds no game")));
    }
    let number = match args.number {
        None if games > 1 || args.out.as_deref().is_some_and(is_folder) => {
            let Some(folder) = &args.out else {
                let error = format!(
                    "{name} holds {games} games; choose one with --game, such as --game 1, or import all with --out FOLDER"
                );
                return Err(CliError::Usage(error));
            };
            return import_all(file, &text, games, folder, out);
        }
        number => number.unwrap_or(1),
    };
    let Some(game) = play::read_games(file, &text).nth(number - 1) else {
        let error = format!("{name}: expected game {number}, found {games} games");
        return Err(CliError::Usage(error));
    };
    let game = game.map_err(PlayError::from)?;
    warn(file, number, &game);
    let record = game.record;
    match &args.out {
        Some(file) => create(file, &record),
        None => Ok(out.write_all(record.to_text()?.as_bytes())?),
    }
}

/// Whether a path names a folder: an existing one, or a new one with a trailing slash.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Writes a match file for each game, named after the PGN file and the number of the game. A game
/// that cannot be read, or whose file exists, is reported and skipped.
fn import_all(file: &Path, text: &str, games: usize, folder: &Path, out: &mut impl Write) -> Result<(), CliError> {
    fs::create_dir_all(folder)
        .map_err(|error| CliError::Usage(format!("{}: cannot be created: {error}", folder.display())))?;
    let stem = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
    let mut failed = 0;
    let bar = progress::bar(games as u64, "{bar:40} {human_pos} of {human_len} games, {eta} left");
    for (number, game) in (1..).zip(play::read_games(file, text)) {
        let to = folder.join(format!("{stem}-{number:04}.jsonl"));
        let created = game.map_err(|error| PlayError::from(error).into()).and_then(|game| {
            bar.suspend(|| warn(file, number, &game));
            create(&to, &game.record)
        });
        match created {
            Ok(()) => {}
            // If one file cannot be written, neither can the next ones.
            Err(error @ CliError::Play(PlayError::Record(RecordError::Write { .. }))) => return Err(error),
            Err(error) => {
                failed += 1;
                bar.suspend(|| _ = writeln!(io::stderr(), "game {number}: {error}"));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if failed > 0 {
        let file = file.display();
        return Err(CliError::Usage(format!("{file}: {failed} of {} cannot be imported", counted(games, "game"))));
    }
    Ok(writeln!(out, "{} imported", counted(games, "game"))?)
}

/// Prints the reason why a game is incomplete, and what was ignored.
fn warn(file: &Path, number: usize, game: &ImportedGame) {
    for why in game.cut_short.iter().chain(&game.warnings) {
        source::note(format_args!("warning: {}: game {number}: {why}", file.display()));
    }
}

fn create(file: &Path, record: &Record) -> Result<(), CliError> {
    let mut journal = Journal::create(file, record).map_err(PlayError::from)?;
    Ok(journal.flush().map_err(PlayError::from)?)
}
