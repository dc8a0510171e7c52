use std::collections::{BTreeMap, BTreeSet};

use crate::puzzles::{Kind, Puzzle};

/// The maximum share of a list for each kind of puzzle, per cent. Wins in one action (`true`) are
/// counted separately.
const SHARES: [(Kind, bool, usize); 5] = [
    (Kind::Win, true, 15),
    (Kind::Win, false, 55),
    (Kind::Save, false, 40),
    (Kind::Gain, false, 40),
    (Kind::Chance, false, 75),
];

/// The composition of a list of puzzles, to keep it varied.
#[derive(Clone, Debug)]
pub struct ListBalance {
    count: usize,
    ids: BTreeSet<String>,
    kinds: BTreeMap<(Kind, bool), usize>,
}

impl ListBalance {
    /// An empty list for `count` puzzles.
    #[must_use]
    pub fn new(count: usize) -> ListBalance {
        ListBalance { count, ids: BTreeSet::new(), kinds: BTreeMap::new() }
    }

    /// Adds a puzzle to the list.
    pub fn add(&mut self, puzzle: &Puzzle) {
        if self.ids.insert(puzzle.id.clone()) {
            *self.kinds.entry((puzzle.kind, at_once(puzzle))).or_default() += 1;
        }
    }

    /// Whether the list needs more puzzles.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        self.ids.len() < self.count
    }

    /// Whether the list has this puzzle.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Whether the list needs another puzzle of this kind. `at_once` is a win in one action.
    #[must_use]
    pub fn wants(&self, kind: Kind, at_once: bool) -> bool {
        let share = SHARES.iter().find(|(own, once, _)| (*own, *once) == (kind, at_once)).map_or(0, |share| share.2);
        let most = (self.count * share).div_ceil(100);
        self.wants_more() && self.kinds.get(&(kind, at_once)).copied().unwrap_or(0) < most
    }
}

fn at_once(puzzle: &Puzzle) -> bool {
    puzzle.kind == Kind::Win && puzzle.decisions() == 1
}
