//! Which action is tried first: what the table knows, then what gains, then what refuted similar positions.

use std::hash::{Hash, Hasher};

use super::worker::Candidate;

/// Entries of a history for each side.
const SIZE: usize = 1 << 12;

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
    (mixer.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize & (SIZE - 1)
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

/// Brings the best of the actions from `from` on to that place.
pub fn bring_best<A>(candidates: &mut [Candidate<A>], from: usize) {
    let mut best = from;
    for i in from + 1..candidates.len() {
        if candidates[i].score > candidates[best].score {
            best = i;
        }
    }
    candidates.swap(from, best);
}
