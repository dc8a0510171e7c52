//! Lessons: a course for each game, in text files in `lessons/GAME/` that are checked by the
//! rules. Adding one needs no Rust.
//!
//! The lessons are compiled into the program, and the caller stores [`Progress`]: this module uses
//! neither files nor the clock.
//!
//! ```
//! use fairground_learning::lessons::{self, Attempt};
//!
//! let course = lessons::course("fluky");
//! let mut attempt = Attempt::new(course[0].clone())?;
//! while !attempt.is_done() {
//!     println!("{}", attempt.step().map_or("", |step| step.say.get_ref()));
//!     let solution = attempt.solution();
//!     attempt.act(solution.as_deref());
//! }
//! assert!(attempt.is_done());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod check;
mod error;
mod goal;
mod lesson;
mod progress;

pub use attempt::{Answer, Attempt, Followed};
pub use error::LessonError;
pub use goal::Goal;
pub use lesson::{Lesson, LessonStep, Refused};
pub use progress::Progress;

/// The lessons of the program, sorted: the path of each file, as `fluky/01-dice.toml`, and its
/// text.
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// The lessons of a game, in order; empty for a game without lessons.
#[must_use]
pub fn course(game: &str) -> Vec<Lesson> {
    let own = |(file, _): &&(&str, &str)| file.split_once('/').is_some_and(|(folder, _)| folder == game);
    // A test parses all of them.
    SHIPPED.iter().filter(own).filter_map(|(file, text)| Lesson::parse(file, text).ok()).collect()
}
