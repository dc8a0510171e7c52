//! Lessons and puzzles on the table, and the user's progress.

mod exercise;
mod judged;
mod lesson;
mod progress;
mod puzzle;

use bevy::prelude::*;

pub use exercise::Exercise;
pub use judged::Feedback;
pub use lesson::LessonTask;
pub use progress::LearningProgress;
pub use puzzle::{PuzzleEnd, PuzzleTask};

/// Adds the user's progress.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LearningProgress>();
}
