//! Attack sets on 25 squares, as bits of a `u32`; bit 0 is a1.

use super::piece::PieceKind;
use super::square::{FILES, SQUARES, Square};
use crate::engine::Side;

/// Steps to the eight neighbours as files and ranks: four orthogonal ones, then four diagonal ones.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Magic bitboards: slider attacks along some of the lines through each square. The table index is
/// in the highest bits of the product of the blockers and `factor`, which was found by trial.
/// Blockers with different attack sets never share an index.
struct Lines<const SETS: usize> {
    factor: u32,
    /// The squares on which a blocker can end a line before the edge does.
    inner: [u32; SQUARES],
    attacks: [[u32; SETS]; SQUARES],
}

impl<const SETS: usize> Lines<SETS> {
    /// The lines from each square in the directions of `steps`.
    const fn new<const STEPS: usize>(steps: [(i8, i8); STEPS], factor: u32) -> Self {
        let mut lines = Lines { factor, inner: [0; SQUARES], attacks: [[0; SETS]; SQUARES] };
        let mut from = 0;
        while from < SQUARES {
            let mut d = 0;
            while d < STEPS {
                let (line, mut far) = (walk(from, steps[d], FILES), FILES);
                while far > 0 && walk(from, steps[d], far) == line {
                    far -= 1;
                }
                lines.inner[from] |= walk(from, steps[d], far);
                d += 1;
            }
            let mut pieces = lines.inner[from];
            loop {
                let mut attacks = 0;
                let mut d = 0;
                while d < STEPS {
                    attacks |= slide(from, steps[d], pieces);
                    d += 1;
                }
                let entry = &mut lines.attacks[from][Self::place(pieces, factor)];
                assert!(*entry == 0 || *entry == attacks, "another factor is needed");
                *entry = attacks;
                if pieces == 0 {
                    break;
                }
                pieces = (pieces - 1) & lines.inner[from];
            }
            from += 1;
        }
        lines
    }

    #[inline]
    const fn place(pieces: u32, factor: u32) -> usize {
        (pieces.wrapping_mul(factor) >> (u32::BITS - SETS.ilog2())) as usize
    }

    #[inline]
    fn attacks(&self, from: Square, occupied: u32) -> u32 {
        let from = from.index();
        self.attacks[from][Self::place(occupied & self.inner[from], self.factor)]
    }
}

static RANKS: Lines<8> = Lines::new([STEPS[0], STEPS[2]], 0x1192_2100);
static FILE_LINES: Lines<8> = Lines::new([STEPS[1], STEPS[3]], 0x3492_4801);
static DIAGONALS: Lines<16> = Lines::new([STEPS[4], STEPS[5], STEPS[6], STEPS[7]], 0x0443_2040);

/// Squares that a king attacks.
static KING: [u32; SQUARES] = steps(STEPS);

/// Squares that a knight attacks.
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

/// The squares up to `max` steps from a square, in the direction of `step`.
const fn walk(from: usize, step: (i8, i8), max: usize) -> u32 {
    let (mut file, mut rank) = ((from % FILES) as i8, (from / FILES) as i8);
    let (mut bits, mut n) = (0, 0);
    while n < max {
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

/// The squares in a direction up to and including the first occupied one.
const fn slide(from: usize, step: (i8, i8), occupied: u32) -> u32 {
    let mut max = 1;
    while max < FILES && walk(from, step, max) & occupied == 0 {
        max += 1;
    }
    walk(from, step, max)
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

/// Squares that a rook attacks, including the first occupied one of each line.
#[inline]
pub fn rook(from: Square, occupied: u32) -> u32 {
    RANKS.attacks(from, occupied) | FILE_LINES.attacks(from, occupied)
}

/// Squares that a bishop attacks, including the first occupied one of each line.
#[inline]
pub fn bishop(from: Square, occupied: u32) -> u32 {
    DIAGONALS.attacks(from, occupied)
}

/// Squares that a pawn of this side attacks.
#[inline]
pub fn pawn(side: Side, from: Square) -> u32 {
    PAWN[side.index()][from.index()]
}

/// Squares that a knight attacks.
#[inline]
pub fn knight(from: Square) -> u32 {
    KNIGHT[from.index()]
}

/// Squares that a king attacks.
#[inline]
pub fn king(from: Square) -> u32 {
    KING[from.index()]
}

/// Squares that a die of this kind and side attacks.
#[inline]
pub fn die(kind: PieceKind, side: Side, from: Square, occupied: u32) -> u32 {
    match kind {
        PieceKind::Pawn => pawn(side, from),
        PieceKind::Knight => knight(from),
        PieceKind::Bishop => bishop(from, occupied),
        PieceKind::Rook => rook(from, occupied),
    }
}

/// The squares strictly between two squares of one line; empty if they share no line.
#[inline]
pub fn between(from: Square, to: Square) -> u32 {
    BETWEEN[from.index()][to.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_end_with_the_first_piece() {
        let mut occupied = 0x9e37_79b9_u32;
        for _ in 0..2_000 {
            occupied = occupied.wrapping_mul(0xd134_2543).wrapping_add(1).rotate_left(9);
            for from in Square::all() {
                let walked =
                    |steps: &[(i8, i8)]| steps.iter().fold(0, |set, &step| set | slide(from.index(), step, occupied));
                assert_eq!(rook(from, occupied), walked(&STEPS[..4]));
                assert_eq!(bishop(from, occupied), walked(&STEPS[4..]));
            }
        }
    }
}
