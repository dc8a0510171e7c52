//! Commands for puzzles, lessons, and a player's record.

pub(super) mod lessons;
pub(super) mod make_puzzles;
mod puzzle_file;
pub(super) mod puzzles;
pub(super) mod record;
