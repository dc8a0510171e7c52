//! What squares are worth to pieces, by simple formulas, as a side sees the board whose pawns go up.

/// How near a file or rank is to the middle: 0 at the edge to 3.
const fn inwards(index: usize) -> i8 {
    [0, 1, 2, 3, 3, 2, 1, 0][index]
}

/// Nearness to the centre: 0 in a corner to 6 on d4.
pub(super) static CENTRE: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = inwards(square % 8) + inwards(square / 8);
        square += 1;
    }
    table
};

/// Pawns that hold the centre: 6 on d4, nothing at home or on the outer files.
pub(super) static PAWN_CENTRE: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = inwards(square % 8) * [0, 0, 1, 2, 2, 1, 1, 0][square / 8];
        square += 1;
    }
    table
};

/// Steps that a pawn has made from its second rank.
pub(super) static PAWN_ADVANCE: [i8; 64] = {
    let mut table = [0; 64];
    let mut square = 8;
    while square < 64 {
        table[square] = [0, 0, 1, 2, 3, 4, 5, 6][square / 8];
        square += 1;
    }
    table
};

/// A king behind its pawns at a side: 2 on g1, 0 on e1, and 3 less for each rank that it went up.
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
