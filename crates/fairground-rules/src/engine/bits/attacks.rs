use super::Direction;
use super::{Square, bit};

/// The squares that a knight attacks.
#[must_use]
pub fn knight(square: Square) -> u64 {
    KNIGHT[usize::from(square & 63)]
}

/// The squares that a king attacks.
#[must_use]
pub fn king(square: Square) -> u64 {
    KING[usize::from(square & 63)]
}

/// The rank and the file through a square, without the square itself.
#[must_use]
pub fn rook_lines(square: Square) -> u64 {
    use Direction::{East, North, South, West};
    North.ray(square) | South.ray(square) | East.ray(square) | West.ray(square)
}

/// Both diagonals through a square, without the square itself.
#[must_use]
pub fn bishop_lines(square: Square) -> u64 {
    let square = usize::from(square & 63);
    DIAGONAL[square] | ANTIDIAGONAL[square]
}

/// The squares that a rook attacks: the empty squares up to and including the first piece in each
/// direction.
#[must_use]
pub fn rook(square: Square, occupied: u64) -> u64 {
    let rank = square & 56;
    let inner = (occupied >> (rank + 1)) & 63;
    let along_rank = u64::from(RANK_ATTACKS[(inner & 63) as usize][usize::from(square & 7)]) << rank;
    along_rank | line_attacks(square, FILE[usize::from(square & 63)], occupied)
}

/// The squares that a bishop attacks.
#[must_use]
pub fn bishop(square: Square, occupied: u64) -> u64 {
    let index = usize::from(square & 63);
    line_attacks(square, DIAGONAL[index], occupied) | line_attacks(square, ANTIDIAGONAL[index], occupied)
}

/// Attacks both ways along a file or diagonal by hyperbola quintessence: subtracting the slider
/// from the pieces on its line flips all bits up to the first piece above it. Subtracting with the
/// ranks reversed flips the bits below it.
const fn line_attacks(square: Square, line: u64, occupied: u64) -> u64 {
    let pieces = occupied & line;
    let up = pieces.wrapping_sub(bit(square));
    let down = pieces.swap_bytes().wrapping_sub(bit(square ^ 56)).swap_bytes();
    (up ^ down) & line
}

const fn full_lines(a: Direction) -> [u64; 64] {
    let mut lines = [0; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = a.ray(square as Square) | a.opposite().ray(square as Square);
        square += 1;
    }
    lines
}

static FILE: [u64; 64] = full_lines(Direction::North);
static DIAGONAL: [u64; 64] = full_lines(Direction::NorthEast);
static ANTIDIAGONAL: [u64; 64] = full_lines(Direction::NorthWest);

/// Rook attacks along a rank, by file and by the occupancy of the six inner files.
static RANK_ATTACKS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let mut file = 0;
        while file < 8 {
            let mut seen = 0;
            let mut right = 1_u32 << file << 1;
            while right < 256 {
                seen |= right;
                right = if right & (inner << 1) == 0 { right << 1 } else { 256 };
            }
            let mut left = 1_u32 << file >> 1;
            while left > 0 {
                seen |= left;
                left = if left & (inner << 1) == 0 { left >> 1 } else { 0 };
            }
            table[inner as usize][file] = seen.to_le_bytes()[0];
            file += 1;
        }
        inner += 1;
    }
    table
};

static KING: [u64; 64] = around(false);
static KNIGHT: [u64; 64] = around(true);

/// Attack table of a king, or of a knight if `leap`, by square.
const fn around(leap: bool) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            let step = Direction::ALL[d].shift(1 << square);
            let [a, b] = Direction::ALL[d].adjacent();
            table[square] |= if leap { a.shift(step) | b.shift(step) } else { step };
            d += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slider attacks, computed square by square.
    fn walk(square: Square, occupied: u64, diagonal: bool) -> u64 {
        let mut seen = 0;
        for direction in Direction::ALL.into_iter().filter(|d| d.is_diagonal() == diagonal) {
            let mut at = square;
            while let Some(next) = direction.next(at) {
                seen |= bit(next);
                if occupied & bit(next) != 0 {
                    break;
                }
                at = next;
            }
        }
        seen
    }

    #[test]
    fn sliders_agree_with_a_walk() {
        let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..500 {
            occupied = occupied.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1).rotate_left(17);
            for square in 0..64 {
                let (own, sparse) = (bit(square), occupied & occupied.rotate_left(29));
                for set in [occupied, occupied | own, sparse & !own] {
                    assert_eq!(rook(square, set), walk(square, set, false));
                    assert_eq!(bishop(square, set), walk(square, set, true));
                }
            }
        }
    }
}
