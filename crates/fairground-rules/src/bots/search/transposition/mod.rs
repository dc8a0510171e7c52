//! The lock-free transposition table, shared by the threads of a search.
//!
//! An entry consists of two words, written one after the other. The second is XORed with the first:
//! if two threads write the same entry at the same time, the words do not match and the entry is
//! not found (Hyatt and Mann, A lock-less transposition table implementation for parallel search,
//! 2002).

mod buckets;

use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;

use prefetch_index::prefetch_index;

use crate::bots::value::{Bound, INFINITE, WIN_BOUND};
use crate::engine::Packed;
use buckets::{BUCKET, Bucket, Buckets, Slot};

/// Number of buckets sampled to estimate the occupancy of the table.
const SAMPLE: usize = 250;

/// A table entry: the result of the last search of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<A> {
    /// The best action, or an action that caused a cutoff.
    pub action: Option<A>,
    value: i16,
    /// The static evaluation, or [`NO_EVALUATION`].
    evaluation: i16,
    pub depth: i8,
    pub bound: Bound,
    /// Whether the value rests on assumptions about outcomes of dice, see `chance.rs`.
    pub assumed: bool,
}

/// The result of a search, to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewEntry<A> {
    pub action: Option<A>,
    pub value: i32,
    /// The static evaluation.
    pub evaluation: Option<i32>,
    pub depth: i32,
    pub bound: Bound,
    /// See [`Entry::assumed`].
    pub assumed: bool,
}

impl<A> NewEntry<A> {
    /// Whether the value shows an error of this evaluation. A bound does so only on its side, and a
    /// win is beyond every evaluation.
    pub fn contradicts(&self, evaluation: i32) -> bool {
        self.value.abs() < WIN_BOUND
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value > evaluation,
                Bound::Upper => self.value < evaluation,
            }
    }
}

const NO_EVALUATION: i16 = i16::MIN;

/// The depth of an entry that has only the evaluation, below every search depth.
const UNSEARCHED: i32 = -2;

impl<A> Entry<A> {
    /// The value as seen from this ply: wins are stored by their distance from the position itself.
    #[inline]
    pub fn value(&self, ply: usize) -> i32 {
        match i32::from(self.value) {
            value if value >= WIN_BOUND => value - ply as i32,
            value if value <= -WIN_BOUND => value + ply as i32,
            value => value,
        }
    }

    #[inline]
    pub fn evaluation(&self) -> Option<i32> {
        (self.evaluation != NO_EVALUATION).then(|| i32::from(self.evaluation))
    }

    /// The value, if it was searched and the static evaluation is outside its bound; or else the
    /// evaluation.
    #[inline]
    pub fn refined(&self, evaluation: i32, ply: usize) -> i32 {
        let value = self.value(ply);
        let fits = match self.bound {
            _ if i32::from(self.depth) <= UNSEARCHED || value.abs() >= WIN_BOUND => false,
            Bound::Exact => true,
            Bound::Lower => value > evaluation,
            Bound::Upper => value < evaluation,
        };
        if fits { value } else { evaluation }
    }

