//! Puzzles: positions in which one action, or a few equal ones, are clearly best. How to read,
//! solve and make them.
//!
//! This module uses no files, clock or threads: the caller stores the text of [`Progress`] and
//! passes the date.
//!
//! ```
//! use fairground_learning::puzzles::{self, Answer, Attempt};
//!
//! let list = puzzles::shipped("chess")?;
//! let mut attempt = Attempt::new(list[0].clone())?;
//! let right = list[0].solutions[0].action.clone();
//! assert!(matches!(attempt.answer(&right), Answer::Right { .. } | Answer::Solved { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod chances;
mod check;
mod daily;
mod list;
pub mod make;
mod progress;
mod puzzle;
mod theme;
mod themes;

pub use attempt::{Answer, Attempt, Hint, Outlook, Wrong};
pub use chances::{Chance, ChanceTable, Follows};
pub use check::PuzzleError;
pub use daily::of_the_day;
pub use list::{parse, shipped, to_line};
pub use progress::{Progress, Rating, Streak, Tried};
pub use puzzle::{Check, DEEPER, Kind, Puzzle, Solution, Source};
pub use theme::{Theme, UnknownTheme};
