//! The undo history of an analysis board.

use std::collections::VecDeque;

use crate::play::{AnalysedGame, NodeId, TreePart};

/// The maximum number of changes that can be undone; older ones are dropped.
const MAX_CHANGES: usize = 1000;

/// The changes made, and the changes undone since, each with the latest last.
#[derive(Debug, Default)]
pub(super) struct UndoStack {
    made: VecDeque<UndoStep>,
    undone: VecDeque<UndoStep>,
}

/// A change, with the state to swap in to undo or redo it.
#[derive(Debug)]
pub(super) enum UndoStep {
    /// A change of part of the tree.
    Part {
        /// The part to swap in to undo or redo the change.
        part: TreePart,
        /// The points shown before and after the change.
        shown: [NodeId; 2],
    },
    /// A replacement of everything, for example by another position.
    Whole(Box<AnalysedGame>),
}

impl UndoStack {
    /// Adds a change. The undone changes can no longer be redone.
    pub fn push(&mut self, change: UndoStep) {
        self.undone.clear();
        if self.made.len() == MAX_CHANGES {
            self.made.pop_front();
        }
        self.made.push_back(change);
    }

    /// Takes the last change to undo, or to redo.
    pub fn take(&mut self, redo: bool) -> Option<UndoStep> {
        if redo { self.undone.pop_back() } else { self.made.pop_back() }
    }

    /// Stores the reverse of a change after it has been undone or redone.
    pub fn put_back(&mut self, redo: bool, change: UndoStep) {
        if redo { self.made.push_back(change) } else { self.undone.push_back(change) }
    }

    /// Whether there is a change to undo, or to redo.
    pub fn has(&self, redo: bool) -> bool {
        if redo { !self.undone.is_empty() } else { !self.made.is_empty() }
    }
}
