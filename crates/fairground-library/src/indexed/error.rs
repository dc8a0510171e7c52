use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a library cannot be shown.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The folder of matches cannot be read.
    #[error("{}: the folder cannot be read: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The index cannot be read or written, although it is not damaged.
    #[error("the index of matches cannot be used: {0}")]
    Index(#[from] rusqlite::Error),
}
