//! Sets of squares as 64 bits, directions on the board, and the tables of what a piece reaches from a square.

/// A square: `rank * 8 + file`, both from 0 at `a1`.
pub type Square = u8;

/// The squares of the first file, `a1` to `a8`.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the last file.
pub const FILE_H: u64 = FILE_A << 7;
/// The squares of White's first rank.
pub const RANK_1: u64 = 0xff;
/// The squares of White's last rank.
pub const RANK_8: u64 = RANK_1 << 56;
/// The squares at the rim of the board, from which a piece can be pushed off.
pub const EDGE: u64 = FILE_A | FILE_H | RANK_1 | RANK_8;

/// The set of one square.
pub const fn bit(square: Square) -> u64 {
    1 << (square & 63)
}

/// The first square of a set, `a1` of an empty one.
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
pub const fn first(set: u64) -> Square {
    set.trailing_zeros() as u8 & 63
}

/// The squares of a set, `a1` first.
#[derive(Clone, Copy)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = first(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// A direction on the board, clockwise from White's forward: two neighbours in this list are 45 degrees apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight, clockwise.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// How far a step rotates a set to the left, and the squares that a step can end on.
    const STEPS: [(u32, u64); 8] = [
        (8, !RANK_1),
        (9, !RANK_1 & !FILE_A),
        (1, !FILE_A),
        (64 - 7, !RANK_8 & !FILE_A),
        (64 - 8, !RANK_8),
        (64 - 9, !RANK_8 & !FILE_H),
        (64 - 1, !FILE_H),
        (7, !RANK_1 & !FILE_H),
    ];

    const fn turned(self, eighths: usize) -> Direction {
        Self::ALL[(self as usize + eighths) % 8]
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        self.turned(4)
    }

    /// The two directions 45 degrees beside it: those of the other step of a knight's leap.
    pub const fn beside(self) -> [Direction; 2] {
        [self.turned(1), self.turned(7)]
    }

    /// Whether it leads along a diagonal.
    pub const fn is_diagonal(self) -> bool {
        self as usize % 2 == 1
    }

    /// Every square of the set moved by one step; those that leave the board are dropped.
    pub const fn shift(self, set: u64) -> u64 {
        let (by, landing) = Self::STEPS[self as usize];
        set.rotate_left(by) & landing
    }

    /// The next square, `None` beyond the edge.
    pub const fn next(self, square: Square) -> Option<Square> {
        let set = self.shift(bit(square));
        if set == 0 { None } else { Some(first(set)) }
    }

    /// The squares ahead of this one, up to the edge.
    pub const fn ray(self, square: Square) -> u64 {
        RAYS[self as usize][(square & 63) as usize]
    }

    /// The square of a set on a ray in this direction that comes first.
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    pub const fn nearest(self, set: u64) -> Option<Square> {
        let upward = matches!(self, Self::North | Self::NorthEast | Self::East | Self::NorthWest);
        match set {
            0 => None,
            _ if upward => Some(first(set)),
            _ => Some(63 - set.leading_zeros() as u8),
        }
    }

    /// The direction of the straight line from one square to another, `None` if there is none.
    pub const fn between(from: Square, to: Square) -> Option<Direction> {
        let direction = DIRECTIONS[(from & 63) as usize][(to & 63) as usize];
        if direction < 8 { Some(Self::ALL[direction as usize]) } else { None }
    }
}

/// The squares strictly between two on one line; none if they are on none.
pub fn between(from: Square, to: Square) -> u64 {
    BETWEEN[usize::from(from & 63)][usize::from(to & 63)]
}

/// The squares of a set directly ahead of a square, up to the first gap.
pub fn run(from: Square, direction: Direction, set: u64) -> u64 {
    let ray = direction.ray(from);
    direction.nearest(ray & !set).map_or(ray, |gap| between(from, gap))
}

/// Where a knight leaps to.
pub fn knight(square: Square) -> u64 {
    KNIGHT[usize::from(square & 63)]
}

/// Where a king steps to.
pub fn king(square: Square) -> u64 {
    KING[usize::from(square & 63)]
}

/// The whole rank and file through a square, without it.
pub fn rook_lines(square: Square) -> u64 {
    use Direction::{East, North, South, West};
    North.ray(square) | South.ray(square) | East.ray(square) | West.ray(square)
}

