//! How often each action refuted a position: the order in which quiet actions are tried.

use crate::engine::Packed;

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

    pub fn get(&self, side: usize, action: impl Packed) -> i32 {
        self.0[side][slot(action)].into()
    }

    /// Moves the number of an action towards the limit, up or down, the slower the nearer it is.
    pub fn update(&mut self, side: usize, action: impl Packed, bonus: i32) {
        let number = &mut self.0[side][slot(action)];
        let old = i32::from(*number);
        *number = (old + bonus - old * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
    }
}

fn slot(action: impl Packed) -> usize {
    (u64::from(action.pack()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chess move as games have it: from, to and a kind.
    #[derive(Clone, Copy)]
    struct Move(u8, u8, u8);

    impl Packed for Move {
        fn pack(self) -> u32 {
            u32::from_le_bytes([self.0, self.1, self.2, 0])
        }

        fn unpack(_: u32) -> Self {
            Move(0, 0, 0)
        }
    }

    #[test]
    fn moves_of_a_chessboard_rarely_share_a_slot() {
        let mut slots = std::collections::BTreeMap::<usize, u32>::new();
        let mut moves = 0;
        for (from, to) in (0..64_i32).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let (x, y) = ((from % 8 - to % 8).abs(), (from / 8 - to / 8).abs());
            if from != to && (x == 0 || y == 0 || x == y || x * y == 2) {
                *slots.entry(slot(Move(from as u8, to as u8, 0))).or_default() += 1;
                moves += 1;
            }
        }
        let shared: u32 = slots.values().filter(|&&moves| moves > 1).sum();
        assert_eq!(moves, 1_792);
        assert!(shared < 250, "{shared} share a slot");
    }
}
