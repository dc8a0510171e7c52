//! Files of Portable Game Notation, as people open them.

use std::path::Path;

use super::import::{ImportedGame, import};
use crate::play::{PlayError, Replay};
use crate::record::{Pgn, RecordError};

/// The byte order marks of UTF-16.
const UTF_16: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Whether a file with this beginning is to be read by [`pgn_text`] and [`read_games`], and is no match file. A name says nothing.
#[must_use]
pub fn is_pgn(beginning: &[u8]) -> bool {
    Pgn::is_meant(beginning) || is_utf_16(beginning)
}

fn is_utf_16(bytes: &[u8]) -> bool {
    UTF_16.iter().any(|mark| bytes.starts_with(mark))
}

/// The text of a file of Portable Game Notation: UTF-8, or Latin-1 as older programs write it. `file` is named in errors.
///
/// # Errors
/// A file in UTF-16.
pub fn pgn_text(file: &Path, bytes: Vec<u8>) -> Result<String, RecordError> {
    if is_utf_16(&bytes) {
        return Err(RecordError::field(file, "encoding", "UTF-8, or Latin-1", "UTF-16"));
    }
    // The letters of Latin-1 are the first of Unicode.
    let latin_1 = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect();
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| latin_1(error.as_bytes())))
}

/// The games of a text, one by one, as what a replay or an analysis board opens: [`ImportedGame::to_replay`]. `file` is named in errors. A game that
/// cannot be read is an error, and the next one follows.
pub fn read_games<'a>(
    file: &'a Path,
    text: &'a str,
) -> impl Iterator<Item = Result<ImportedGame, RecordError>> + use<'a> {
    Pgn::games(text).map(move |pgn| {
        let pgn = pgn.map_err(|error| RecordError::field(file, error.field, error.expected, &error.found))?;
        import(file, &pgn)
    })
}

impl ImportedGame {
    /// The match as a replay at its start, with its notes and variations; `file` is named in errors. An analysis board takes it by
    /// [`AnalysedGame::of_replay`](crate::play::AnalysedGame::of_replay).
    ///
    /// # Errors
    /// None of a match that was imported.
    pub fn to_replay(&self, file: &Path) -> Result<Replay, PlayError> {
        let text = self.record.to_text().map_err(|source| RecordError::Json { file: file.to_path_buf(), source })?;
        Replay::parse(file, text.as_bytes())
    }
}
