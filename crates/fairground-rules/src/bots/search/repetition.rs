//! Draws by repetition, in the match and in the search tree.

use crate::engine::{HALFMOVE_LIMIT, Position, TypedGame, UNCLAIMED_HALFMOVE_LIMIT};

/// Number of slots of the filter, indexed by mixed key bits.
const FILTER: usize = 1 << 12;

/// The repetition keys of the positions before the current node.
pub struct RepetitionHistory {
    keys: Vec<u64>,
    /// The number of keys that belong to the match.
    played: usize,
    /// Keys before this index precede a null move and are ignored.
    null_move: usize,
    /// The number of keys in each slot. It is nearly always 0, which saves comparing the keys.
    filter: Vec<u16>,
    /// The halfmove clock at which the search scores a draw.
    halfmove_limit: u32,
}

impl RepetitionHistory {
    pub fn new<P: Position>(game: &TypedGame<P>) -> Self {
        let keys = game.repetition_keys();
        let mut filter = vec![0; FILTER];
        for &key in &keys {
            filter[slot(key)] += 1;
        }
        // If a draw can be claimed at the root, no player has claimed it.
        let halfmove_limit = match game.position().halfmove_clock() {
            UNCLAIMED_HALFMOVE_LIMIT.. if P::CLAIMED_DRAWS => u32::MAX,
            HALFMOVE_LIMIT.. if P::CLAIMED_DRAWS => UNCLAIMED_HALFMOVE_LIMIT,
            _ => HALFMOVE_LIMIT,
        };
        RepetitionHistory { played: keys.len(), null_move: 0, keys, filter, halfmove_limit }
    }

    #[inline]
    pub fn push(&mut self, key: u64) {
        self.filter[slot(key)] += 1;
        self.keys.push(key);
    }

    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[slot(key)] -= 1;
        }
    }

    /// Ignores all earlier positions: by the rules, none of them repeats after a null move. Returns
    /// the state for [`Self::leave_null_move`].
    #[must_use]
    pub fn enter_null_move(&mut self) -> usize {
        std::mem::replace(&mut self.null_move, self.keys.len())
    }

    /// Restores the positions before a null move.
    pub fn leave_null_move(&mut self, before: usize) {
        self.null_move = before;
    }

    /// Whether this position at the end of a ply is a draw. A single repetition inside the search
    /// tree already counts. So does a claimable draw, because the side that is not better will
    /// claim it.
    pub fn is_draw<P: Position>(&self, position: &P, key: u64) -> bool {
        if self.filter[slot(key)] > 0 {
            let occurrences = |keys: &[u64]| keys.iter().filter(|&&other| other == key).count();
            let in_tree = &self.keys[self.played.max(self.null_move)..];
            let in_match = &self.keys[self.null_move.min(self.played)..self.played];
            if occurrences(in_tree) >= 1 || occurrences(in_match) >= 2 {
                return true;
            }
        }
        if position.halfmove_clock() >= self.halfmove_limit {
            return self.is_drawn_by_clock(position);
        }
        position.automatic_draw().is_some()
    }

    /// Whether this position at the end of a ply is a draw by the halfmove clock. A win on the
    /// board takes precedence.
    pub fn is_drawn_by_clock<P: Position>(&self, position: &P) -> bool {
        position.halfmove_clock() >= self.halfmove_limit
            && position.turn().outcome().is_none_or(|outcome| outcome.winner.is_none())
    }
}

#[inline]
fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize
}
