//! Squares of the board: their names and cells, and the direction of pawns.

use crate::engine::bits::{Direction, RANK_1, RANK_8, Square, bit};
use crate::engine::{Cell, Side, text};

/// The name of a square.
pub(super) fn name(square: Square) -> String {
    text::square_name(square % 8, square / 8)
}

/// The cell of a square.
pub(super) fn cell(square: Square) -> Cell {
    Cell(u16::from(square))
}

/// The square of a cell; `None` off the board.
pub(super) fn square(cell: Cell) -> Option<Square> {
    u8::try_from(cell.0).ok().filter(|&square| square < 64)
}

/// The direction in which a side's pawns advance.
pub(super) const fn forward(side: Side) -> Direction {
    match side {
        Side::White => Direction::North,
        Side::Black => Direction::South,
    }
}

/// The rank on which a side's pawns promote.
pub(super) const fn last_rank(side: Side) -> u64 {
    match side {
        Side::White => RANK_8,
        Side::Black => RANK_1,
    }
}

/// The squares that `pawns` of a side attack.
pub(super) const fn pawn_attacks(side: Side, pawns: u64) -> u64 {
    let [one, two] = forward(side).adjacent();
    one.shift(pawns) | two.shift(pawns)
}

/// For each square, the squares up to `steps` steps inward of it on each line that leads off the
/// board there.
pub(super) const fn edge_lines(steps: u32) -> [u64; 64] {
    let mut lines = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            let outward = Direction::ALL[d];
            if outward.next(square as Square).is_none() {
                let (mut at, mut step) = (bit(square as Square), 0);
                while step < steps {
                    at = outward.opposite().shift(at);
                    lines[square] |= at;
                    step += 1;
                }
            }
            d += 1;
        }
        square += 1;
    }
    lines
}
