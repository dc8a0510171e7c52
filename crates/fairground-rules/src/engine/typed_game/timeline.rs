//! Actions of a match and the resulting positions.

use std::sync::Arc;

use crate::engine::{Rules, Side};

/// Actions per block. Copies of a match share the full blocks, so a long match is almost as cheap
/// to copy as a short one.
const BLOCK: usize = 512;

/// Checkpoint interval: a copy of the position is saved every `SPACING` actions, so that undoing
/// replays fewer than that.
const SPACING: usize = 16;

/// Bits of a block's Bloom filter. Sixteen per key make false positives rare.
const FILTER: usize = 16 * BLOCK;

/// The actions since the start, checkpoints of the positions between them, and the repetition keys
/// of the positions that count for repetition.
#[derive(Clone, Debug)]
pub(super) struct Timeline<P: Rules> {
    full: Vec<Arc<FullBlock<P>>>,
    last: Block<P>,
}

/// A run of consecutive actions.
#[derive(Clone, Debug)]
struct Block<P: Rules> {
    /// The position before the first action.
    start: P,
    actions: Vec<PastAction<P>>,
    /// The position after every [`SPACING`]th action.
    saved: Vec<P>,
    /// The repetition keys of the positions after the actions. In the first block, the key of the
    /// starting position comes first.
    keys: Vec<u64>,
}

/// A block with [`BLOCK`] actions.
#[derive(Clone, Debug)]
struct FullBlock<P: Rules> {
    block: Block<P>,
    /// One bit is set for each key.
    filter: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct PastAction<P: Rules> {
    action: P::Action,
    /// The side that acted.
    side: Side,
    /// Whether the position after the action counts for repetition.
    counts: bool,
}

impl<P: Rules> Timeline<P> {
    /// A timeline without actions.
    pub fn new(start: P) -> Timeline<P> {
        let keys = start.repetition_key().into_iter().collect();
        Timeline { full: Vec::new(), last: Block { start, actions: Vec::new(), saved: Vec::new(), keys } }
    }

    /// The position before the first action.
    pub fn start(&self) -> &P {
        &self.block(0).start
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.full.len() * BLOCK + self.last.actions.len()
    }

    /// The actions in order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = P::Action> + ExactSizeIterator + '_ {
        self.past().map(|past| past.action)
    }

    /// The side of each action.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + ExactSizeIterator + '_ {
        self.past().map(|past| past.side)
    }

    fn past(&self) -> impl DoubleEndedIterator<Item = &PastAction<P>> + ExactSizeIterator {
        (0..self.len()).map(|index| &self.block(index / BLOCK).actions[index % BLOCK])
    }

    /// Whether the position after the last action counts for repetition; `false` at the start.
    pub fn last_counts(&self) -> bool {
        self.past().next_back().is_some_and(|last| last.counts)
    }

    /// Appends an action of `side` and the position after it.
    pub fn push(&mut self, action: P::Action, side: Side, position: &P) {
        let key = position.repetition_key();
        self.last.keys.extend(key);
        self.last.actions.push(PastAction { action, side, counts: key.is_some() });
        if self.last.actions.len() == BLOCK {
            let next = Block { start: position.clone(), actions: Vec::new(), saved: Vec::new(), keys: Vec::new() };
            // The key of the position belongs to the block of its action.
            let block = std::mem::replace(&mut self.last, next);
            self.full.push(Arc::new(FullBlock::new(block)));
        } else if self.last.actions.len().is_multiple_of(SPACING) {
            self.last.saved.push(position.clone());
        }
    }

    /// Removes the last action. Returns it with the position before it, or `None` at the start.
    pub fn pop(&mut self) -> Option<(P::Action, P)> {
        if self.last.actions.is_empty() {
            self.last = Arc::unwrap_or_clone(self.full.pop()?).block;
        }
        let last = self.last.actions.pop()?;
        if last.counts {
            self.last.keys.pop();
        }
        self.last.saved.truncate(self.last.actions.len() / SPACING);
        Some((last.action, self.last.end()))
    }

    /// A timeline of only the first `actions` actions, or of all if there are fewer, with the
    /// position after them.
    pub fn first(&self, actions: usize) -> (Timeline<P>, P) {
        let actions = actions.min(self.len());
        let mut last = self.block(actions / BLOCK).clone();
        let behind = last.actions.drain(actions % BLOCK..).filter(|past| past.counts).count();
        last.keys.truncate(last.keys.len() - behind);
        last.saved.truncate(last.actions.len() / SPACING);
        let position = last.end();
        (Timeline { full: self.full[..actions / BLOCK].to_vec(), last }, position)
    }

    /// The repetition keys of the positions that count, including the start, in order.
    pub fn keys(&self) -> Vec<u64> {
        let full = self.full.iter().flat_map(|full| &full.block.keys);
        full.chain(&self.last.keys).copied().collect()
    }

    /// The number of positions with this repetition key.
    pub fn occurrences(&self, key: u64) -> usize {
        let full = self.full.iter().filter(|full| full.may_have(key)).map(|full| &full.block);
        full.chain([&self.last]).flat_map(|block| &block.keys).filter(|&&other| other == key).count()
    }

    fn block(&self, index: usize) -> &Block<P> {
        self.full.get(index).map_or(&self.last, |full| &full.block)
    }
}

