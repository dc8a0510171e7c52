//! Actions of a match, and the positions they lead to.

use std::sync::Arc;

use crate::engine::Position;

/// Actions in a block. Copies of a match share the full blocks, so that a long match is almost as
/// cheap to copy as a short one.
const BLOCK: usize = 512;

/// Checkpoint interval: a copy of the position is saved every `SPACING` actions, so that undoing
/// replays fewer than that.
const SPACING: usize = 16;

/// Bits of a block's Bloom filter: sixteen for each key, so that few blocks are searched in vain.
const FILTER: usize = 16 * BLOCK;

/// The actions since the start, with the repetition keys of the positions that count for
/// repetition.
#[derive(Clone, Debug)]
pub(super) struct History<P: Position> {
    full: Vec<Arc<FullBlock<P>>>,
    last: Block<P>,
}

/// A run of consecutive actions.
#[derive(Clone, Debug)]
struct Block<P: Position> {
    /// The position before the first action.
    start: P,
    steps: Vec<Step<P>>,
    /// The position after every [`SPACING`]th step.
    saved: Vec<P>,
    /// The repetition keys of the positions after the steps. In the first block, the key of the
    /// starting position comes first.
    keys: Vec<u64>,
}

/// A block with [`BLOCK`] actions.
#[derive(Clone, Debug)]
struct FullBlock<P: Position> {
    block: Block<P>,
    /// One bit is set for each key.
    filter: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Step<P: Position> {
    action: P::Action,
    /// Whether the position after the action counts for repetition.
    counts: bool,
}

impl<P: Position> History<P> {
    /// A history without actions.
    pub fn new(start: P) -> History<P> {
        let keys = start.repetition_key().into_iter().collect();
        History { full: Vec::new(), last: Block { start, steps: Vec::new(), saved: Vec::new(), keys } }
    }

    /// The position before the first action.
    pub fn start(&self) -> &P {
        &self.block(0).start
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.full.len() * BLOCK + self.last.steps.len()
    }

    /// The actions in order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = P::Action> + ExactSizeIterator + '_ {
        (0..self.len()).map(|index| self.block(index / BLOCK).steps[index % BLOCK].action)
    }

    /// Whether the position after the last action counts for repetition; `false` at the start.
    pub fn last_counts(&self) -> bool {
        self.len().checked_sub(1).is_some_and(|last| self.block(last / BLOCK).steps[last % BLOCK].counts)
    }

    /// Appends an action and the position after it.
    pub fn push(&mut self, action: P::Action, position: &P) {
        let key = position.repetition_key();
        self.last.keys.extend(key);
        self.last.steps.push(Step { action, counts: key.is_some() });
        if self.last.steps.len() == BLOCK {
            let next = Block { start: position.clone(), steps: Vec::new(), saved: Vec::new(), keys: Vec::new() };
            // The key of the position belongs to the block of its step.
            let block = std::mem::replace(&mut self.last, next);
            self.full.push(Arc::new(FullBlock::new(block)));
        } else if self.last.steps.len().is_multiple_of(SPACING) {
            self.last.saved.push(position.clone());
        }
    }

    /// Removes the last action. Returns it with the position before it, or `None` at the start.
    pub fn pop(&mut self) -> Option<(P::Action, P)> {
        if self.last.steps.is_empty() {
            self.last = Arc::unwrap_or_clone(self.full.pop()?).block;
        }
        let step = self.last.steps.pop()?;
        if step.counts {
            self.last.keys.pop();
        }
        self.last.saved.truncate(self.last.steps.len() / SPACING);
        Some((step.action, self.last.end()))
    }

    /// A history of only the first `actions` actions, or of all if there are fewer, and the
    /// position after them.
    pub fn first(&self, actions: usize) -> (History<P>, P) {
        let actions = actions.min(self.len());
        let mut last = self.block(actions / BLOCK).clone();
        let behind = last.steps.drain(actions % BLOCK..).filter(|step| step.counts).count();
        last.keys.truncate(last.keys.len() - behind);
        last.saved.truncate(last.steps.len() / SPACING);
        let position = last.end();
        (History { full: self.full[..actions / BLOCK].to_vec(), last }, position)
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

impl<P: Position> Block<P> {
    /// The position after the last step.
    fn end(&self) -> P {
        let mut position = self.saved.last().unwrap_or(&self.start).clone();
        for step in &self.steps[self.saved.len() * SPACING..] {
            position.play(step.action);
        }
        position
    }
}

impl<P: Position> FullBlock<P> {
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
