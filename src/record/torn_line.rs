//! The end of a match file that was not written in whole.

use std::path::PathBuf;

use thiserror::Error;

/// The last line of a match file, which is not whole: the program or the machine stopped while it was being written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: line {line}, the last one, is not whole ({bytes} bytes) and is left out", file.display())]
pub struct TornLine {
    /// The match file.
    pub file: PathBuf,
    /// Which line, from 1.
    pub line: usize,
    /// How much of it there is, its end included.
    pub bytes: usize,
}
