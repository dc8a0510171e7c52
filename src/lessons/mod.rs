//! Lessons: a course for each game, of text files in `assets/lessons/GAME/` that the rules check. Adding one needs no Rust.
//!
//! Nothing here touches a file or a clock: the texts come with the program, and whoever has storage keeps [`Progress`].
//!
//! ```
//! use fairground::lessons::{self, Attempt};
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
pub use lesson::{Lesson, Refused, Step};
pub use progress::Progress;

/// The files of the lessons that come with the program, as `fluky/01-dice.toml`, with their texts, sorted.
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// The lessons of a game that come with the program, in order; none for a game that has none.
#[must_use]
pub fn course(game: &str) -> Vec<Lesson> {
    let own = |(file, _): &&(&str, &str)| file.split_once('/').is_some_and(|(folder, _)| folder == game);
    // A test reads all of them.
    SHIPPED.iter().filter(own).filter_map(|(file, text)| Lesson::parse(file, text).ok()).collect()
}
