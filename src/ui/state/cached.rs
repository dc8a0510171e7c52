//! Caches facts about the position on the table whose computation needs a copy of the match.

use bevy::prelude::Resource;

use crate::engine::{ActionText, Notice};

/// A value with the revision of the history for which it is valid, see
/// [`crate::ui::move_history::MoveHistory::revision`].
#[derive(Resource, Debug, Default)]
pub struct Cached<T> {
    value: Option<(u64, T)>,
}

impl<T> Cached<T> {
    /// The value at `revision`, computed if it is not cached.
    pub fn get(&mut self, revision: u64, work: impl FnOnce() -> T) -> &mut T {
        if self.value.as_ref().is_none_or(|(known, _)| *known != revision) {
            self.value = None;
        }
        &mut self.value.get_or_insert_with(|| (revision, work())).1
    }
}

/// The notices of a position.
pub type Notices = Cached<Vec<Notice>>;

/// The pending or latest roll, with the position after each face.
#[derive(Debug)]
pub struct RollBranches {
    /// The number of actions before the roll.
    pub before: usize,
    /// The roll as an action, if the die was rolled.
    pub shown: Option<ActionText>,
    /// The branch of each face.
    pub faces: Vec<RollBranch>,
}

/// A face with the position after it.
#[derive(Debug)]
pub struct RollBranch {
    /// The roll as an action.
    pub roll: ActionText,
    /// The meaning of the face, in words.
    pub meaning: String,
    /// Whether the match is over after the roll.
    pub over: bool,
    /// The position after the roll, as text.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_worked_out_once_a_revision() {
        let (mut cached, mut worked) = (Cached::default(), 0);
        for (revision, count) in [(1, 1), (1, 1), (2, 2), (2, 2), (1, 3)] {
            let fact = *cached.get(revision, || {
                worked += 1;
                10 * revision
            });
            assert_eq!((fact, worked), (10 * revision, count));
        }
    }
}
