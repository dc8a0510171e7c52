use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::engine::{NetError, TextError};
use crate::play::{PlayError, UciError};

/// Why a tournament cannot be held, weights cannot be fitted, or their results cannot be kept.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A file cannot be read or written.
    #[error("{}: cannot be read or written: {error}", file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
    /// A file holds no results.
    #[error("{}: not the results of an arena, as --json writes them: {error}", file.display())]
    Format {
        /// Which.
        file: PathBuf,
        /// The reason it is invalid.
        error: serde_json::Error,
    },
    /// A file holds the results of another tournament.
    #[error("{}: the results of another tournament: {field}: expected {expected}, found {found}", file.display())]
    Other {
        /// Which.
        file: PathBuf,
        /// What differs.
        field: &'static str,
        /// What this tournament has there.
        expected: String,
        /// The file's value.
        found: String,
    },
    /// A file of openings, or of the matches of `fairground tune`, with a wrong line.
    #[error("{}: line {line}: {reason}", file.display())]
    Line {
        /// Which.
        file: PathBuf,
        /// Where, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// A game in a file of openings that cannot be read.
    #[error("game {number}: {error}")]
    Opening {
        /// Which of them, from 1.
        number: u64,
        /// The file, the place in it and the reason.
        error: Box<PlayError>,
    },
    /// The same pair in two files, with different results.
    #[error("{}: pair {pair} is known with another result", file.display())]
    Conflict {
        /// The file that was read later.
        file: PathBuf,
        /// The pair.
        pair: u64,
    },
    /// There is nothing to learn from.
    #[error("the matches have no positions to learn from: at least 10 matches are needed")]
    NoPositions,
    /// A net that cannot be read or made.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Matches of a game that other programs do not read are to be written for them.
    #[error("--pgn writes matches of orthodox chess, and none of {0}; --record keeps those of every game")]
    NoPgn(&'static str),
    /// A player that is another program, which does not start or cannot play the game.
    #[error(transparent)]
    Program(#[from] UciError),
    /// A match cannot be recorded.
    #[error(transparent)]
    Record(#[from] PlayError),
    /// The start cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl ArenaError {
    pub(super) fn file(file: &Path) -> impl FnOnce(io::Error) -> ArenaError + '_ {
        move |error| ArenaError::File { file: file.to_path_buf(), error }
    }
}
