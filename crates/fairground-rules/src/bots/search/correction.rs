//! Correction of the static evaluation by its earlier errors in positions with the same pawns, with
//! the same pieces of a side, or after the same two actions.

/// Number of corrections for each side and kind of key.
const SIZE: usize = 1 << 14;

/// Maximum absolute value of a correction.
const LIMIT: i32 = 1 << 10;

/// A sum of corrections of this size changes the evaluation by a centipawn.
const PER_CENTIPAWN: i32 = 50;

/// Number of keys of a position.
const KEYS: usize = 4;

/// The keys of a position: its [parts](crate::engine::Heuristics::part_keys) and the two last
/// actions.
pub type CorrectionKeys = [u64; KEYS];

/// Corrections by side and key. Allocated at the first update.
pub struct CorrectionHistory(Vec<[[i16; SIZE]; KEYS]>);

impl CorrectionHistory {
    pub const fn new() -> Self {
        CorrectionHistory(Vec::new())
    }

    /// The correction of the evaluation for `side`, in centipawns.
    #[inline]
    pub fn get(&self, side: usize, keys: CorrectionKeys) -> i32 {
        let Some(tables) = self.0.get(side) else { return 0 };
        let sum: i32 = tables.iter().zip(keys).map(|(table, key)| i32::from(table[key as usize % SIZE])).sum();
        sum / PER_CENTIPAWN
    }

    /// Learns that a search to `depth` found a value that is `error` centipawns higher than the
    /// evaluation.
    pub fn update(&mut self, side: usize, keys: CorrectionKeys, error: i32, depth: i32) {
        if self.0.is_empty() {
            self.0 = vec![[[0; SIZE]; KEYS]; 2];
        }
        let bonus = (error.saturating_mul(depth) / 8 * 2).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, key) in self.0[side].iter_mut().zip(keys) {
            let correction = &mut table[key as usize % SIZE];
            let old = i32::from(*correction);
            *correction = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_recurs_is_corrected_for_its_side_only() {
        let mut history = CorrectionHistory::new();
        let (keys, others) = ([1, 2, 3, 4], [5, 6, 7, 8]);
        assert_eq!(history.get(0, keys), 0);
        for _ in 0..100 {
            history.update(0, keys, 60, 6);
        }
        assert!((60..=KEYS as i32 * LIMIT / PER_CENTIPAWN).contains(&history.get(0, keys)));
        assert_eq!([history.get(1, keys), history.get(0, others)], [0, 0]);
        for _ in 0..100 {
            history.update(0, keys, i32::MIN, 99);
        }
        assert!(history.get(0, keys) < -60);
    }
}
