//! The input of a command: a game, one of its positions, or a recorded match.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;

use super::shared_args::{At, NumberArgs, SetArgs};
use super::values::count;
use crate::cli::CliError;
use crate::cli::words::without_controls;
use crate::engine::text::did_you_mean;
use crate::engine::{DynGame, GameInfo, Options, TextError};
use crate::games;
use crate::platform::fs::File;
use crate::platform::storage;
use crate::play::{self, PlayError, Replay};
use crate::record::{Pgn, Reader, RecordError, TornLine};

/// The maximum size of a file that is read as a whole, such as PGN, bytes: about 50,000 games.
const MAX_FILE: u64 = 64 << 20;

/// The name for reading a match file from standard input.
pub(in crate::cli) const STDIN: &str = "-";

/// A game at some point: from a position, or from a match file.
#[derive(Args, Debug)]
pub(in crate::cli) struct SourceArgs {
    /// A game, by its id, or a match file or PGN file; `-` reads one from standard input
    #[arg(value_name = "FILE|GAME")]
    pub what: PathBuf,
    #[command(flatten)]
    pub number: NumberArgs,
    #[command(flatten)]
    pub set: SetArgs,
    /// The position text, with a game [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// With a match file: after this many plies [default: its end]
    #[arg(long, value_name = "N", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub ply: Option<usize>,
}

impl SourceArgs {
    /// Opens the game at the requested position or ply.
    pub fn game(&self) -> Result<Box<dyn DynGame>, CliError> {
        Ok(match self.open()? {
            Source::Game(game) => game,
            Source::Match(replay) => replay.game().boxed(),
        })
    }

    /// Opens the game by its id, else the match file, at the requested position or ply.
    pub fn open(&self) -> Result<Source, CliError> {
        let SourceArgs { what, number, set, position, ply } = self;
        if let Some(info) = what.to_str().and_then(|id| games::info(id).ok()) {
            return match (ply, number.game) {
                (Some(_), _) => Err(usage("--ply needs a match file, not a game; a game takes --position")),
                (None, Some(_)) => Err(usage("--game needs a PGN file, not a game")),
                (None, None) => Ok(Source::Game(begin(info, set, position.as_deref())?)),
            };
        }
        let name = what.to_string_lossy();
        if name != STDIN && !what.exists() {
            let ids: Vec<_> = games::ALL.iter().map(|info| info.id).collect();
            let (hint, ids) = (did_you_mean(&name, ids.iter().copied()), ids.join(", "));
            return Err(usage(format!(
                "'{name}' is neither a game nor a match file{hint}; available games: {ids}; name a match file by its path, such as ./match.jsonl"
            )));
        }
        if position.is_some() || !set.set.is_empty() {
            return Err(usage(format!(
                "{name} is a match file, which takes --ply 12; --position and --set need a game"
            )));
        }
        let mut replay = replay(what, *number)?;
        match *ply {
            None => replay.go_to(replay.len()),
            Some(ply) if replay.go_to_ply(ply) => {}
            Some(ply) => {
                return Err(usage(format!("{name}: --ply: expected 0 to {}, found {ply}", replay.plies())));
            }
        }
        Ok(Source::Match(Box::new(replay)))
    }
}

/// A game or match file named on the command line.
pub(in crate::cli) enum Source {
    /// A position of a game.
    Game(Box<dyn DynGame>),
    /// A recorded match, at the requested ply or its end.
    Match(Box<Replay>),
}

fn usage(error: impl Into<String>) -> CliError {
    CliError::Usage(error.into())
}

/// Opens and checks a match file, or a game of a PGN file; `-` is standard input. Prints warnings
/// about an incomplete line, and about omitted parts of a PGN game.
pub(in crate::cli) fn replay(file: &Path, number: NumberArgs) -> Result<Replay, CliError> {
    let (name, mut input) = input(file)?;
    if input.fill_buf().is_ok_and(play::is_pgn) {
        let bytes = storage::read_all_limited(input, MAX_FILE).map_err(|error| unread_file(&name, &error))?;
        return game_of(&name, bytes, number);
    }
    check_number(&name, number)?;
    let replay = Replay::read(Reader::new(Path::new(&name), input).map_err(PlayError::from)?)?;
    warn(replay.torn());
    Ok(if file == Path::new(STDIN) { replay } else { replay.kept_in(file.to_path_buf()) })
}

