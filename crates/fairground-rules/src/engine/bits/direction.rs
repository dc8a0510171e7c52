use super::{FILE_A, FILE_H, RANK_1, RANK_8, Square, bit, lowest_square};

/// A direction on the board, clockwise from White's forward. Neighbouring variants are 45 degrees
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards h8.
    NorthEast,
    /// Towards the h-file.
    East,
    /// Towards h1.
    SouthEast,
    /// Towards rank 1.
    South,
    /// Towards a1.
    SouthWest,
    /// Towards the a-file.
    West,
    /// Towards a8.
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

    /// For each direction, the left rotation that moves a set by one step, and the squares on which
    /// a step can end.
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

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        self.turned(4)
    }

    /// The two directions 45 degrees to either side. A knight's leap is a step in this direction
    /// and a step in one of them.
    #[must_use]
    pub const fn adjacent(self) -> [Direction; 2] {
        [self.turned(1), self.turned(7)]
    }

    /// Returns `true` for the four diagonal directions.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as usize % 2 == 1
    }

    /// Moves every square of a set by one step. Squares that would leave the board are dropped.
    #[must_use]
    pub const fn shift(self, set: u64) -> u64 {
        let (by, landing) = Self::STEPS[self as usize];
        set.rotate_left(by) & landing
    }

    /// The next square, or `None` beyond the edge.
    #[must_use]
    pub const fn next(self, square: Square) -> Option<Square> {
        let set = self.shift(bit(square));
        if set == 0 { None } else { Some(lowest_square(set)) }
    }

    /// The squares ahead of this one, up to the edge.
    #[must_use]
    pub const fn ray(self, square: Square) -> u64 {
        RAYS[self as usize][(square & 63) as usize]
    }

    /// The first square of `set` on a ray in this direction.
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    #[must_use]
    pub const fn nearest(self, set: u64) -> Option<Square> {
        let upward = matches!(self, Self::North | Self::NorthEast | Self::East | Self::NorthWest);
        match set {
            0 => None,
            _ if upward => Some(lowest_square(set)),
            _ => Some(63 - set.leading_zeros() as u8),
        }
    }

    /// The direction of the straight line from one square to another, or `None` if they share no
    /// line.
    #[must_use]
    pub const fn between(from: Square, to: Square) -> Option<Direction> {
        let direction = DIRECTIONS[(from & 63) as usize][(to & 63) as usize];
        if direction < 8 { Some(Self::ALL[direction as usize]) } else { None }
    }
}

/// The squares strictly between two squares of one line; empty if they share no line.
#[must_use]
pub fn between(from: Square, to: Square) -> u64 {
    BETWEEN[usize::from(from & 63)][usize::from(to & 63)]
}

/// The consecutive squares of `set` directly ahead of `from`, up to the first gap.
#[must_use]
pub fn run(from: Square, direction: Direction, set: u64) -> u64 {
    let ray = direction.ray(from);
    direction.nearest(ray & !set).map_or(ray, |gap| between(from, gap))
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

/// By index into [`Direction::ALL`]; 8 where two squares share no line.
static DIRECTIONS: [[u8; 64]; 64] = {
    let mut table = [[8; 64]; 64];
    let mut d = 0_u8;
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            let mut ahead = RAYS[d as usize][from];
            while ahead != 0 {
                table[from][lowest_square(ahead) as usize] = d;
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
