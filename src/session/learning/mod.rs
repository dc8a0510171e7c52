//! Lessons and puzzles on the table, and what the user has done of them.

mod exercise;
mod judged;
mod lesson;
mod progress;
mod puzzle;

use bevy::prelude::*;

pub use exercise::Exercise;
pub use judged::Told;
pub use lesson::LessonTask;
pub use progress::LearningProgress;
pub use puzzle::{End, PuzzleTask};

/// The progress of the user.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LearningProgress>();
}
