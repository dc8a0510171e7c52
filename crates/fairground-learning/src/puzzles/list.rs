use std::io;

use super::{Puzzle, PuzzleError};
use fairground_rules::games::{self, UnknownGame};

/// The built-in lists of puzzles, by game.
const SHIPPED: &[(&str, &str)] = &[
    ("makarenko", include_str!("../../puzzles/makarenko.jsonl")),
    ("abalonian", include_str!("../../puzzles/abalonian.jsonl")),
    ("chess", include_str!("../../puzzles/chess.jsonl")),
    ("whack", include_str!("../../puzzles/whack.jsonl")),
    ("tactical", include_str!("../../puzzles/tactical.jsonl")),
    ("fluky", include_str!("../../puzzles/fluky.jsonl")),
];

/// Parses a list with one puzzle per line, as JSON. [`Puzzle::check_rules`] checks a puzzle by the
/// rules.
///
/// # Errors
/// The first line that is not a puzzle.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| serde_json::from_str(line).map_err(|source| PuzzleError::Json { line: index + 1, source }))
        .collect()
}

/// Writes a puzzle as a line of a list, with its line end.
///
/// # Errors
/// Errors of the serializer, which a puzzle cannot cause.
pub fn to_line(puzzle: &Puzzle) -> Result<String, io::Error> {
    Ok(serde_json::to_string(puzzle)? + "\n")
}

/// The puzzles of a game; empty for a game without puzzles.
///
/// # Errors
/// If the game is unknown.
pub fn shipped(game: &str) -> Result<Vec<Puzzle>, UnknownGame> {
    let info = games::info(game)?;
    let text = SHIPPED.iter().find(|(id, _)| *id == info.id).map_or("", |(_, text)| *text);
    // A test parses all of them.
    Ok(parse(text).unwrap_or_default())
}
