//! The transposition table, shared by the threads of a search without locks.
//!
//! An entry is two words that are written one after the other. The second is mixed with the first: where two threads write the same entry
//! at once, the words do not belong together, and the entry is not found (Hyatt and Mann, A lock-less transposition table implementation
//! for parallel search, 2002).

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::bots::value::{Bound, WIN_BOUND};
use crate::engine::Packed;

/// Entries of a bucket, a cache line.
const BUCKET: usize = 4;

/// Buckets that are made together, at most.
const CHUNK: usize = 1 << 12;

/// What is known of a position: the result of its last search.
#[derive(Clone, Copy, Debug)]
pub struct Entry<A> {
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

/// The bits of the second word that are not those of the key: the depth, the generation, whether there is an action, the bound (0 for an
/// empty entry).
const REST: u64 = 0xffff;

/// Generations are counted up to this number, and then from 0 again.
const GENERATIONS: u64 = 1 << 5;

/// So many plies of depth is an entry worth less for each search since it was written.
const PLIES_PER_GENERATION: i32 = 4;

/// The two words of an entry: action, value and evaluation; key, depth and bound, mixed with the first.
#[derive(Default)]
struct Slot([AtomicU64; 2]);

impl Slot {
    /// Both words; the key of the position and the rest of the second.
    fn load(&self) -> (u64, u64) {
        let [data, check] = [&self.0[0], &self.0[1]].map(|word| word.load(Ordering::Relaxed));
        (data, data ^ check)
    }

