use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Lesson;

/// The lessons that a player has completed. The caller stores it as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The completed lessons, by game.
    #[serde(default)]
    pub done: BTreeMap<String, BTreeSet<String>>,
    /// Games whose course is no longer offered because the player declined it.
    #[serde(default)]
    pub declined: BTreeSet<String>,
}

impl Progress {
    /// Marks a lesson as completed.
    pub fn finish(&mut self, lesson: &Lesson) {
        self.done.entry(lesson.game.clone()).or_default().insert(lesson.id.clone());
    }

    /// Whether a lesson is completed.
    #[must_use]
    pub fn has(&self, lesson: &Lesson) -> bool {
        self.done.get(&lesson.game).is_some_and(|done| done.contains(&lesson.id))
    }

    /// The number of completed lessons in a course.
    #[must_use]
    pub fn count(&self, course: &[Lesson]) -> usize {
        course.iter().filter(|lesson| self.has(lesson)).count()
    }

    /// The first lesson in a course that is not completed.
    #[must_use]
    pub fn next<'a>(&self, course: &'a [Lesson]) -> Option<&'a Lesson> {
        course.iter().find(|lesson| !self.has(lesson))
    }

    /// Whether to offer the course of a game: no lesson of it is completed, and the player has not
    /// declined it.
    #[must_use]
    pub fn offers(&self, game: &str) -> bool {
        !self.declined.contains(game) && self.done.get(game).is_none_or(BTreeSet::is_empty)
    }
}
