//! Attack sets on 25 squares, as bits of a `u32`; bit 0 is a1.

use super::piece::PieceKind;
use super::square::{FILES, SQUARES, Square};
use crate::engine::Side;

/// Steps to the eight neighbours, files and ranks: four orthogonal ones, then four diagonal ones.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Whether each of [`STEPS`] leads to higher square numbers.
const UPWARD: [bool; 8] = [true, true, false, false, true, true, false, false];

static RAYS: [[u32; SQUARES]; 8] = {
    let mut rays = [[0; SQUARES]; 8];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < SQUARES {
            rays[d][from] = walk(from, STEPS[d], FILES);
            from += 1;
        }
        d += 1;
    }
    rays
};

/// Squares a king's step away.
static KING: [u32; SQUARES] = steps(STEPS);

/// Squares a knight's leap away.
static KNIGHT: [u32; SQUARES] = steps(LEAPS);

static BETWEEN: [[u32; SQUARES]; SQUARES] = {
    let mut between = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut d = 0;
        while d < 8 {
            let mut far = 1;
            while far < FILES {
                let run = walk(from, STEPS[d], far);
                let shorter = walk(from, STEPS[d], far - 1);
                if run != shorter {
                    between[from][(run & !shorter).trailing_zeros() as usize] = shorter;
                }
                far += 1;
            }
            d += 1;
        }
        from += 1;
    }
    between
};

/// Squares that a pawn attacks, White's first.
static PAWN: [[u32; SQUARES]; 2] = {
    let mut attacks = [[0; SQUARES]; 2];
    let mut from = 0;
    while from < SQUARES {
        attacks[0][from] = walk(from, (1, 1), 1) | walk(from, (-1, 1), 1);
        attacks[1][from] = walk(from, (1, -1), 1) | walk(from, (-1, -1), 1);
        from += 1;
    }
    attacks
};

/// The squares of up to `most` steps from a square.
const fn walk(from: usize, step: (i8, i8), most: usize) -> u32 {
    let (mut file, mut rank) = ((from % FILES) as i8, (from / FILES) as i8);
    let (mut bits, mut n) = (0, 0);
    while n < most {
        file += step.0;
        rank += step.1;
        if file < 0 || rank < 0 || file >= FILES as i8 || rank >= FILES as i8 {
            break;
        }
        bits |= 1 << (rank as usize * FILES + file as usize);
        n += 1;
    }
    bits
}

const fn steps(of: [(i8, i8); 8]) -> [u32; SQUARES] {
    let mut table = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut i = 0;
        while i < 8 {
            table[from] |= walk(from, of[i], 1);
            i += 1;
        }
        from += 1;
    }
    table
}

fn lines(from: Square, occupied: u32, directions: std::ops::Range<usize>) -> u32 {
    let mut attacks = 0;
    for d in directions {
        let ray = RAYS[d][from.index()];
        let blockers = ray & occupied;
        attacks |= if blockers == 0 {
            ray
        } else {
            let first = if UPWARD[d] { blockers.trailing_zeros() } else { 31 - blockers.leading_zeros() };
            ray & !RAYS[d][first as usize]
        };
    }
    attacks
}

/// Squares that a rook attacks, the first occupied one of each line included.
pub fn rook(from: Square, occupied: u32) -> u32 {
    lines(from, occupied, 0..4)
}

/// Squares that a bishop attacks, the first occupied one of each line included.
pub fn bishop(from: Square, occupied: u32) -> u32 {
    lines(from, occupied, 4..8)
}

/// Squares that a pawn of this side attacks.
pub fn pawn(side: Side, from: Square) -> u32 {
    PAWN[side.index()][from.index()]
}

/// Squares that a knight attacks.
pub fn knight(from: Square) -> u32 {
    KNIGHT[from.index()]
}

/// Squares that a king attacks.
pub fn king(from: Square) -> u32 {
    KING[from.index()]
}

/// Squares that a die of this kind and side attacks.
pub fn die(kind: PieceKind, side: Side, from: Square, occupied: u32) -> u32 {
    match kind {
        PieceKind::Pawn => pawn(side, from),
        PieceKind::Knight => knight(from),
        PieceKind::Bishop => bishop(from, occupied),
        PieceKind::Rook => rook(from, occupied),
    }
}

/// The squares strictly between two on one line; none where they share no line.
pub fn between(from: Square, to: Square) -> u32 {
    BETWEEN[from.index()][to.index()]
}