    /// Whether the value alone decides a search of this depth with this window.
    #[inline]
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

/// The bits of the second word outside the key: the depth, whether the value is assumed, the
/// generation, whether there is an action, the bound (0 for an empty entry).
const REST: u64 = 0xffff;

/// The flag of an assumed value.
const ASSUMED: u64 = 1 << 7;

/// Number of generations, after which the counter wraps to 0.
const GENERATIONS: u64 = 1 << 4;

/// Depth penalty per generation of age when choosing the entry to replace, plies.
const PLIES_PER_GENERATION: i32 = 4;

/// Returns both words of an entry, with the XOR of the second undone: action, value and evaluation;
/// key, depth and bound.
#[inline]
fn load([first, second]: &Slot) -> (u64, u64) {
    let [data, check] = [first, second].map(|word| word.load(Ordering::Relaxed));
    (data, data ^ check)
}

#[inline]
fn store([first, second]: &Slot, data: u64, check: u64) {
    first.store(data, Ordering::Relaxed);
    second.store(data ^ check, Ordering::Relaxed);
}

#[inline]
const fn depth_of(check: u64) -> i8 {
    (check >> 8) as u8 as i8
}

#[inline]
const fn is_empty(check: u64) -> bool {
    check & 3 == 0
}

#[inline]
const fn generation_of(check: u64) -> u64 {
    check >> 3 & (GENERATIONS - 1)
}

/// The bits of a key that distinguish the entries of a bucket. The others, the highest, choose the
/// bucket.
#[inline]
const fn check_bits(key: u64) -> u64 {
    key << REST.count_ones()
}

/// The index of the bucket of a key, by its highest bits.
#[inline]
fn index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// The table. All bits of its keys are evenly distributed, see
/// [`table_key`](super::node::table_key).
pub struct TranspositionTable<A> {
    buckets: Buckets,
    /// The number of the search, modulo [`GENERATIONS`].
    generation: u64,
    actions: PhantomData<fn(A) -> A>,
}

impl<A: Packed> TranspositionTable<A> {
    /// A table with room for about `entries` positions, or for fewer if memory is short.
    pub fn new(entries: usize) -> Self {
        let most = (entries / BUCKET).next_power_of_two();
        let buckets = (0..=most.ilog2()).find_map(|halved| Buckets::zeroed(most >> halved));
        let buckets = buckets.unwrap_or_else(|| handle_alloc_error(Layout::new::<Bucket>()));
        TranspositionTable { buckets, generation: 0, actions: PhantomData }
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        BUCKET * self.buckets.as_slice().len()
    }

    /// Starts a new search, whose entries replace older ones.
    pub fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The largest power of two of entries that fits into `bytes`, at least 1.
    pub fn entries_in(bytes: u64) -> u64 {
        let entries = bytes / size_of::<Slot>() as u64;
        1 << entries.max(1).ilog2()
    }

    /// Occupancy by entries of this search, per mille, estimated from a sample of the whole table.
    pub fn permille_full(&self) -> u32 {
        let buckets = self.buckets.as_slice();
        let sample = buckets.len().min(SAMPLE);
        let is_used = |check: u64| !is_empty(check) && generation_of(check) == self.generation;
        let used_in = |bucket: &Bucket| bucket.iter().filter(|slot| is_used(load(slot).1)).count();
        let used: usize = (0..sample).map(|nth| used_in(&buckets[nth * buckets.len() / sample])).sum();
        (used * 1_000 / (sample * BUCKET)) as u32
    }

    /// The bucket of a key, and the bits of the key that identify its entries.
    fn bucket(&self, key: u64) -> (&Bucket, u64) {
        let buckets = self.buckets.as_slice();
        (&buckets[index(key, buckets.len())], check_bits(key))
    }

    /// Prefetches the bucket of a key that will be probed soon, to hide the memory latency.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let buckets = self.buckets.as_slice();
        prefetch_index(buckets, index(key, buckets.len()));
    }

