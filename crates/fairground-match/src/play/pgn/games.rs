//! Reading of PGN files from any source.

use std::path::Path;

use super::import::{ImportedGame, import};
use crate::play::{PlayError, Replay};
use crate::record::{FORMAT, Pgn, PgnToken, RecordError};

/// The byte order marks of UTF-16.
const UTF_16: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Whether the beginning of a file shows PGN for [`pgn_text`] and [`read_games`] rather than a
/// match file. The file name does not matter.
#[must_use]
pub fn is_pgn(beginning: &[u8]) -> bool {
    Pgn::is_meant(beginning) || is_utf_16(beginning)
}

fn is_utf_16(bytes: &[u8]) -> bool {
    UTF_16.iter().any(|mark| bytes.starts_with(mark))
}

/// Decodes a PGN file: UTF-8, or Latin-1 from older programs. Errors name `file`.
///
/// # Errors
/// If the file is UTF-16, a match file, or any other text that is not PGN.
pub fn pgn_text(file: &Path, bytes: Vec<u8>) -> Result<String, RecordError> {
    if is_utf_16(&bytes) {
        return Err(RecordError::field(file, "encoding", "UTF-8, or Latin-1", "UTF-16"));
    }
    // Latin-1 is the first block of Unicode.
    let latin_1 = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect();
    let text = String::from_utf8(bytes).unwrap_or_else(|error| latin_1(error.as_bytes()));
    let first = text.trim_start_matches('\u{feff}').trim_start().lines().next().unwrap_or_default();
    if first.is_empty() || Pgn::is_meant(text.as_bytes()) || begins_with_move(file, &text) {
        return Ok(text);
    }
    let is_match = first.starts_with('{') && first.contains(FORMAT);
    Err(RecordError::field(file, "content", "PGN", if is_match { "a match file" } else { first }))
}

/// Whether a text without tags, comments and move numbers begins with a move that the rules allow.
fn begins_with_move(file: &Path, text: &str) -> bool {
    let Some(Ok(mut first)) = Pgn::games(text).next() else { return false };
    let Some(at) = first.items.iter().position(|item| matches!(item.token, PgnToken::Move(_))) else { return false };
    first.items.truncate(at + 1);
    first.result = "*".to_string();
    import(file, &first).is_ok()
}

/// Reads the games of a text one by one; [`ImportedGame::to_replay`] opens them. Errors name
/// `file`. After an unreadable game, reading continues with the next one.
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
    /// Converts the match to a replay at its start, with notes and variations. Errors name `file`.
    /// For an analysis board, see
    /// [`AnalysedGame::of_replay`](crate::play::AnalysedGame::of_replay).
    ///
    /// # Errors
    /// Never for an imported match.
    pub fn to_replay(&self, file: &Path) -> Result<Replay, PlayError> {
        let text = self.record.to_text().map_err(|source| RecordError::Json { file: file.to_path_buf(), source })?;
        Replay::parse(file, text.as_bytes())
    }
}
