//! Piece-square tables by simple formulas, from the point of view of the side whose pawns move up.

/// The binary digits of the values of all squares, from 0 to 7. They give the sum over a set
/// without a visit to each square.
pub(super) struct Digits([u64; 3]);

impl Digits {
    pub(super) const fn new(table: &[i8; 64]) -> Digits {
        let mut digits = [0; 3];
        let mut square = 0;
        while square < 64 {
            assert!(table[square] >= 0 && table[square] < 8, "a value needs more digits");
            let mut digit = 0;
            while digit < 3 {
                digits[digit] |= ((table[square] >> digit & 1) as u64) << square;
                digit += 1;
            }
            square += 1;
        }
        Digits(digits)
    }

    /// The sum of the values of these squares.
    pub(super) const fn sum(&self, set: u64) -> i32 {
        let [ones, twos, fours] = self.0;
        ((set & ones).count_ones() + 2 * (set & twos).count_ones() + 4 * (set & fours).count_ones()).cast_signed()
    }
}

/// Closeness of a file or rank to the middle, from 0 at the edge to 3.
const fn inwards(index: usize) -> i8 {
    [0, 1, 2, 3, 3, 2, 1, 0][index]
}

/// Closeness to the centre, from 0 in a corner to 6 on d4.
pub(super) static CENTRE: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = inwards(square % 8) + inwards(square / 8);
        square += 1;
    }
    table
};

/// Pawns that control the centre: 6 on d4, 0 at home and on the outer files.
pub(super) static PAWN_CENTRE: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = inwards(square % 8) * [0, 0, 1, 2, 2, 1, 1, 0][square / 8];
        square += 1;
    }
    table
};

/// Steps of a pawn from its second rank.
pub(super) static PAWN_ADVANCE: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 8;
    while square < 64 {
        table[square] = [0, 0, 1, 2, 3, 4, 5, 6][square / 8];
        square += 1;
    }
    table
};

/// A king behind its pawns on a wing: 2 on g1, 0 on e1, and 3 less for each rank up.
pub(super) static KING_HOME: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let aside = 3 - inwards(square % 8);
        let aside = if aside > 2 { 2 } else { aside };
        table[square] = aside - 3 * [0, 1, 2, 3, 4, 4, 4, 4][square / 8];
        square += 1;
    }
    table
};
