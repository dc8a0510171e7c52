//! Errors of match files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

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
    /// The file is not JSON, or a field of its header is missing, unknown or of the wrong type.
    #[error(
        "{}: not a match file: {source}; a match file begins with {{\"format\":\"fairground-match\",\"version\":2,...",
        file.display()
    )]
    Json {
        /// The match file.
        file: PathBuf,
        /// The place in the file and the expected content.
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
    #[error("{}: line {line}: {}", file.display(), source.to_string().replace("at line 1 ", "at "))]
    Line {
        /// The match file.
        file: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The place in the line and the expected content.
        source: serde_json::Error,
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
}

/// Truncates a text for errors.
fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The text of an action in the name of a field, without control characters.
pub(super) fn label(action: &str) -> String {
    cut(action).escape_debug().to_string()
}
