use super::attacks;
use super::piece::{PieceKind, TALLEST, Values};
use crate::engine::{Side, bits};

/// A position of Makarenko's Chess, in 48 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Makarenko {
    /// The squares of each side's stacks.
    pub(super) sides: [u64; 2],
    /// The binary digits of each stack's height minus one, the ones first; 0 on empty squares.
    pub(super) digits: [u64; 3],
    /// The side to move.
    pub(super) side: Side,
    /// Plies since the last capture.
    pub(super) halfmove_clock: u32,
    pub(super) values: Values,
}

impl Makarenko {
    pub(super) const fn empty(values: Values) -> Self {
        Makarenko { sides: [0; 2], digits: [0; 3], side: Side::White, halfmove_clock: 0, values }
    }

    /// The starting position (assets/rules/makarenko.md, Set-up).
    pub(super) fn set_up(values: Values) -> Self {
        let back_rank = match values {
            Values::Nowak => [3, 4, 5, 7, 8, 5, 4, 3],
            Values::Kostyor => [5, 4, 3, 7, 8, 3, 4, 5],
        };
        let mut start = Makarenko::empty(values);
        for (file, height) in (0..).zip(back_rank) {
            start.put(Side::White, file, height);
            start.put(Side::White, 8 + file, 1);
            start.put(Side::Black, 48 + file, 1);
            start.put(Side::Black, 56 + file, height);
        }
        start
    }

    /// The squares of a side's stacks.
    #[inline]
    pub(super) fn stacks(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// The squares of all stacks.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The squares of a side's kings.
    #[inline]
    pub(super) fn kings(&self, side: Side) -> u64 {
        self.stacks(side) & self.digits[0] & self.digits[1] & self.digits[2]
    }

    /// Whether the only king of `side`, which must not be split, is on this square
    /// (assets/rules/makarenko.md, The only king).
    #[inline]
    pub(super) fn is_only_king(&self, side: Side, square: u8) -> bool {
        self.kings(side) == bits::bit(square)
    }

    /// The stacks of `side` that may be split or are a single chip.
    #[inline]
    pub(super) fn divisible(&self, side: Side) -> u64 {
        let kings = self.kings(side);
        self.stacks(side) & if kings.count_ones() == 1 { !kings } else { !0 }
    }

    /// The owner of the stack on a square.
    #[inline]
    pub(super) fn side_at(&self, square: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stacks(side) & bits::bit(square) != 0)
    }

    /// The number of chips on a square, 0 to 8.
    #[inline]
    pub(super) fn height(&self, square: u8) -> u8 {
        let digit = |set: u64| (set >> (square & 63) & 1) as u8;
        let [ones, twos, fours] = self.digits;
        digit(self.occupied()) + digit(ones) + 2 * digit(twos) + 4 * digit(fours)
    }

    /// The number of chips in `stacks`, all of them occupied squares.
    #[inline]
    pub(super) fn chips(&self, stacks: u64) -> u32 {
        let [ones, twos, fours] = self.digits.map(|digit| (digit & stacks).count_ones());
        stacks.count_ones() + ones + 2 * twos + 4 * fours
    }

    /// The stacks of `side` to which `chips` chips (1 to 8) can be added without exceeding the
    /// maximum height (assets/rules/makarenko.md, Combining).
    #[inline]
    pub(super) fn with_room_for(&self, side: Side, chips: u8) -> u64 {
        // Compares the height minus one with its maximum, digit by digit from the lowest.
        let Some(max) = (TALLEST - 1).checked_sub(chips) else { return 0 };
        let mut set = self.stacks(side);
        let own = set;
        for (i, digit) in self.digits.into_iter().enumerate() {
            set = if max >> i & 1 == 1 { set | own & !digit } else { set & !digit };
        }
        set
    }

    /// The members of `stacks` that have at least `chips` chips (1 to 8).
    #[inline]
    pub(super) fn at_least(&self, chips: u8, stacks: u64) -> u64 {
        let [ones, twos, fours] = self.digits;
        stacks
            & match chips {
                0 | 1 => !0,
                2 => ones | twos | fours,
                3 => twos | fours,
                4 => ones & twos | fours,
                5 => fours,
                6 => fours & (ones | twos),
                7 => fours & twos,
                _ => fours & twos & ones,
            }
    }

    /// The stacks of `by` that, whole or in part, could capture on this square, if it were its
    /// turn.
    pub(super) fn attackers_to(&self, square: u8, by: Side) -> u64 {
        let (divisible, occupied) = (self.divisible(by), self.occupied());
        let (light, heavy) = (self.values.kind(3), self.values.kind(5));
        attacks::pawns(by.other(), bits::bit(square)) & divisible
            | attacks::piece(light, by, square, occupied) & self.at_least(3, divisible)
            | attacks::piece(PieceKind::Knight, by, square, occupied) & self.at_least(4, divisible)
            | attacks::piece(heavy, by, square, occupied) & self.at_least(5, divisible)
            | bits::king(square) & self.kings(by)
    }

    /// The stacks of `side` that the opponent could capture, if it were the opponent's turn.
    pub(super) fn attacked(&self, side: Side) -> u64 {
        bits::Squares(self.stacks(side))
            .filter(|&square| self.attackers_to(square, side.other()) != 0)
            .fold(0, |set, square| set | bits::bit(square))
    }

    /// For each stack of `side` that could become a king, the stacks that could supply the missing
    /// chips, if it were its turn. Empty sets are omitted.
    pub(super) fn king_makers(&self, side: Side) -> impl Iterator<Item = u64> + '_ {
        let (divisible, occupied) = (self.divisible(side), self.occupied());
        let makers = move |square: u8| {
            let missing = TALLEST - self.height(square);
            let suppliers = self.at_least(missing, divisible);
            if suppliers == 0 {
                return 0;
            }
            let from = match self.values.kind(missing) {
                PieceKind::Pawn => attacks::pawns(side.other(), bits::bit(square)),
                kind => attacks::piece(kind, side, square, occupied),
            };
            from & suppliers
        };
        bits::Squares(self.stacks(side) & !self.kings(side)).map(makers).filter(|&makers| makers != 0)
    }

    /// Replaces the stack on a square by one of `height` chips, 1 to 8; 0 empties the square.
    #[inline]
    pub(super) fn put(&mut self, side: Side, square: u8, height: u8) {
        let bit = bits::bit(square);
        for set in self.sides.iter_mut().chain(&mut self.digits) {
            *set &= !bit;
        }
        if height > 0 {
            self.sides[side.index()] |= bit;
            for (i, digit) in self.digits.iter_mut().enumerate() {
                if (height - 1) >> i & 1 == 1 {
                    *digit |= bit;
                }
            }
        }
    }
}
