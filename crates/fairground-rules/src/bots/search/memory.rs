//! Knowledge passed on between the searches of a match.

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use super::history::Histories;
use super::noise::Noise;
use super::transposition::TranspositionTable;
use crate::bots::Evaluation;
use crate::engine::Packed;

/// Knowledge from one player's earlier searches in a match: the transposition table and the history
/// scores. The next search starts with it and reaches a greater depth in the same time, but its
/// choice then depends on the earlier searches. Clones share the memory. If two searches run at the
/// same time, the second starts without it.
#[derive(Clone, Debug, Default)]
pub struct SearchMemory(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

/// The contents of a memory.
pub(super) struct Learned<A> {
    /// The evaluation and noise of all values: values of another evaluation are useless.
    pub valued_by: (Evaluation, Noise),
    pub histories: Histories,
    pub table: TranspositionTable<A>,
}

impl SearchMemory {
    /// Takes the contents if they have the same type of action, evaluation and noise, and a table
    /// whose size is in `entries`.
    pub(super) fn take<A: Packed + 'static>(
        &self,
        valued_by: (Evaluation, Noise),
        entries: RangeInclusive<usize>,
    ) -> Option<Learned<A>> {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let learned = *taken.downcast::<Learned<A>>().ok()?;
        (learned.valued_by == valued_by && entries.contains(&learned.table.entries())).then_some(learned)
    }

    /// Stores the contents for the next search.
    pub(super) fn keep<A: 'static>(&self, learned: Learned<A>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(learned));
    }
}
