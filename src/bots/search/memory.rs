//! What the searches of a match learn for the next ones.

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use super::history::History;
use super::noise::Noise;
use super::transposition::TranspositionTable;
use crate::bots::Evaluation;
use crate::engine::Packed;

/// What one player's searches in a match know: values of positions, and which actions were good. The next search begins with it, and so
/// sees further in the same time; what it chooses depends on the searches before, though. Clones share it, and a search that finds it taken by
/// another begins without.
#[derive(Clone, Debug, Default)]
pub struct SearchMemory(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

/// The contents of a memory.
pub(super) struct Learned<A> {
    /// How positions were valued: values of another evaluation are of no use.
    pub valued_by: (Evaluation, Noise),
    /// Of quiet actions and of captures.
    pub histories: [History; 2],
    pub table: TranspositionTable<A>,
}

impl SearchMemory {
    /// Takes the contents out, if they are of a game with these actions and were valued in the same way, in a table of such a size.
    pub(super) fn take<A: Packed + 'static>(
        &self,
        valued_by: (Evaluation, Noise),
        entries: RangeInclusive<usize>,
    ) -> Option<Learned<A>> {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let learned = *taken.downcast::<Learned<A>>().ok()?;
        (learned.valued_by == valued_by && entries.contains(&learned.table.entries())).then_some(learned)
    }

    /// Keeps this for the next search.
    pub(super) fn keep<A: 'static>(&self, learned: Learned<A>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(learned));
    }
}