/// Like [`replay`], for contents already read.
#[cfg(feature = "film")]
pub(in crate::cli) fn replay_of(name: &str, bytes: Vec<u8>, number: NumberArgs) -> Result<Replay, CliError> {
    if play::is_pgn(&bytes) {
        return game_of(name, bytes, number);
    }
    check_number(name, number)?;
    let replay = Replay::parse(Path::new(name), &bytes)?;
    warn(replay.torn());
    Ok(replay)
}

fn check_number(name: &str, number: NumberArgs) -> Result<(), CliError> {
    match number.game {
        Some(_) => Err(usage(format!("{name} is a match file; --game needs a PGN file"))),
        None => Ok(()),
    }
}

/// Reads a game of a PGN file. Prints the number of games if none was chosen.
fn game_of(name: &str, bytes: Vec<u8>, number: NumberArgs) -> Result<Replay, CliError> {
    let file = Path::new(name);
    let text = play::pgn_text(file, bytes).map_err(PlayError::from)?;
    let games = Pgn::games(&text).count();
    let chosen = number.game.unwrap_or(1);
    let Some(game) = play::read_games(file, &text).nth(chosen - 1) else {
        return Err(usage(format!("{name}: --game: expected 1 to {games}, found {chosen}")));
    };
    if games > 1 && number.game.is_none() {
        note(format_args!("{name} holds {games} games; this is the first, and --game 2 opens the second"));
    }
    let game = game.map_err(PlayError::from)?;
    for why in game.cut_short.iter().chain(&game.warnings) {
        note(format_args!("warning: {name}: {why}"));
    }
    Ok(game.to_replay(file)?)
}

/// Opens a match file; `-` is standard input.
pub(in crate::cli) fn reader(file: &Path) -> Result<Reader<'static>, CliError> {
    let (name, input) = input(file)?;
    Ok(Reader::new(Path::new(&name), input).map_err(PlayError::from)?)
}

/// Opens a file. Returns its name for errors; `-` is standard input.
fn input(file: &Path) -> Result<(String, Box<dyn BufRead>), CliError> {
    if file == Path::new(STDIN) {
        return Ok(("standard input".to_string(), Box::new(io::stdin().lock())));
    }
    let read = |source| PlayError::from(RecordError::Read { file: file.to_path_buf(), source });
    let opened = File::open(file).map_err(read)?;
    Ok((file.to_string_lossy().into_owned(), Box::new(BufReader::new(opened))))
}

/// Reads a file. Returns its name for errors; `-` is standard input.
pub(in crate::cli) fn read(file: &Path) -> Result<(String, Vec<u8>), CliError> {
    let (name, read) = if file == Path::new(STDIN) {
        ("standard input".to_string(), storage::read_all_limited(io::stdin().lock(), MAX_FILE))
    } else {
        (file.to_string_lossy().into_owned(), storage::read_limited(file, MAX_FILE))
    };
    let bytes = read.map_err(|error| unread_file(&name, &error))?;
    Ok((name, bytes))
}

fn unread_file(name: &str, error: &io::Error) -> CliError {
    usage(format!("{name}: cannot be read: {error}"))
}

/// Prints a note to stderr. It can contain texts of files.
pub(in crate::cli) fn note(text: std::fmt::Arguments) {
    let text = text.to_string();
    let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("{}\n", without_controls(&text)));
}

/// Warns about the incomplete line of a match file.
pub(in crate::cli) fn warn(torn: Option<&TornLine>) {
    if let Some(torn) = torn {
        note(format_args!("warning: {torn}"));
    }
}

/// The options of a game.
pub(in crate::cli) fn options(info: &'static GameInfo, set: &SetArgs) -> Result<Options, CliError> {
    let pairs = set.set.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    Options::new(info.options, pairs).map_err(|source| CliError::Set { info, source })
}

/// Starts a game at a position, or at its usual start.
pub(in crate::cli) fn begin(
    info: &'static GameInfo,
    set: &SetArgs,
    position: Option<&str>,
) -> Result<Box<dyn DynGame>, CliError> {
    let options = options(info, set)?;
    games::begin(info, options.clone(), position).map_err(|source| unread(info, &options, source))
}

/// Like [`begin`], with the shared arguments.
pub(in crate::cli) fn begin_at(at: &At) -> Result<Box<dyn DynGame>, CliError> {
    begin(at.game.game, &at.game.set, at.position.as_deref())
}

/// The error of an invalid position, with a valid example.
pub(in crate::cli) fn unread(info: &'static GameInfo, options: &Options, source: TextError) -> CliError {
    let start = games::begin(info, options.clone(), None).map(|game| game.text());
    CliError::Position { source, example: start.unwrap_or_default() }
}