/// The whole diagonals through a square, without it.
pub fn bishop_lines(square: Square) -> u64 {
    let square = usize::from(square & 63);
    DIAGONAL[square] | ANTIDIAGONAL[square]
}

/// What a rook sees: empty squares and the first piece in each direction.
pub fn rook(square: Square, occupied: u64) -> u64 {
    let rank = square & 56;
    let inner = (occupied >> (rank + 1)) & 63;
    let along_rank = u64::from(RANK_SIGHT[(inner & 63) as usize][usize::from(square & 7)]) << rank;
    along_rank | sight(square, FILE[usize::from(square & 63)], occupied)
}

/// What a bishop sees.
pub fn bishop(square: Square, occupied: u64) -> u64 {
    let index = usize::from(square & 63);
    sight(square, DIAGONAL[index], occupied) | sight(square, ANTIDIAGONAL[index], occupied)
}

/// Sight both ways along a file or diagonal by hyperbola quintessence: subtracting the slider from the pieces on its line
/// flips all bits up to the first piece above it, and the same with the ranks reversed does so below it.
const fn sight(square: Square, line: u64, occupied: u64) -> u64 {
    let pieces = occupied & line;
    let up = pieces.wrapping_sub(bit(square));
    let down = pieces.swap_bytes().wrapping_sub(bit(square ^ 56)).swap_bytes();
    (up ^ down) & line
}

static RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut d = 0;
    while d < 8 {
        let mut square = 0;
        while square < 64 {
            let mut set = Direction::ALL[d].shift(1 << square);
            while set != 0 {
                rays[d][square] |= set;
                set = Direction::ALL[d].shift(set);
            }
            square += 1;
        }
        d += 1;
    }
    rays
};

const fn lines(a: Direction) -> [u64; 64] {
    let mut lines = [0; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = RAYS[a as usize][square] | RAYS[a.opposite() as usize][square];
        square += 1;
    }
    lines
}

static FILE: [u64; 64] = lines(Direction::North);
static DIAGONAL: [u64; 64] = lines(Direction::NorthEast);
static ANTIDIAGONAL: [u64; 64] = lines(Direction::NorthWest);

/// What a rook on a file sees along a rank, by the pieces on the six inner files.
static RANK_SIGHT: [[u8; 8]; 64] = {
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

/// By index into [`Direction::ALL`]; 8 where two squares share no line.
static DIRECTIONS: [[u8; 64]; 64] = {
    let mut table = [[8; 64]; 64];
    let mut d = 0_u8;
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            let mut ahead = RAYS[d as usize][from];
            while ahead != 0 {
                table[from][first(ahead) as usize] = d;
                ahead &= ahead - 1;
            }
            from += 1;
        }
        d += 1;
    }
    table
};

static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let direction = DIRECTIONS[from][to];
            if direction < 8 {
                let back = Direction::ALL[direction as usize].opposite();
                table[from][to] = RAYS[direction as usize][from] & RAYS[back as usize][to];
            }
            to += 1;
        }
        from += 1;
    }
    table
};

static KING: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            table[square] |= Direction::ALL[d].shift(1 << square);
            d += 1;
        }
        square += 1;
    }
    table
};

static KNIGHT: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            let halfway = Direction::ALL[d].shift(1 << square);
            let [a, b] = Direction::ALL[d].beside();
            table[square] |= a.shift(halfway) | b.shift(halfway);
            d += 1;
        }
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// What a slider sees, square by square.
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
    fn sliders_see_what_a_walk_sees() {
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

    #[test]
    fn tables_agree_with_geometry() {
        assert_eq!(Squares(knight(0)).collect::<Vec<_>>(), [10, 17]);
        assert_eq!(king(63).count_ones(), 3);
        assert_eq!(between(0, 63).count_ones(), 6);
        assert_eq!(between(0, 10), 0);
        assert_eq!(Direction::between(9, 2), Some(Direction::SouthEast));
        assert_eq!(Direction::East.next(7), None);
        assert_eq!(Direction::South.nearest(bit(9) | bit(1)), Some(9));
        assert_eq!(rook_lines(0).count_ones() + bishop_lines(0).count_ones(), 21);
    }
}
