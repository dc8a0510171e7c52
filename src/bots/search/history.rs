//! How often each action refuted a position: the order in which quiet actions are tried.

use std::hash::{Hash, Hasher};

/// Bits of a slot number. Of the 1,792 queen and knight moves of a chessboard, one in twenty shares a slot; with 12 bits, two in five do.
const BITS: u32 = 14;

/// Entries of a history for each side.
const SIZE: usize = 1 << BITS;

/// The greatest size of a history's number.
const LIMIT: i32 = 1 << 14;

/// How often each action was the best where it was tried, by its hash: actions that share a number are rare.
pub struct History([Vec<i16>; 2]);

impl History {
    pub fn new() -> Self {
        History([vec![0; SIZE], vec![0; SIZE]])
    }

    pub fn get(&self, side: usize, action: &impl Hash) -> i32 {
        self.0[side][slot(action)].into()
    }

    /// Moves the number of an action towards the limit, up or down, the slower the nearer it is.
    pub fn update(&mut self, side: usize, action: &impl Hash, bonus: i32) {
        let number = &mut self.0[side][slot(action)];
        let old = i32::from(*number);
        *number = (old + bonus - old * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
    }
}

fn slot(action: &impl Hash) -> usize {
    let mut mixer = Mixer(0);
    action.hash(&mut mixer);
    (mixer.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}

/// A hash for small keys, the same on every machine.
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(byte.into());
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.mix(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chess move as games have it: from, to and a kind.
    #[derive(Hash)]
    struct Move(u8, u8, u8);

    #[test]
    fn moves_of_a_chessboard_rarely_share_a_slot() {
        let mut slots = std::collections::BTreeMap::<usize, u32>::new();
        let mut moves = 0;
        for (from, to) in (0..64_i32).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let (x, y) = ((from % 8 - to % 8).abs(), (from / 8 - to / 8).abs());
            if from != to && (x == 0 || y == 0 || x == y || x * y == 2) {
                *slots.entry(slot(&Move(from as u8, to as u8, 0))).or_default() += 1;
                moves += 1;
            }
        }
        let shared: u32 = slots.values().filter(|&&moves| moves > 1).sum();
        assert_eq!(moves, 1_792);
        assert!(shared < 250, "{shared} share a slot");
    }
}