    pub fn probe(&self, key: u64) -> Option<Entry<A>> {
        let (bucket, checked) = self.bucket(key);
        let (data, check) = bucket.iter().map(load).find(|&(_, check)| check & !REST == checked && !is_empty(check))?;
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
            assumed: check & ASSUMED != 0,
        })
    }

    /// Stores the static evaluation of a position without an entry, which saves evaluating it
    /// again.
    pub fn store_evaluation(&self, key: u64, evaluation: i32) {
        // An upper bound that holds for every position.
        let (value, bound) = (INFINITE, Bound::Upper);
        let evaluation = Some(evaluation);
        let unsearched = NewEntry { action: None, value, evaluation, depth: UNSEARCHED, bound, assumed: false };
        self.store(key, unsearched, 0);
    }

    pub fn store(&self, key: u64, found: NewEntry<A>, ply: usize) {
        let NewEntry { action, value, evaluation, depth, bound, assumed } = found;
        let value = match value {
            value if value >= WIN_BOUND => value + ply as i32,
            value if value <= -WIN_BOUND => value - ply as i32,
            value => value,
        };
        let depth = depth.clamp(UNSEARCHED, 127) as i8;
        let (bucket, checked) = self.bucket(key);
        // Replaces the entry of the same position, or else an empty entry, or else the shallowest,
        // with a penalty for entries of earlier searches.
        let (mut least, mut slot, mut replaced) = (i32::MAX, &bucket[0], (0, 0));
        for other in bucket {
            let (data, check) = load(other);
            let worth = if is_empty(check) {
                i32::MIN + 1
            } else if check & !REST == checked {
                i32::MIN
            } else {
                let age = self.generation.wrapping_sub(generation_of(check)) % GENERATIONS;
                i32::from(depth_of(check)) - PLIES_PER_GENERATION * age as i32
            };
            if worth < least {
                (least, slot, replaced) = (worth, other, (data, check));
            }
        }
        // A mere evaluation replaces no entry that was searched in this search.
        if i32::from(depth) == UNSEARCHED && least > UNSEARCHED {
            return;
        }
        let (data, check) = replaced;
        let old = (!is_empty(check) && check & !REST == checked).then_some((data, check));
        // Keeps a deeper value of the same position unless the new value is exact.
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
        let rest = (u64::from(depth as u8) << 8) | (u64::from(assumed) * ASSUMED) | (self.generation << 3);
        store(slot, data, checked | rest | u64::from(action.is_some()) << 2 | bound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::value::{Bound, WIN};
    use crate::engine::split_mix_64;

    impl Packed for u8 {
        fn pack(self) -> u32 {
            self.into()
        }

        fn unpack(bits: u32) -> Self {
            bits as u8
        }
    }

    fn found(action: Option<u8>, value: i32, evaluation: Option<i32>, depth: i32, bound: Bound) -> NewEntry<u8> {
        NewEntry { action, value, evaluation, depth, bound, assumed: false }
    }

    /// A key with evenly distributed bits.
    const fn key(number: u64) -> u64 {
        split_mix_64(number)
    }

    /// Together, the bits that choose the bucket and the check bits cover the whole key.
    #[test]
    fn keys_that_differ_in_one_bit_are_distinguished() {
        for key in (0..50).map(key) {
            let table = TranspositionTable::<u8>::new(BUCKET << 16);
            table.store(key, found(Some(3), 5, None, 4, Bound::Exact), 0);
            assert!(table.probe(key).is_some());
            for bit in 0..64 {
                assert!(table.probe(key ^ 1 << bit).is_none(), "bit {bit} of {key:#x}");
            }
        }
    }

    /// Keys fill a table evenly, and the sample shows the true occupancy.
    #[test]
    fn a_large_table_reports_its_occupancy() {
        let table = TranspositionTable::<u8>::new(BUCKET << 14);
        let mut stored = 0;
        for (half, expected) in [(0..table.entries() as u64 / 4, 200..=250), (0..table.entries() as u64 / 2, 400..=500)]
        {
            half.skip(stored).for_each(|number| table.store(key(number), found(Some(1), 0, None, 1, Bound::Exact), 0));
            stored = table.entries() / 4;
            assert!(expected.contains(&table.permille_full()), "{}", table.permille_full());
        }
    }

    #[test]
    fn wins_are_stored_by_their_distance() {
        let table = TranspositionTable::<u8>::new(64);
        table.store(key(1), found(Some(3), WIN - 9, None, 4, Bound::Exact), 4);
        let entry = table.probe(key(1)).unwrap();
        assert_eq!((entry.value(4), entry.value(0)), (WIN - 9, WIN - 5));
        assert!(entry.allows_cutoff(4, 0, 1, 0) && !entry.allows_cutoff(5, 0, 1, 0));
        assert!(table.probe(key(2)).is_none());
    }

    #[test]
    fn assumptions_are_marked() {
        let table = TranspositionTable::<u8>::new(64);
        for (number, assumed) in [(1, true), (2, false), (1, false)] {
            table.store(key(number), NewEntry { assumed, ..found(None, 50, None, 3, Bound::Lower) }, 0);
            assert_eq!(table.probe(key(number)).unwrap().assumed, assumed);
        }
    }

    #[test]
    fn bounds_decide_on_their_side_only() {
        let table = TranspositionTable::<u8>::new(64);
        table.store(key(1), found(None, 50, Some(7), 3, Bound::Lower), 0);
        let entry = table.probe(key(1)).unwrap();
        assert!(entry.allows_cutoff(3, 20, 40, 0) && !entry.allows_cutoff(3, 20, 60, 0));
        assert_eq!(entry.evaluation(), Some(7));
    }

    #[test]
    fn a_deeper_value_and_the_action_are_kept() {
        let table = TranspositionTable::<u8>::new(1 << 10);
        table.store(key(7), found(Some(9), -40, Some(-33), 6, Bound::Upper), 0);
        table.store(key(7), found(None, 5, None, 3, Bound::Lower), 0);
        let entry = table.probe(key(7)).unwrap();
        assert_eq!((entry.action, entry.value(0), entry.evaluation(), entry.depth), (Some(9), -40, Some(-33), 6));
        table.store(key(7), found(None, 5, None, -1, Bound::Exact), 0);
        let entry = table.probe(key(7)).unwrap();
        assert_eq!((entry.action, entry.value(0), entry.evaluation(), entry.depth), (Some(9), 5, Some(-33), -1));
        assert_eq!(entry.bound, Bound::Exact);
    }

    /// Entries of an earlier search are replaced first, regardless of their depth.
    #[test]
    fn entries_of_earlier_searches_give_way() {
        let mut table = TranspositionTable::<u8>::new(64);
        let fill = |table: &TranspositionTable<u8>, keys: std::ops::Range<u64>, depth| {
            keys.map(key).for_each(|key| table.store(key, found(Some(1), 0, None, depth, Bound::Exact), 0));
        };
        let known = |table: &TranspositionTable<u8>, keys: std::ops::Range<u64>| {
            keys.map(key).filter(|&key| table.probe(key).is_some()).count()
        };
        fill(&table, 0..10_000, 5);
        assert_eq!((known(&table, 0..10_000), table.permille_full()), (64, 1_000));
        table.begin_search();
        assert_eq!((known(&table, 0..10_000), table.permille_full()), (64, 0));
        fill(&table, 10_000..20_000, 2);
        assert_eq!((known(&table, 0..10_000), known(&table, 10_000..20_000), table.permille_full()), (0, 64, 1_000));
    }

    /// The shallowest entry is replaced.
    #[test]
    fn deep_entries_stay() {
        let table = TranspositionTable::<u8>::new(64);
        for number in 0..10_000 {
            table.store(key(number), found(Some(1), 0, None, if number == 77 { 20 } else { 1 }, Bound::Exact), 0);
        }
        assert!(table.probe(key(77)).is_some_and(|entry| entry.depth == 20));
        assert_eq!(table.permille_full(), 1_000);
    }

    /// A mere evaluation causes no cutoff, and any searched entry replaces it.
    #[test]
    fn an_evaluation_is_remembered_without_a_search() {
        let table = TranspositionTable::<u8>::new(64);
        table.store_evaluation(key(1), -120);
        let entry = table.probe(key(1)).unwrap();
        assert_eq!((entry.action, entry.evaluation()), (None, Some(-120)));
        for [alpha, beta] in [[-WIN, 1 - WIN], [0, 1], [WIN - 9, WIN - 8]] {
            assert!(!entry.allows_cutoff(-1, alpha, beta, 3));
        }
        table.store(key(1), found(Some(3), 20, None, -1, Bound::Lower), 0);
        let entry = table.probe(key(1)).unwrap();
        assert_eq!((entry.action, entry.value(0), entry.evaluation()), (Some(3), 20, Some(-120)));
    }
}