impl<P: Rules> Block<P> {
    /// The position after the last action.
    fn end(&self) -> P {
        let mut position = self.saved.last().unwrap_or(&self.start).clone();
        for past in &self.actions[self.saved.len() * SPACING..] {
            position.play(past.action);
        }
        position
    }
}

impl<P: Rules> FullBlock<P> {
    fn new(block: Block<P>) -> FullBlock<P> {
        let mut filter = vec![0; FILTER / 64];
        for key in &block.keys {
            let (word, bit) = slot(*key);
            filter[word] |= bit;
        }
        FullBlock { block, filter }
    }

    fn may_have(&self, key: u64) -> bool {
        let (word, bit) = slot(key);
        self.filter[word] & bit != 0
    }
}

/// Word index and bit mask of a key in a filter.
fn slot(key: u64) -> (usize, u64) {
    let slot = key as usize % FILTER;
    (slot / 64, 1 << (slot % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Notation, Options};
    use crate::games::chess::Chess;

    /// Knights move back and forth for `actions` plies.
    fn shuffled(actions: usize) -> Timeline<Chess> {
        let mut position = Chess::start(&Options::default());
        let mut timeline = Timeline::new(position);
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(actions) {
            let (action, side) = (position.parse_action(text).unwrap(), position.pending().side().unwrap());
            position.play(action);
            timeline.push(action, side, &position);
        }
        timeline
    }

    #[test]
    fn actions_come_and_go_across_blocks() {
        let mut timeline = shuffled(2 * BLOCK + 1);
        let copy = timeline.clone();
        assert!(Arc::ptr_eq(&timeline.full[1], &copy.full[1]), "a copy shares the full blocks");
        let all: Vec<_> = copy.actions().zip(copy.sides()).collect();
        assert!(all.iter().map(|(_, side)| *side).eq(Side::BOTH.into_iter().cycle().take(2 * BLOCK + 1)));
        for left in [2 * BLOCK, 2 * BLOCK - 1] {
            let (action, position) = timeline.pop().unwrap();
            assert_eq!((action, timeline.len()), (all[left].0, left));
            assert_eq!(position, shuffled(left).last.end());
        }
        assert_eq!(copy.len(), 2 * BLOCK + 1);
        for actions in [0, 1, SPACING, BLOCK - 1, BLOCK, BLOCK + SPACING, 2 * BLOCK] {
            let (first, position) = copy.first(actions);
            assert!(first.actions().zip(first.sides()).eq(all[..actions].iter().copied()));
            assert_eq!((position, first.keys()), (shuffled(actions).last.end(), copy.keys()[..=actions].to_vec()));
        }
        while timeline.pop().is_some() {}
        assert_eq!((timeline.len(), timeline.keys().len()), (0, 1));
    }
}
