//! Files of puzzles, with errors in plain words.

use crate::puzzles::{self, Puzzle, PuzzleError};
use crate::record::json_fault;

/// Parses a list of puzzles. Errors name the line.
pub(super) fn parse(text: &str) -> Result<Vec<Puzzle>, String> {
    puzzles::parse(text).map_err(|error| match error {
        PuzzleError::Json { line, source } => {
            let faulty = text.lines().nth(line - 1).unwrap_or_default();
            format!("line {line}: {}", json_fault(&source, faulty.as_bytes(), "line"))
        }
        other => other.to_string(),
    })
}
