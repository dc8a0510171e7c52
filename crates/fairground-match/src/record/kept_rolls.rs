//! Taken-back rolls, found by the actions before them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

use super::throw::Throw;

/// Hashes paths with a random key per run, so that no file can be crafted with colliding paths.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A point of a match: the number of actions before it, and a hash of their texts.
type Point = (usize, u64);

/// Rolls that were taken back. Repeated at the same point, a roll shows the same side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct KeptRolls {
    /// The hash of all actions up to and including each current one.
    paths: Vec<u64>,
    rolls: HashMap<Point, Arc<Throw>>,
}

impl KeptRolls {
    /// Adds an action.
    pub fn push(&mut self, action: &str) {
        let (_, path) = self.point();
        self.paths.push(extended(path, action));
    }

    /// Removes the last action. If it was a roll, its throw is kept.
    pub fn pop(&mut self, throw: Option<Arc<Throw>>) {
        self.paths.pop();
        if let Some(throw) = throw {
            self.rolls.insert(self.point(), throw);
        }
    }

    /// Keeps a roll at the point after these actions, separated by spaces.
    pub fn keep(&mut self, after: &str, throw: Throw) {
        self.rolls.insert(point_after(after), Arc::new(throw));
    }

    /// Whether a roll is kept at the point after these actions, separated by spaces.
    pub fn has(&self, after: &str) -> bool {
        self.rolls.contains_key(&point_after(after))
    }

    /// The roll kept at the current point.
    pub fn here(&self) -> Option<&Throw> {
        self.rolls.get(&self.point()).map(|throw| &**throw)
    }

    fn point(&self) -> Point {
        (self.paths.len(), self.paths.last().copied().unwrap_or_default())
    }
}

fn point_after(actions: &str) -> Point {
    let actions = actions.split(' ').filter(|action| !action.is_empty());
    actions.fold((0, 0), |(count, path), action| (count + 1, extended(path, action)))
}

fn extended(path: u64, action: &str) -> u64 {
    HASHER.hash_one((path, action))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(symbol: &str) -> Throw {
        Throw { attempts: Vec::new(), symbol: symbol.into(), seconds: 0.0, physics: None }
    }

    #[test]
    fn a_roll_is_kept_where_it_was_made() {
        let mut kept = KeptRolls::default();
        let symbol = |kept: &KeptRolls| kept.here().map(|throw| throw.symbol.clone());
        kept.push("c1c2");
        kept.push("~N");
        kept.pop(Some(Arc::new(throw("N"))));
        assert_eq!(symbol(&kept).as_deref(), Some("N"));
        assert!(kept.has("c1c2") && kept.has(" c1c2 ") && !kept.has("") && !kept.has("c1c2 ~N") && !kept.has("c1 c2"));
        kept.pop(None);
        assert_eq!(symbol(&kept), None);
        kept.keep("a1a2 ~P b1b2", throw("R"));
        for action in ["a1a2", "~P", "b1b2"] {
            assert_eq!(symbol(&kept), None);
            kept.push(action);
        }
        assert_eq!(symbol(&kept).as_deref(), Some("R"));
    }
}
