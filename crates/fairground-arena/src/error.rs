use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use fairground_match::play::{PlayError, UciError};
use fairground_rules::engine::{NetError, TextError};
use fairground_rules::games::UnknownGame;

/// Why a contest, a fit of weights or a training failed, or its results could not be stored.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A file cannot be read or written.
    #[error("{}: cannot be read or written: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// Another program is writing to the file.
    #[error("{}: the file is being written by another program", file.display())]
    Locked {
        /// The file.
        file: PathBuf,
    },
    /// The file is not a report.
    #[error("{}: not the results of a contest: {reason}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// The reason it is invalid.
        reason: String,
    },
    /// The file has the results of another contest.
    #[error("{}: the results of another contest: {field}: expected {expected}, found {found}", file.display())]
    Other {
        /// The file.
        file: PathBuf,
        /// The field that differs.
        field: &'static str,
        /// The value in this contest.
        expected: String,
        /// The file's value.
        found: String,
    },
    /// A line is invalid in a file of openings or of self-play matches (`fairground tune`,
    /// `fairground train`).
    #[error("{}: line {line}: {reason}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line number, from 1.
        line: u64,
        /// The fault.
        reason: String,
    },
    /// A game in a file of openings cannot be read.
    #[error("game {number}: {source}")]
    Opening {
        /// The game's number, from 1.
        number: u64,
        /// The file, the place in it and the reason.
        source: Box<PlayError>,
    },
    /// More matches than a file of results can hold.
    #[error("{}: a file of results holds at most {most} matches, not {matches}", file.display())]
    TooMany {
        /// The file.
        file: PathBuf,
        /// The number of matches in the file and of those to be played.
        matches: u64,
        /// The maximum.
        most: u64,
    },
    /// Two files have different results for the same pair.
    #[error("{}: pair {pair} already has another result", file.display())]
    Conflict {
        /// The file that was read later.
        file: PathBuf,
        /// The pair.
        pair: u64,
    },
    /// The matches have no positions to learn from.
    #[error("the matches have no positions to learn from: at least 10 matches are needed")]
    NoPositions,
    /// A net cannot be read or made.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The PGN file cannot hold matches of this game.
    #[error("the PGN file of a contest holds only orthodox chess, not {0}; match files hold every game")]
    NoPgn(&'static str),
    /// An external engine does not start or cannot play the game.
    #[error(transparent)]
    Program(#[from] UciError),
    /// A match cannot be recorded.
    #[error(transparent)]
    Record(#[from] PlayError),
    /// The start position is invalid.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
}

impl ArenaError {
    pub(super) fn file(file: &Path) -> impl FnOnce(io::Error) -> ArenaError + '_ {
        move |error| match error.kind() {
            io::ErrorKind::WouldBlock => ArenaError::Locked { file: file.to_path_buf() },
            _ => ArenaError::File { file: file.to_path_buf(), source: error },
        }
    }
}
