use crate::engine::Side;

use super::position::Makarenko;

/// What a chip is worth, in hundredths of a pawn; a pawn is one.
const CHIP: i32 = 100;
/// What the first king is worth beyond its chips: without one, the next turn must make one or loses.
const FIRST_KING: i32 = 800;
/// What the second king is worth beyond its chips: it may be split, and the other may be lost.
const SECOND_KING: i32 = 150;
/// What each way to move is worth: tall stacks in the open have more.
const WAY: i32 = 2;

impl Makarenko {
    /// Chips, kings and ways to move: this side's less the other's, in hundredths of a pawn.
    pub(super) fn balance(&self, side: Side) -> i32 {
        self.worth(side) - self.worth(side.other())
    }

    fn worth(&self, side: Side) -> i32 {
        let kings = match self.kings(side).count_ones() {
            0 => 0,
            1 => FIRST_KING,
            _ => FIRST_KING + SECOND_KING,
        };
        // At most 512 chips and 512 lifts of at most 27 ways each.
        let ways: u32 = self.lifts(side).map(|lift| lift.targets.count_ones()).sum();
        CHIP * self.chips(side).cast_signed() + WAY * ways.cast_signed() + kings
    }
}
