//! Errors of films.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::capture::offscreen::CaptureError;
use crate::play::PlayError;

/// Errors of filming.
#[derive(Debug, Error)]
pub enum FilmError {
    /// The renderer failed.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The filmed match cannot continue.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A bot match cannot continue.
    #[error("the match cannot continue: {0}")]
    Match(String),
    /// The file ending belongs to no film format.
    #[error("{}: expected a .mp4 or .gif file, or a folder without extension; found '.{found}'", file.display())]
    Ending {
        /// The file.
        file: PathBuf,
        /// The ending.
        found: String,
    },
    /// An option does not fit the format.
    #[error("{0}")]
    Options(String),
    /// The folder of frames is not empty.
    #[error("the folder {} is not empty; frames need a new or empty folder", .0.display())]
    NotEmpty(PathBuf),
    /// An interrupted film with this name exists.
    #[error(
        "{} holds an interrupted film; continue with --resume, or remove that folder to start again", .0.display()
    )]
    Interrupted(PathBuf),
    /// No interrupted film with this name exists.
    #[error("--resume: nothing to continue: there is no folder {}", .0.display())]
    NothingToResume(PathBuf),
    /// The interrupted film is a different one.
    #[error("--resume: {} holds a film with other options or of another match: {found}; this one is: {expected}", folder.display())]
    OtherFilm {
        /// The folder of its parts.
        folder: PathBuf,
        /// Its description.
        found: String,
        /// The description of the requested film.
        expected: String,
    },
    /// A file cannot be written or read.
    #[error("the film cannot be written: {}: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// An encoder failed.
    #[error("the film cannot be encoded: {0}")]
    Encode(String),
    /// ffmpeg cannot be run.
    #[error("--ffmpeg: the program ffmpeg cannot be run: {0}; without --ffmpeg, films need no other program")]
    NoFfmpeg(io::Error),
}

impl FilmError {
    /// Adds the file to an I/O error.
    pub(super) fn file(file: &Path) -> impl FnOnce(io::Error) -> FilmError {
        let file = file.to_path_buf();
        move |source| FilmError::Write { file, source }
    }
}