    fn store(&self, data: u64, check: u64) {
        self.0[0].store(data, Ordering::Relaxed);
        self.0[1].store(data ^ check, Ordering::Relaxed);
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

const fn depth_of(check: u64) -> i8 {
    (check >> 8) as u8 as i8
}

const fn is_empty(check: u64) -> bool {
    check & 3 == 0
}

const fn generation_of(check: u64) -> u64 {
    check >> 3 & (GENERATIONS - 1)
}

/// Mixes a key, whose low bits need not be well mixed.
const fn mix(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

pub struct TranspositionTable<A> {
    /// Made when first needed: to make all at once would take a large table longer than a search that is stopped may take.
    chunks: Vec<OnceLock<Box<[Bucket]>>>,
    /// The binary logarithm of the number of buckets of a chunk.
    chunk_bits: u32,
    /// The number of the search.
    generation: u64,
    actions: PhantomData<fn(A) -> A>,
}

impl<A: Packed> TranspositionTable<A> {
    /// A table with room for about this number of positions.
    pub fn new(entries: usize) -> Self {
        let buckets = (entries / BUCKET).next_power_of_two();
        let chunk = buckets.min(CHUNK);
        TranspositionTable {
            chunks: (0..buckets / chunk).map(|_| OnceLock::new()).collect(),
            chunk_bits: chunk.ilog2(),
            generation: 0,
            actions: PhantomData,
        }
    }

    /// The number of its entries.
    pub fn entries(&self) -> usize {
        (BUCKET * self.chunks.len()) << self.chunk_bits
    }

    /// Another search begins: entries of those before give way to its own.
    pub fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The number of entries of a table of this size, a power of two.
    pub fn entries_in(bytes: u64) -> u64 {
        let entries = bytes / size_of::<Slot>() as u64;
        1 << entries.max(1).ilog2()
    }

    /// How full the table is with entries of this search, per mille, from a sample.
    pub fn permille_full(&self) -> u32 {
        let Some(chunk) = self.chunks.first().and_then(OnceLock::get) else { return 0 };
        let sample = &chunk[..chunk.len().min(250)];
        let is_used = |check: u64| !is_empty(check) && generation_of(check) == self.generation;
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| is_used(slot.load().1)).count();
        (used * 1_000 / (sample.len() * BUCKET)) as u32
    }

    /// The bucket of a key, and the key mixed.
    fn bucket(&self, key: u64) -> (&Bucket, u64) {
        let mixed = mix(key);
        let (chunk, index) = self.place(mixed);
        (&chunk[index], mixed & !REST)
    }

    /// Where the bucket of a mixed key is: its chunk, and its index there.
    fn place(&self, mixed: u64) -> (&[Bucket], usize) {
        let index = (mixed >> 20) as usize;
        let chunk = self.chunks[(index >> self.chunk_bits) & (self.chunks.len() - 1)]
            .get_or_init(|| (0..1 << self.chunk_bits).map(|_| Bucket::default()).collect());
        (chunk, index & (chunk.len() - 1))
    }

    /// Begins to load the bucket of a key that is soon probed: what is computed until then need not wait for the memory.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let (chunk, index) = self.place(mix(key));
        prefetch_index(chunk, index);
    }

    pub fn probe(&self, key: u64) -> Option<Entry<A>> {
        let (bucket, mixed) = self.bucket(key);
        let (data, check) =
            bucket.0.iter().map(Slot::load).find(|&(_, check)| check & !REST == mixed && !is_empty(check))?;
        let bound = match check & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Entry {
            action: (check & 4 != 0).then(|| A::unpack(data as u32)),
            value: (data >> 32) as i16,
            evaluation: (data >> 48) as i16,
            depth: depth_of(check),
            bound,
        })
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
        let (bucket, mixed) = self.bucket(key);
        // The place of the same position, or else an empty one, or else the shallowest, where that of an earlier search counts less.
        let worth = |slot: &&Slot| match slot.load().1 {
            check if is_empty(check) => i32::MIN + 1,
            check if check & !REST == mixed => i32::MIN,
            check => {
                let age = self.generation.wrapping_sub(generation_of(check)) % GENERATIONS;
                i32::from(depth_of(check)) - PLIES_PER_GENERATION * age as i32
            }
        };
        let Some(slot) = bucket.0.iter().min_by_key(worth) else { return };
        let (data, check) = slot.load();
        let old = (!is_empty(check) && check & !REST == mixed).then_some((data, check));
        // A deeper value of the same position is kept, unless this one is exact.
        if old.is_some_and(|(_, check)| depth_of(check) > depth + 2) && bound != Bound::Exact {
            return;
        }
        let action = action.map(A::pack).or(old.and_then(|(data, check)| (check & 4 != 0).then_some(data as u32)));
        let evaluation = evaluation.map(|value| value as i16).or(old.map(|(data, _)| (data >> 48) as i16));
        let data = u64::from(action.unwrap_or(0))
            | u64::from(value as i16 as u16) << 32
            | u64::from(evaluation.unwrap_or(NO_EVALUATION) as u16) << 48;
        let bound = match bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        slot.store(
            data,
            mixed | u64::from(depth as u8) << 8 | self.generation << 3 | u64::from(action.is_some()) << 2 | bound,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::value::{Bound, WIN};

    impl Packed for u8 {
        fn pack(self) -> u32 {
            self.into()
        }

        fn unpack(bits: u32) -> Self {
            bits as u8
        }
    }

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

    #[test]
    fn a_deeper_value_and_the_action_are_kept() {
        let table = TranspositionTable::<u8>::new(1 << 10);
        table.store(7, Some(9), -40, Some(-33), 6, Bound::Upper, 0);
        table.store(7, None, 5, None, 3, Bound::Lower, 0);
        let entry = table.probe(7).unwrap();
        assert_eq!((entry.action, entry.value(0), entry.evaluation(), entry.depth), (Some(9), -40, Some(-33), 6));
        table.store(7, None, 5, None, -1, Bound::Exact, 0);
        let entry = table.probe(7).unwrap();
        assert_eq!((entry.action, entry.value(0), entry.evaluation(), entry.depth), (Some(9), 5, Some(-33), -1));
        assert_eq!(entry.bound, Bound::Exact);
    }

    /// Those of a search before last of all, however deep.
    #[test]
    fn entries_of_earlier_searches_give_way() {
        let mut table = TranspositionTable::<u8>::new(64);
        let fill = |table: &TranspositionTable<u8>, keys: std::ops::Range<u64>, depth| {
            keys.for_each(|key| table.store(key, Some(1), 0, None, depth, Bound::Exact, 0));
        };
        let found = |table: &TranspositionTable<u8>, keys: std::ops::Range<u64>| {
            keys.filter(|&key| table.probe(key).is_some()).count()
        };
        fill(&table, 0..10_000, 5);
        assert_eq!((found(&table, 0..10_000), table.permille_full()), (64, 1_000));
        table.begin_search();
        assert_eq!((found(&table, 0..10_000), table.permille_full()), (64, 0));
        fill(&table, 10_000..20_000, 2);
        assert_eq!((found(&table, 0..10_000), found(&table, 10_000..20_000), table.permille_full()), (0, 64, 1_000));
    }

    /// The shallowest entry gives way.
    #[test]
    fn deep_entries_stay() {
        let table = TranspositionTable::<u8>::new(64);
        for key in 0..10_000 {
            table.store(key, Some(1), 0, None, if key == 77 { 20 } else { 1 }, Bound::Exact, 0);
        }
        assert!(table.probe(77).is_some_and(|entry| entry.depth == 20));
        assert_eq!(table.permille_full(), 1_000);
    }
}
