use crate::engine::{Outcome, Reason, Side, Turn, bits, fnv1a, text};

use super::Action;

/// The height of a king, and the greatest that a stack may have (rules/makarenko.md).
pub(super) const TALLEST: u8 = 8;

/// What a stack is by its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pawn,
    Rook,
    Knight,
    Bishop,
    Queen,
    King,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Rook => "rook",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Queen => "queen",
            Kind::King => "king",
        }
    }
}

/// The two schemes of what a height is worth (rules/makarenko.md, the table of heights).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Nowak,
    Kostyor,
}

impl Values {
    /// What so many chips are, 1 to 8.
    pub(super) fn kind(self, chips: u8) -> Kind {
        match (chips, self) {
            (0..=2, _) => Kind::Pawn,
            (3, Values::Nowak) | (5 | 6, Values::Kostyor) => Kind::Rook,
            (3, Values::Kostyor) | (5 | 6, Values::Nowak) => Kind::Bishop,
            (4, _) => Kind::Knight,
            (7, _) => Kind::Queen,
            (TALLEST.., _) => Kind::King,
        }
    }
}

/// A position of Makarenko's Chess, in 48 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Makarenko {
    /// Where each side's stacks stand.
    sides: [u64; 2],
    /// The binary digits of each stack's height less one, the ones first; 0 where nothing stands.
    digits: [u64; 3],
    pub(super) to_move: Side,
    /// Plies since the last capture.
    pub(super) quiet: u32,
    pub(super) values: Values,
}

impl Makarenko {
    pub(super) const fn empty(values: Values) -> Self {
        Makarenko { sides: [0; 2], digits: [0; 3], to_move: Side::White, quiet: 0, values }
    }

    /// Where this side's stacks stand.
    pub(super) fn stacks(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// Where anything stands.
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Where this side's kings stand.
    pub(super) fn kings(&self, side: Side) -> u64 {
        self.stacks(side) & self.digits[0] & self.digits[1] & self.digits[2]
    }

    /// Whose stack stands on a square.
    pub(super) fn side_at(&self, square: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stacks(side) & bits::bit(square) != 0)
    }

    /// How many chips stand on a square, 0 to 8.
    pub(super) fn height(&self, square: u8) -> u8 {
        let digit = |set: u64| (set >> (square & 63) & 1) as u8;
        let [ones, twos, fours] = self.digits;
        digit(self.occupied()) + digit(ones) + 2 * digit(twos) + 4 * digit(fours)
    }

    /// How many chips this side has on the board.
    pub(super) fn chips(&self, side: Side) -> u32 {
        let own = self.stacks(side);
        let [ones, twos, fours] = self.digits.map(|digit| (digit & own).count_ones());
        own.count_ones() + ones + 2 * twos + 4 * fours
    }

    /// This side's stacks onto which so many chips (1 to 8) can be put without making one that is too tall
    /// (rules/makarenko.md, A turn).
    pub(super) fn with_room_for(&self, side: Side, chips: u8) -> u64 {
        // Height less one is compared with the most that it may be, digit by digit from the lowest.
        let Some(most) = (TALLEST - 1).checked_sub(chips) else { return 0 };
        let mut set = self.stacks(side);
        let own = set;
        for (i, digit) in self.digits.into_iter().enumerate() {
            set = if most >> i & 1 == 1 { set | own & !digit } else { set & !digit };
        }
        set
    }

    /// Puts a stack of 1 to 8 chips on a square in place of what stands there; 0 chips leave it empty.
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

    /// rules/makarenko.md, The end.
    pub(super) fn status(&self) -> Turn {
        let (side, other) = (self.to_move, self.to_move.other());
        if self.kings(other) == 0 { Turn::Over(Outcome::won(side, Reason::NoKing)) } else { Turn::Decide(side) }
    }

    /// Carries out a legal action (rules/makarenko.md, A turn).
    pub(super) fn carry_out(&mut self, action: Action) {
        let (side, Action { from, to, .. }) = (self.to_move, action);
        let height = self.height(from);
        let chips = action.chips.unwrap_or(height).min(height);
        let captures = self.stacks(side.other()) & bits::bit(to) != 0;
        let below = if captures { 0 } else { self.height(to) };
        self.put(side, from, height - chips);
        self.put(side, to, below + chips);
        self.quiet = if captures { 0 } else { text::counted(self.quiet) };
        self.to_move = side.other();
    }

    /// A hash of all but the quiet counter; the scheme of values is the same throughout a match.
    pub(super) fn hash(&self) -> u64 {
        let mut bytes = [0; 41];
        let ([white, black], [ones, twos, fours]) = (self.sides, self.digits);
        for (chunk, set) in bytes.chunks_exact_mut(8).zip([white, black, ones, twos, fours]) {
            chunk.copy_from_slice(&set.to_le_bytes());
        }
        bytes[40] = self.to_move as u8;
        fnv1a(&bytes)
    }
}
