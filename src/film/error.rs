//! Errors of films.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::capture::offscreen::CaptureError;
use crate::play::PlayError;

/// Why there is no film.
#[derive(Debug, Error)]
pub enum FilmError {
    /// Nothing can be drawn.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The match that is filmed cannot go on.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A match of bots cannot go on.
    #[error("the match cannot go on: {0}")]
    Match(String),
    /// A name whose ending is not that of a film.
    #[error("{}: a film is a file .mp4 or .gif, or a folder, whose name has no ending; found '.{found}'", file.display())]
    Ending {
        /// The file.
        file: PathBuf,
        /// Its ending.
        found: String,
    },
    /// An option does not go with this kind of film.
    #[error("{0}")]
    Options(String),
    /// The folder of frames is in use.
    #[error("the folder {} is not empty; frames go into a folder of their own", .0.display())]
    NotEmpty(PathBuf),
    /// There is an interrupted film of this name.
    #[error(
        "{} holds an interrupted film; go on with it by --resume, or remove that folder to begin anew", .0.display()
    )]
    Interrupted(PathBuf),
    /// There is no interrupted film of this name.
    #[error("--resume: there is nothing to go on with, as there is no folder {}", .0.display())]
    NothingToResume(PathBuf),
    /// The interrupted film is another one.
    #[error("--resume: {} holds a film made with other options or of another match: {found}; this one is: {expected}", folder.display())]
    OtherFilm {
        /// Where its parts are.
        folder: PathBuf,
        /// Its description.
        found: String,
        /// The description of the film that was asked for.
        expected: String,
    },
    /// A file cannot be written or read.
    #[error("the film cannot be written: {}: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// An encoder failed.
    #[error("the film cannot be encoded: {0}")]
    Encode(String),
    /// There is no ffmpeg.
    #[error("--ffmpeg: the program ffmpeg cannot be run: {0}; without --ffmpeg, films need nothing installed")]
    NoFfmpeg(io::Error),
}

impl FilmError {
    /// Names the file in an error.
    pub(super) fn file(file: &Path) -> impl FnOnce(io::Error) -> FilmError {
        let file = file.to_path_buf();
        move |source| FilmError::Write { file, source }
    }
}
