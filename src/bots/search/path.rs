//! The way from the match's start to the position that is searched: what repetitions are told by.

use crate::engine::{HALFMOVE_LIMIT, Position, TypedGame};

/// Keys are counted by so many of their bits first.
const FILTER: usize = 1 << 12;

pub struct Path {
    keys: Vec<u64>,
    /// How many of the keys are the match's.
    played: usize,
    /// How many keys share these bits: nearly always none, and then the keys need not be looked through.
    filter: Vec<u16>,
}

impl Path {
    pub fn new<P: Position>(game: &TypedGame<P>) -> Self {
        let keys = game.repetition_keys().to_vec();
        let mut filter = vec![0; FILTER];
        for &key in &keys {
            filter[slot(key)] += 1;
        }
        Path { played: keys.len(), keys, filter }
    }

    pub fn push(&mut self, key: u64) {
        self.filter[slot(key)] += 1;
        self.keys.push(key);
    }

    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[slot(key)] -= 1;
        }
    }

    /// Whether the match is drawn with this position, which ends a ply, or goes round in a circle within the search: what was
    /// of no use once is of no use twice.
    pub fn draws<P: Position>(&self, position: &P, key: u64) -> bool {
        if self.filter[slot(key)] > 0 {
            let before = |keys: &[u64]| keys.iter().filter(|&&other| other == key).count();
            if before(&self.keys[self.played..]) >= 1 || before(&self.keys[..self.played]) >= 2 {
                return true;
            }
        }
        if position.halfmove_clock() >= HALFMOVE_LIMIT {
            // A win comes before the draw.
            return position.turn().outcome().is_none_or(|outcome| outcome.winner.is_none());
        }
        position.automatic_draw().is_some()
    }
}

fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize
}
