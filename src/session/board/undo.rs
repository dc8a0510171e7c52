//! The changes of an analysis board, to be undone.

use std::collections::VecDeque;

use crate::play::{AnalysedGame, NodeId, TreePart};

/// The most changes that can be undone; the oldest are forgotten.
const MAX_CHANGES: usize = 1000;

/// The changes that have been made, and those that have been undone since, the last one last.
#[derive(Debug, Default)]
pub(super) struct UndoStack {
    made: VecDeque<Change>,
    undone: VecDeque<Change>,
}

/// A change, with what it has replaced.
#[derive(Debug)]
pub(super) enum Change {
    /// A part of the tree is another.
    Part {
        /// What undoes it, or redoes it.
        part: TreePart,
        /// The point that was shown before it, and the one shown after it.
        shown: [NodeId; 2],
    },
    /// Everything is another: a position was set up.
    Whole(Box<AnalysedGame>),
}

impl UndoStack {
    /// A change was made. Nothing can be redone any more.
    pub fn push(&mut self, change: Change) {
        self.undone.clear();
        if self.made.len() == MAX_CHANGES {
            self.made.pop_front();
        }
        self.made.push_back(change);
    }

    /// The last change that was made; for `redo`, the last one that was undone.
    pub fn take(&mut self, redo: bool) -> Option<Change> {
        if redo { self.undone.pop_back() } else { self.made.pop_back() }
    }

    /// A change that was taken has been undone, or redone, and this is the way back.
    pub fn put_back(&mut self, redo: bool, change: Change) {
        if redo { self.made.push_back(change) } else { self.undone.push_back(change) }
    }

    /// Whether there is a change to undo, or to redo.
    pub fn has(&self, redo: bool) -> bool {
        if redo { !self.undone.is_empty() } else { !self.made.is_empty() }
    }
}
