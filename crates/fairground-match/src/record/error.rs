//! Errors of match files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::json_fault::{cut, json_fault};
use fairground_rules::engine::Refusal;

/// Why a match file cannot be read or written, or is wrong.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", file.display())]
    Read {
        /// The match file.
        file: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("{}: cannot be written: {source}", file.display())]
    Write {
        /// The match file.
        file: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A folder has the name of a new match file.
    #[error("{}: expected a file, found a folder; name a file in it, such as {}", file.display(), file.join("match.jsonl").display())]
    Folder {
        /// The folder.
        file: PathBuf,
    },
    /// A new match would overwrite a file.
    #[error("{}: the file already exists and is not overwritten; name another file, or remove this one first", file.display())]
    Exists {
        /// The match file.
        file: PathBuf,
    },
    /// Another program, or another match of this one, is writing to the file.
    #[error("{}: the file is being written by another program", file.display())]
    Locked {
        /// The match file.
        file: PathBuf,
    },
    /// The file is not JSON, or does not name its format and version.
    #[error(
        "{}: not a match file: {source}; a match file begins with {{\"format\":\"fairground-match\",\"version\":2,...",
        file.display()
    )]
    Json {
        /// The match file.
        file: PathBuf,
        /// The fault, in plain words.
        source: serde_json::Error,
    },
    /// The file is a PGN file.
    #[error(
        "{}: a PGN file, not a match file; convert its games with fairground import games.pgn -o match.jsonl",
        file.display()
    )]
    Pgn {
        /// The file.
        file: PathBuf,
    },
    /// A line is not JSON, or one of its fields is missing, unknown or of the wrong type.
    #[error("{}: line {line}: {reason}", file.display())]
    Line {
        /// The match file.
        file: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The field, the expected and the found content, and the place in the line.
        reason: String,
    },
    /// A field has an invalid value.
    #[error("{}: {field}: expected {expected}, found {found:?}", file.display())]
    Field {
        /// The match file.
        file: PathBuf,
        /// The field, with its line in a file of lines. An action has its number, from 1, and its
        /// text.
        field: String,
        /// The valid values.
        expected: String,
        /// The text found, truncated to 80 characters.
        found: String,
    },
    /// The rules refuse an action.
    #[error("{}: {action}: {source}", file.display())]
    Action {
        /// The match file.
        file: PathBuf,
        /// The action's line in a file of lines, its number, from 1, and its text, truncated to 80
        /// characters.
        action: String,
        /// The rules' refusal.
        source: Box<Refusal>,
    },
}

impl RecordError {
    /// Makes the error for a field with an invalid value.
    #[must_use]
    pub fn field(file: &Path, field: impl Into<String>, expected: impl Into<String>, found: &str) -> Self {
        RecordError::Field {
            file: file.to_path_buf(),
            field: field.into(),
            expected: expected.into(),
            found: cut(found),
        }
    }

    /// Makes the error for the fields of a match file that names its format and version.
    pub(super) fn header(file: &Path, error: &serde_json::Error, text: &[u8]) -> Self {
        let reason = json_fault(error, text, "line");
        RecordError::Line { file: file.to_path_buf(), line: error.line().max(1), reason }
    }
}

/// The text of an action in the name of a field, without control characters.
pub(super) fn label(action: &str) -> String {
    cut(action).escape_debug().to_string()
}
