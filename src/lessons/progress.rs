use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Lesson;

/// Which lessons a player has done: kept as JSON by whoever has storage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The lessons that are done, by game.
    #[serde(default)]
    pub done: BTreeMap<String, BTreeSet<String>>,
    /// Games whose course is not offered any more, as it was declined.
    #[serde(default)]
    pub declined: BTreeSet<String>,
}

impl Progress {
    /// A lesson is done.
    pub fn finish(&mut self, lesson: &Lesson) {
        self.done.entry(lesson.game.clone()).or_default().insert(lesson.id.clone());
    }

    /// Whether a lesson is done.
    #[must_use]
    pub fn has(&self, lesson: &Lesson) -> bool {
        self.done.get(&lesson.game).is_some_and(|done| done.contains(&lesson.id))
    }

    /// How many lessons of a course are done.
    #[must_use]
    pub fn count(&self, course: &[Lesson]) -> usize {
        course.iter().filter(|lesson| self.has(lesson)).count()
    }

    /// The first lesson of a course that is not done.
    #[must_use]
    pub fn next<'a>(&self, course: &'a [Lesson]) -> Option<&'a Lesson> {
        course.iter().find(|lesson| !self.has(lesson))
    }

    /// Whether to offer the course of a game: nothing of it is done, and it was not declined.
    #[must_use]
    pub fn offers(&self, game: &str) -> bool {
        !self.declined.contains(game) && self.done.get(game).is_none_or(BTreeSet::is_empty)
    }
}
