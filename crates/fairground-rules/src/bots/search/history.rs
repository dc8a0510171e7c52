//! History heuristic: a score per side and action for ordering actions.
//!
//! Continuation histories score a quiet action after one of the preceding actions. Alone, and by the
//! squares of the actions instead of the kinds of pieces, they gained little at 6,000 nodes a
//! decision: chess +4 ± 11 Elo (2,400 matches), Abalonian Chess -6 ± 16 (1,300), Makarenko's Chess
//! +6 ± 14 (1,600); chess +17 ± 25 at 20,000 nodes (498).

use super::correction::CorrectionHistory;
use crate::engine::{Position, Side};

/// Bits of a slot number. Of the 1,792 queen and knight moves of a chessboard, one in twenty shares
/// a slot; with 12 bits, two in five do.
const BITS: u32 = 14;

/// Number of scores for each side.
const SIZE: usize = 1 << BITS;

/// Maximum absolute value of a score.
const LIMIT: i32 = 1 << 14;

/// The scores that a search passes on to later searches of the match.
pub struct Histories {
    /// The history of quiet actions.
    pub quiet: History,
    pub captures: History,
    /// Unused in games whose searches are not [selective](crate::engine::Heuristics::SELECTIVE).
    pub continuation: ContinuationHistory,
    /// Likewise.
    pub corrections: CorrectionHistory,
}

impl Histories {
    pub fn new() -> Self {
        Histories {
            quiet: History::new(),
            captures: History::new(),
            continuation: ContinuationHistory::new(),
            corrections: CorrectionHistory::new(),
        }
    }

    /// Halves the scores of earlier searches.
    pub fn begin_search(&mut self) {
        let scores = self.quiet.0.iter_mut().chain(&mut self.captures.0);
        scores.flat_map(|scores| scores.iter_mut()).for_each(|score| *score /= 2);
    }
}

/// A score for each side and packed action. Actions rarely share a slot.
pub struct History([Box<[i16; SIZE]>; 2]);

impl History {
    pub fn new() -> Self {
        History([Box::new([0; SIZE]), Box::new([0; SIZE])])
    }

    #[inline]
    pub fn get(&self, side: usize, action: u32) -> i32 {
        self.0[side][slot(action)].into()
    }

    /// Moves the score of an action towards the limit, up or down, more slowly near the limit.
    #[inline]
    pub fn update(&mut self, side: usize, action: u32, bonus: i32) {
        approach(&mut self.0[side][slot(action)], bonus);
    }
}

/// Number of a side's moves, see [`Heuristics::move_index`](crate::engine::Heuristics::move_index).
const MOVES: usize = 1 << 9;

/// A move of a side, in a [`ContinuationHistory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveIndex(usize);

impl MoveIndex {
    #[inline]
    pub fn of<P: Position>(side: Side, position: &P, action: P::Action) -> Self {
        MoveIndex(side.index() * MOVES + position.move_index(action) % MOVES)
    }

    pub const fn number(self) -> usize {
        self.0
    }
}

/// A score for each move after each other move. Allocated at the first update.
pub struct ContinuationHistory(Vec<[i16; 2 * MOVES]>);

impl ContinuationHistory {
    pub const fn new() -> Self {
        ContinuationHistory(Vec::new())
    }

    #[inline]
    pub fn get(&self, before: MoveIndex, now: MoveIndex) -> i32 {
        self.0.get(before.0).map_or(0, |scores| scores[now.0].into())
    }

    pub fn update(&mut self, before: MoveIndex, now: MoveIndex, bonus: i32) {
        if self.0.is_empty() {
            self.0 = vec![[0; 2 * MOVES]; 2 * MOVES];
        }
        approach(&mut self.0[before.0][now.0], bonus);
    }
}

/// Moves a score towards the limit, up or down, more slowly near the limit.
#[inline]
fn approach(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
}

/// The slot of an action. Actions that differ only in their destination have neighbouring slots,
/// because they are looked up together.
#[inline]
fn slot(action: u32) -> usize {
    let block = u64::from(action >> 6).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - (BITS - 6));
    (block << 6) as usize | (action & 63) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_a_chessboard_rarely_share_a_slot() {
        let mut slots = std::collections::BTreeMap::<usize, u32>::new();
        let mut moves = 0;
        for (from, to) in (0..64_i32).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let (x, y) = ((from % 8 - to % 8).abs(), (from / 8 - to / 8).abs());
            if from != to && (x == 0 || y == 0 || x == y || x * y == 2) {
                *slots.entry(slot((to | from << 8) as u32)).or_default() += 1;
                moves += 1;
            }
        }
        let shared: u32 = slots.values().filter(|&&moves| moves > 1).sum();
        assert_eq!(moves, 1_792);
        assert!(shared < 250, "{shared} share a slot");
    }
}
