//! Facts about the position on the table that take a copy of the match to work out: kept as long as that position is shown.

use crate::engine::ActionText;

/// A value with the revision of the history that it belongs to, see [`super::move_history::MoveHistory::revision`].
#[derive(Debug, Default)]
pub struct Cached<T> {
    value: Option<(u64, T)>,
}

impl<T> Cached<T> {
    /// The value at this revision, worked out if it is not known yet.
    pub fn get(&mut self, revision: u64, work: impl FnOnce() -> T) -> &mut T {
        if self.value.as_ref().is_none_or(|(known, _)| *known != revision) {
            self.value = None;
        }
        &mut self.value.get_or_insert_with(|| (revision, work())).1
    }
}

/// The roll that is due or was just made, and what each face makes of the match.
#[derive(Debug)]
pub struct RollBranches {
    /// How many actions come before it.
    pub before: usize,
    /// The roll as an action, if the die was thrown.
    pub shown: Option<ActionText>,
    /// Each face.
    pub faces: Vec<RollBranch>,
}

/// The effect of a face on the match.
#[derive(Debug)]
pub struct RollBranch {
    /// The roll as an action.
    pub roll: ActionText,
    /// Its meaning, in words.
    pub meaning: String,
    /// Whether the match is over after it.
    pub over: bool,
    /// The position after it.
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
