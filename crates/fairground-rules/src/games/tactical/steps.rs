//! Squares, and steps that shift whole sets of squares. The sets are those in `engine::bits`.

use crate::engine::{Board, Cell, Side, bits};

/// A square, `rank * 8 + file`, always below 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, both from 0; only the lower three bits of each count.
    #[must_use]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        Square((rank & 7) << 3 | file & 7)
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The set with only this square.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The square whose index is lower by `offset`. The caller ensures that it is on the board.
    #[inline]
    pub(super) const fn minus(self, offset: i8) -> Square {
        Square(self.0.wrapping_add_signed(-offset) & 63)
    }

    /// The index into a mailbox.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell on the table.
    pub(super) const fn cell(self) -> Cell {
        Cell(self.0 as u16)
    }

    /// The square of a cell; `None` off the board.
    pub(super) fn of_cell(cell: Cell) -> Option<Square> {
        u8::try_from(cell.0).ok().filter(|index| *index < 64).map(Square)
    }

    /// The name in texts.
    pub(super) fn name(self) -> String {
        Board::<(), 8, 64>::name(self.index())
    }
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(set: u64) -> impl Iterator<Item = Square> {
    bits::Squares(set).map(Square)
}

/// A square and the squares around it, up to 8.
#[inline]
pub(super) fn area(square: Square) -> u64 {
    square.bit() | bits::king(square.0)
}

/// The `count` ranks nearest to White if `low`, otherwise nearest to Black; `count` is 1 to 7.
pub(super) const fn ranks(count: u32, low: bool) -> u64 {
    if low { !(u64::MAX << (8 * count)) } else { !(u64::MAX >> (8 * count)) }
}

/// A step by files and ranks, which shifts whole sets of squares. Squares that would leave the
/// board are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The index of the destination minus the index of the origin.
    pub offset: i8,
    /// `offset` as a left rotation of 64 bits.
    rotation: u32,
    /// The squares from which the step stays on the board.
    inside: u64,
}

impl Step {
    #[inline]
    pub const fn new(files: i8, ranks: i8) -> Step {
        let offset = ranks * 8 + files;
        let mut inside = 0;
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8 + files, square / 8 + ranks);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                inside |= 1 << square;
            }
            square += 1;
        }
        Step { offset, rotation: (offset as i32).rem_euclid(64).unsigned_abs(), inside }
    }

    /// The squares reached from the squares of a set.
    #[inline(always)]
    pub const fn shift(self, set: u64) -> u64 {
        (set & self.inside).rotate_left(self.rotation)
    }

    /// The squares from which the step leads into a set.
    #[inline(always)]
    pub const fn unshift(self, set: u64) -> u64 {
        set.rotate_right(self.rotation) & self.inside
    }

    /// The squares that sliders attack in this direction if they can pass over `through`: the
    /// squares passed and the first one beyond.
    ///
    /// Each of three shifts doubles the distance covered (Kogge-Stone parallel prefix).
    #[inline(always)]
    pub const fn slide(self, sliders: u64, through: u64) -> u64 {
        // No step ends outside `landing`, so shifts by several steps do not wrap around the board
        // either.
        let landing = self.inside.rotate_left(self.rotation);
        let one = through & landing;
        let reached = sliders | one & sliders.rotate_left(self.rotation);
        let two = one & one.rotate_left(self.rotation);
        let reached = reached | two & reached.rotate_left(2 * self.rotation);
        let four = two & two.rotate_left(2 * self.rotation);
        self.shift(reached | four & reached.rotate_left(4 * self.rotation))
    }

    /// The destination of the step from a square; `None` off the board.
    #[inline]
    pub fn from(self, square: Square) -> Option<Square> {
        let set = self.shift(square.bit());
        (set != 0).then(|| Square(bits::lowest_square(set)))
    }
}

/// One square towards Black's side.
pub(super) const NORTH: Step = Step::new(0, 1);
/// One square towards White's side.
pub(super) const SOUTH: Step = Step::new(0, -1);
/// One square to White's right.
pub(super) const EAST: Step = Step::new(1, 0);
/// One square to White's left.
pub(super) const WEST: Step = Step::new(-1, 0);

/// One square along ranks and files.
pub(super) const ORTHOGONAL: [Step; 4] = [NORTH, EAST, SOUTH, WEST];
/// One square diagonally, the first two towards Black's side.
pub(super) const DIAGONAL: [Step; 4] = [Step::new(-1, 1), Step::new(1, 1), Step::new(-1, -1), Step::new(1, -1)];
/// One square in any direction.
pub(super) const AROUND: [Step; 8] = [NORTH, EAST, SOUTH, WEST, DIAGONAL[0], DIAGONAL[1], DIAGONAL[2], DIAGONAL[3]];
/// A knight's leap.
pub(super) const LEAPS: [Step; 8] = [
    Step::new(1, 2),
    Step::new(2, 1),
    Step::new(2, -1),
    Step::new(1, -2),
    Step::new(-1, -2),
    Step::new(-2, -1),
    Step::new(-2, 1),
    Step::new(-1, 2),
];

/// The kind of line along which a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Orthogonal,
    Diagonal,
    Leap,
}

/// Equal steps from one square to another.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    pub way: Way,
    pub step: Step,
    /// The number of steps.
    pub distance: u8,
    from: Square,
}

impl Ray {
    /// The line from one square to another, or `None` if they share no line.
    pub fn between(from: Square, to: Square) -> Option<Ray> {
        for (way, steps) in [(Way::Orthogonal, &ORTHOGONAL[..]), (Way::Diagonal, &DIAGONAL), (Way::Leap, &LEAPS)] {
            for &step in steps {
                let mut squares = std::iter::successors(step.from(from), |square| step.from(*square));
                if let Some(before) = squares.position(|square| square == to) {
                    return Some(Ray { way, step, distance: before as u8 + 1, from });
                }
            }
        }
        None
    }

    /// The squares at which the steps end, in order.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let squares = std::iter::successors(self.step.from(self.from), move |square| self.step.from(*square));
        squares.take(usize::from(self.distance))
    }

    /// The squares before the last one.
    pub fn between_squares(self) -> impl Iterator<Item = Square> {
        self.squares().take(usize::from(self.distance) - 1)
    }

    /// Whether the line leads straight or diagonally towards the last rank of a side.
    pub fn is_forward(self, side: Side) -> bool {
        let forward = match side {
            Side::White => [NORTH, DIAGONAL[0], DIAGONAL[1]],
            Side::Black => [SOUTH, DIAGONAL[2], DIAGONAL[3]],
        };
        forward.contains(&self.step)
    }
}
