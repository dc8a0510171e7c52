//! Puzzles and lessons.

pub(super) mod make_puzzles;
pub(super) mod puzzles;
