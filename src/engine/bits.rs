//! Sets of squares of an 8x8 board as bits of a number, and the ways that chessmen reach. Bit index is
//! `rank * 8 + file`, as in [`super::Layout::squares`].
//!
//! Squares are numbered 0 to 63; of a greater number only the lowest six bits count.

use super::Cell;

/// The eight squares of the a-file.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The eight squares of the h-file.
pub const FILE_H: u64 = FILE_A << 7;

/// (file, rank) steps of the eight lines; the squares of the first four are numbered upward, of the others downward.
const LINES: [(i8, i8); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// By line and square: every square of the line beyond the square.
static RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut line = 0;
    while line < 8 {
        rays[line] = reach(&[LINES[line]], 7);
        line += 1;
    }
    rays
};
static KING: [u64; 64] = reach(&LINES, 1);
static KNIGHT: [u64; 64] = reach(&LEAPS, 1);

/// By square: what at most so many of one of these steps reach on an empty board.
const fn reach(steps: &[(i8, i8)], most: u8) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let (mut file, mut rank, mut left) = (square as i8 % 8 + steps[i].0, square as i8 / 8 + steps[i].1, most);
            while left > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
                file += steps[i].0;
                rank += steps[i].1;
                left -= 1;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The set of one square.
#[must_use]
pub const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The squares of a set, lowest first.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = lowest(set)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// The lowest square of a set.
#[must_use]
pub const fn lowest(set: u64) -> Option<u8> {
    if set == 0 { None } else { Some(set.trailing_zeros() as u8) }
}

/// The squares of a set as cells, lowest first.
pub fn cells(set: u64) -> impl Iterator<Item = Cell> {
    squares(set).map(|square| Cell(u16::from(square)))
}

/// Where a king reaches.
#[must_use]
pub fn king(square: u8) -> u64 {
    KING[usize::from(square & 63)]
}

/// Where a knight reaches.
#[must_use]
pub fn knight(square: u8) -> u64 {
    KNIGHT[usize::from(square & 63)]
}

/// Where a rook reaches, up to and with the first occupied square of each line.
#[must_use]
pub fn rook(square: u8, occupied: u64) -> u64 {
    upward(0, square, occupied)
        | upward(1, square, occupied)
        | downward(4, square, occupied)
        | downward(5, square, occupied)
}

/// Where a bishop reaches, up to and with the first occupied square of each line.
#[must_use]
pub fn bishop(square: u8, occupied: u64) -> u64 {
    upward(2, square, occupied)
        | upward(3, square, occupied)
        | downward(6, square, occupied)
        | downward(7, square, occupied)
}

/// Beyond the last square, which stands in where nothing is met, no upward line goes on.
fn upward(line: usize, square: u8, occupied: u64) -> u64 {
    let ray = RAYS[line][usize::from(square & 63)];
    let met = (ray & occupied | 1 << 63).trailing_zeros();
    ray ^ RAYS[line][met as usize & 63]
}

/// Beyond the first square, which stands in where nothing is met, no downward line goes on.
fn downward(line: usize, square: u8, occupied: u64) -> u64 {
    let ray = RAYS[line][usize::from(square & 63)];
    let met = (ray & occupied | 1).leading_zeros();
    ray ^ RAYS[line][(63 - met) as usize & 63]
}

/// The squares strictly between two on a rank, file or diagonal; `None` if they share none or are the same.
#[must_use]
pub fn between(from: u8, to: u8) -> Option<u64> {
    let ray = RAYS.iter().find(|ray| ray[usize::from(from & 63)] & bit(to) != 0)?;
    Some(ray[usize::from(from & 63)] ^ ray[usize::from(to & 63)] ^ bit(to))
}

/// The cells that a move comes through, the last of which is where it ends: all on the way along a line, only the last of a
/// leap.
#[must_use]
pub fn path(from: u8, to: u8) -> Vec<Cell> {
    let mut path: Vec<Cell> = cells(between(from, to).unwrap_or(0)).collect();
    if to < from {
        path.reverse();
    }
    path.push(Cell(u16::from(to)));
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> u64 {
        names.split_whitespace().fold(0, |set, name| set | bit(square(name)))
    }

    fn square(name: &str) -> u8 {
        let bytes = name.as_bytes();
        (bytes[1] - b'1') * 8 + bytes[0] - b'a'
    }

    #[test]
    fn leaps_and_steps_end_at_the_rim() {
        assert_eq!(knight(square("a1")), set("b3 c2"));
        assert_eq!(knight(square("g4")), set("h6 h2 f6 f2 e5 e3"));
        assert_eq!(king(square("h8")), set("g8 g7 h7"));
        assert_eq!(king(square("a4")), set("a5 b5 b4 b3 a3"));
    }

    #[test]
    fn slides_end_with_the_first_occupied_square() {
        let occupied = set("d4 d6 a4 f2 g7 h8 c3");
        assert_eq!(rook(square("d4"), occupied), set("d5 d6 d3 d2 d1 c4 b4 a4 e4 f4 g4 h4"));
        assert_eq!(bishop(square("d4"), occupied), set("e5 f6 g7 e3 f2 c3 c5 b6 a7"));
        assert_eq!(rook(square("h8"), occupied), set("g8 f8 e8 d8 c8 b8 a8 h7 h6 h5 h4 h3 h2 h1"));
        assert_eq!(bishop(square("a1"), 0), set("b2 c3 d4 e5 f6 g7 h8"));
    }

    #[test]
    fn ways_between_squares() {
        assert_eq!(between(square("a1"), square("d4")), Some(set("b2 c3")));
        assert_eq!(between(square("e8"), square("e7")), Some(0));
        assert_eq!(between(square("e8"), square("d6")), None);
        assert_eq!(between(square("e8"), square("e8")), None);
        let names = |from, to| path(square(from), square(to)).iter().map(|cell| cell.0).collect::<Vec<_>>();
        assert_eq!(names("h3", "e6"), [30, 37, 44]);
        assert_eq!(names("e6", "h3"), [37, 30, 23]);
        assert_eq!(names("b1", "c3"), [18]);
    }
}
