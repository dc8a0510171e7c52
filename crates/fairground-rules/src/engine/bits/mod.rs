//! Bitboards: sets of squares of an 8x8 board as 64 bits, directions, and attacks of chessmen. The
//! bit index is `rank * 8 + file`, as in [`Layout::squares`](super::Layout::squares).
//!
//! Squares are numbered 0 to 63; only the lowest six bits of a larger number count.

mod attacks;
mod direction;

use super::{Cell, Side};

pub use attacks::{bishop, bishop_lines, king, knight, rook, rook_lines};
pub use direction::{Direction, between, run};

/// A square as `rank * 8 + file`, both from 0 at `a1`.
pub type Square = u8;

/// The squares of the first file, `a1` to `a8`.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the last file.
pub const FILE_H: u64 = FILE_A << 7;
/// The squares of White's first rank.
pub const RANK_1: u64 = 0xff;
/// The squares of White's last rank.
pub const RANK_8: u64 = RANK_1 << 56;
/// The squares on the rim of the board.
pub const EDGE: u64 = FILE_A | FILE_H | RANK_1 | RANK_8;

/// The set with only this square.
#[must_use]
#[inline]
pub const fn bit(square: Square) -> u64 {
    1 << (square & 63)
}

/// The first square of a set; `a1` if the set is empty.
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
#[must_use]
#[inline]
pub const fn lowest_square(set: u64) -> Square {
    set.trailing_zeros() as u8 & 63
}

/// The mask whose exclusive or with a square is the square in a side's view. The view has the
/// side's first rank at the bottom and its first king on the left half.
#[must_use]
#[inline]
pub const fn view_mask(view: Side, kings: u64) -> Square {
    let (ranks, kings) = match view {
        Side::White => (0, kings),
        Side::Black => (0b111_000, kings.swap_bytes()),
    };
    ranks | if lowest_square(kings) & 7 >= 4 { 0b111 } else { 0 }
}

/// The squares of a set, `a1` first.
#[derive(Clone, Copy)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = lowest_square(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The squares of a set as cells, `a1` first.
pub fn cells(set: u64) -> impl Iterator<Item = Cell> {
    Squares(set).map(|square| Cell(u16::from(square)))
}

/// The cells of a move, the destination last: every cell on the way along a line, or only the
/// destination of a leap.
#[must_use]
pub fn path(from: u8, to: u8) -> Vec<Cell> {
    let mut path: Vec<Cell> = cells(between(from, to)).collect();
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
        assert_eq!(between(square("a1"), square("d4")), set("b2 c3"));
        assert_eq!(between(square("e8"), square("e7")), 0);
        assert_eq!(between(square("e8"), square("d6")), 0);
        assert_eq!(between(square("e8"), square("e8")), 0);
        let names = |from, to| path(square(from), square(to)).iter().map(|cell| cell.0).collect::<Vec<_>>();
        assert_eq!(names("h3", "e6"), [30, 37, 44]);
        assert_eq!(names("e6", "h3"), [37, 30, 23]);
        assert_eq!(names("b1", "c3"), [18]);
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
