//! Import of Portable Game Notation from the clipboard, a dropped file or a typed path.

use std::path::Path;

use crate::play::{PlayError, Replay, read_games};
use crate::record::RecordError;
use crate::session::messages::capital;

/// Reads the first game of a PGN, at its start, with a message of what was left out or doubtful.
/// Errors name `source`.
///
/// # Errors
/// If the text has no game, or the first game is invalid.
pub fn read_pgn(source: &Path, text: &str) -> Result<(Replay, Option<String>), PlayError> {
    let mut games = read_games(source, text);
    let Some(first) = games.next() else {
        return Err(RecordError::field(source, "PGN", "a game", "none").into());
    };
    let first = first?;
    let warnings = first.cut_short.iter().chain(&first.warnings).map(|why| format!("{}.", capital(why)));
    let others = games.next().map(|_| "This is the first of several games.".to_string());
    let words: Vec<_> = others.into_iter().chain(warnings).collect();
    Ok((first.to_replay(source)?, (!words.is_empty()).then(|| words.join("\n"))))
}
