//! The transposition table, shared by the threads of a search.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::bots::value::{Bound, WIN_BOUND};

/// Entries that share a lock.
const BUCKET: usize = 4;

/// Buckets that are made together.
const CHUNK: usize = 1 << 8;

/// An entry: a position with the result of its last search.
#[derive(Clone, Copy, Debug)]
pub struct Entry<A> {
    key: u64,
    /// The best action, or one that refuted the action before.
    pub action: Option<A>,
    value: i16,
    /// The static evaluation, [`NO_EVALUATION`] if there is none.
    evaluation: i16,
    pub depth: i8,
    pub bound: Bound,
}

const NO_EVALUATION: i16 = i16::MIN;

impl<A> Entry<A> {
    /// The value as seen from this ply: wins are stored by their distance from the position itself.
    pub fn value(&self, ply: usize) -> i32 {
        match i32::from(self.value) {
            value if value >= WIN_BOUND => value - ply as i32,
            value if value <= -WIN_BOUND => value + ply as i32,
            value => value,
        }
    }

    pub fn evaluation(&self) -> Option<i32> {
        (self.evaluation != NO_EVALUATION).then(|| i32::from(self.evaluation))
    }

    /// Whether the value alone decides a search of this depth with this window.
    pub fn allows_cutoff(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> bool {
        let value = self.value(ply);
        i32::from(self.depth) >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            }
    }
}

type Bucket<A> = Mutex<[Option<Entry<A>>; BUCKET]>;

pub struct TranspositionTable<A> {
    /// Made when first needed: to make all at once would take a large table longer than a search that is stopped may take.
    chunks: Vec<OnceLock<Box<[Bucket<A>]>>>,
}

impl<A: Copy> TranspositionTable<A> {
    /// A table with room for about this number of positions.
    pub fn new(entries: usize) -> Self {
        let chunks = (entries / (BUCKET * CHUNK)).next_power_of_two();
        TranspositionTable { chunks: (0..chunks).map(|_| OnceLock::new()).collect() }
    }

    /// The number of entries of a table of this size, a power of two.
    pub fn entries_in(bytes: u64) -> u64 {
        let entries = bytes / (size_of::<Bucket<A>>() / BUCKET) as u64;
        1 << entries.max(1).ilog2()
    }

    /// How full the table is, per mille, from a sample.
    pub fn permille_full(&self) -> u32 {
        let Some(chunk) = self.chunks.first().and_then(OnceLock::get) else { return 0 };
        let used = |bucket: &Bucket<A>| {
            bucket.lock().unwrap_or_else(PoisonError::into_inner).iter().filter(|entry| entry.is_some()).count()
        };
        (chunk.iter().map(used).sum::<usize>() * 1_000 / (CHUNK * BUCKET)) as u32
    }

    fn bucket(&self, key: u64) -> &Bucket<A> {
        // Keys need not be mixed well in their low bits.
        let mixed = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize;
        let chunk = self.chunks[(mixed / CHUNK) & (self.chunks.len() - 1)]
            .get_or_init(|| (0..CHUNK).map(|_| Mutex::new([None; BUCKET])).collect());
        &chunk[mixed % CHUNK]
    }

    pub fn probe(&self, key: u64) -> Option<Entry<A>> {
        let bucket = self.bucket(key).lock().unwrap_or_else(PoisonError::into_inner);
        bucket.iter().flatten().find(|entry| entry.key == key).copied()
    }

    pub fn store(
        &self,
        key: u64,
        action: Option<A>,
        value: i32,
        evaluation: Option<i32>,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let value = match value {
            value if value >= WIN_BOUND => value + ply as i32,
            value if value <= -WIN_BOUND => value - ply as i32,
            value => value,
        };
        let depth = depth.clamp(-1, 127) as i8;
        let mut bucket = self.bucket(key).lock().unwrap_or_else(PoisonError::into_inner);
        // The place of the same position, or else an empty one, or else the shallowest.
        let worth = |entry: &Option<Entry<A>>| match entry {
            Some(entry) if entry.key == key => i32::MIN,
            None => -2,
            Some(entry) => entry.depth.into(),
        };
        let Some(slot) = bucket.iter_mut().min_by_key(|entry| worth(entry)) else { return };
        let old = slot.filter(|entry| entry.key == key);
        // A deeper value of the same position is kept, unless this one is exact.
        if old.is_some_and(|old| old.depth > depth + 2 && bound != Bound::Exact) {
            return;
        }
        let action = action.or(old.and_then(|old| old.action));
        let evaluation = evaluation.map(|value| value as i16).or(old.map(|old| old.evaluation));
        *slot = Some(Entry {
            key,
            action,
            value: value as i16,
            evaluation: evaluation.unwrap_or(NO_EVALUATION),
            depth,
            bound,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::value::{Bound, WIN};

    #[test]
    fn wins_are_stored_by_their_distance() {
        let table = TranspositionTable::<u8>::new(64);
        table.store(1, Some(3), WIN - 9, None, 4, Bound::Exact, 4);
        let entry = table.probe(1).unwrap();
        assert_eq!((entry.value(4), entry.value(0)), (WIN - 9, WIN - 5));
        assert!(entry.allows_cutoff(4, 0, 1, 0) && !entry.allows_cutoff(5, 0, 1, 0));
        assert!(table.probe(2).is_none());
    }

    #[test]
    fn bounds_decide_on_their_side_only() {
        let table = TranspositionTable::<u8>::new(64);
        table.store(1, None, 50, Some(7), 3, Bound::Lower, 0);
        let entry = table.probe(1).unwrap();
        assert!(entry.allows_cutoff(3, 20, 40, 0) && !entry.allows_cutoff(3, 20, 60, 0));
        assert_eq!(entry.evaluation(), Some(7));
    }
}
