use std::io;

use super::{Puzzle, PuzzleError};
use crate::games::{self, UnknownGame};

/// The lists that come with the program, by game.
const SHIPPED: &[(&str, &str)] = &[
    ("makarenko", include_str!("../../assets/puzzles/makarenko.jsonl")),
    ("abalonian", include_str!("../../assets/puzzles/abalonian.jsonl")),
    ("chess", include_str!("../../assets/puzzles/chess.jsonl")),
    ("whack", include_str!("../../assets/puzzles/whack.jsonl")),
    ("tactical", include_str!("../../assets/puzzles/tactical.jsonl")),
    ("fluky", include_str!("../../assets/puzzles/fluky.jsonl")),
];

/// Reads a list: a puzzle a line, as JSON.
///
/// # Errors
/// The first line that is no puzzle. Whether the rules agree says [`Puzzle::check_rules`].
pub fn parse(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| serde_json::from_str(line).map_err(|source| PuzzleError::Json { line: index + 1, source }))
        .collect()
}

/// The line of a list that a puzzle is, with its end.
///
/// # Errors
/// None that a puzzle can cause; they are the serializer's.
pub fn to_line(puzzle: &Puzzle) -> Result<String, io::Error> {
    Ok(serde_json::to_string(puzzle)? + "\n")
}

/// The puzzles of a game that come with the program; none for a game that has none.
///
/// # Errors
/// If there is no such game.
pub fn shipped(game: &str) -> Result<Vec<Puzzle>, UnknownGame> {
    let info = games::info(game)?;
    let text = SHIPPED.iter().find(|(id, _)| *id == info.id).map_or("", |(_, text)| *text);
    // A test reads all of them.
    Ok(parse(text).unwrap_or_default())
}
