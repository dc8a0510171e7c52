//! Which cell lies where from which on one board: straight and diagonal steps over joins, and knight's moves
//! (rules/whack.md, Moving).

use super::joins::{Joins, SECTIONS};
use crate::engine::bits::Squares;

/// Cells of a board: 16 of each section, `section * 16 + rank * 4 + file`.
pub(super) const CELLS: usize = 16 * SECTIONS;

/// The cells of a set of bits, lowest first: there are as many as squares of a chessboard.
pub(super) fn cells(bits: u64) -> Squares {
    Squares(bits)
}

/// A cell and one of its sides or corners, `cell * 4 + side`: where a line leaves the cell. Corner k is where side k begins.
type Exit = u8;

/// The steps of one board.
pub(super) struct Graph {
    /// By the side over which a line leaves a cell: the next cell and the side over which it leaves that one; itself where
    /// no cell lies beyond.
    straight: [Exit; 4 * CELLS],
    /// The same for lines over corners.
    diagonal: [Exit; 4 * CELLS],
    /// The neighbours of each cell over its sides.
    pub(super) sides: [u64; CELLS],
    /// Its neighbours by diagonal steps.
    pub(super) corners: [u64; CELLS],
    /// The cells a knight's move away.
    pub(super) knights: [u64; CELLS],
}

/// One of the two ways in which lines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Straight,
    Diagonal,
}

const fn exit(cell: u8, side: u8) -> Exit {
    cell << 2 | side & 3
}

const fn cell_of(exit: Exit) -> u8 {
    exit >> 2
}

/// The cells along an edge, counter-clockwise: file and rank of the `index`th (rules/whack.md, Wedges, Cells).
pub(super) const fn along(edge: u8, index: u8) -> (u8, u8) {
    match edge {
        0 => (index, 0),
        1 => (3, index),
        2 => (3 - index, 3),
        _ => (0, 3 - index),
    }
}

/// Which edge of which section each edge of each section is joined to.
struct Crossings([Option<(u8, u8)>; 4 * SECTIONS]);

impl Crossings {
    fn new(joins: Joins) -> Self {
        let mut crossings = [None; 4 * SECTIONS];
        for join in joins.iter() {
            let [(section, edge), (other, other_edge)] = join.ends();
            crossings[section * 4 + usize::from(edge)] = Some((other as u8, other_edge));
            crossings[other * 4 + usize::from(other_edge)] = Some((section as u8, edge));
        }
        Crossings(crossings)
    }

    /// The cell beyond a side of a cell, and the side over which one comes into it.
    fn cross(&self, cell: u8, side: u8) -> Option<(u8, u8)> {
        let (section, rank, file, side) = (cell >> 4, cell >> 2 & 3, cell & 3, side & 3);
        let inside = match side {
            0 if rank > 0 => cell - 4,
            1 if file < 3 => cell + 1,
            2 if rank < 3 => cell + 4,
            3 if file > 0 => cell - 1,
            _ => {
                let (other, entered) = self.0[usize::from(section * 4 + side)]?;
                // The 1st cell of one edge faces the 4th of the other.
                let index = [file, rank, 3 - file, 3 - rank][usize::from(side)];
                let (file, rank) = along(entered, 3 - index);
                return Some((other << 4 | rank << 2 | file, entered));
            }
        };
        Some((inside, (side + 2) & 3))
    }
}

impl Graph {
    pub(super) fn new(joins: Joins) -> Graph {
        let crossings = Crossings::new(joins);
        let mut graph = Graph {
            straight: std::array::from_fn(|exit| exit as u8),
            diagonal: std::array::from_fn(|exit| exit as u8),
            sides: [0; CELLS],
            corners: [0; CELLS],
            knights: [0; CELLS],
        };
        for cell in 0..CELLS as u8 {
            let index = usize::from(cell);
            for side in 0..4 {
                // Whoever comes in by one side or corner goes on by the opposite one.
                if let Some((next, entered)) = crossings.cross(cell, side) {
                    graph.straight[usize::from(exit(cell, side))] = exit(next, entered + 2);
                    graph.sides[index] |= 1 << next;
                }
            }
        }
        for cell in 0..CELLS as u8 {
            let index = usize::from(cell);
            for corner in 0..4 {
                if let Some((next, entered)) = graph.over_corner(cell, corner) {
                    graph.diagonal[usize::from(exit(cell, corner))] = exit(next, entered + 2);
                    graph.corners[index] |= 1 << next;
                }
            }
            graph.knights[index] = graph.knight(cell);
        }
        graph
    }

    /// The next cell of a straight line and the side over which the line leaves that one.
    fn step(&self, from: Exit) -> Option<Exit> {
        Some(self.straight[usize::from(from)]).filter(|&next| next != from)
    }

    /// rules/whack.md, Moving, Diagonal step: the cell over a corner, and the corner over which one comes into it.
    fn over_corner(&self, cell: u8, corner: u8) -> Option<(u8, u8)> {
        // A line leaves by the side opposite to the one that it came in by.
        let cross = |cell, side| self.step(exit(cell, side)).map(|next| (cell_of(next), (next ^ 2) & 3));
        // The side that begins in the corner ends there as a side of the cell beyond, and the next side begins there.
        let forth = cross(cell, corner);
        let second = forth.and_then(|(next, entered)| cross(next, entered + 1));
        let over_forth = second.map(|(last, entered)| (last, (entered + 1) & 3));
        // The side that ends in the corner begins there as a side of the cell beyond, and the side before it ends there.
        let back = cross(cell, corner + 3);
        let over_back = back.and_then(|(next, entered)| cross(next, entered + 3));
        let near =
            |far: &(u8, u8)| far.0 == cell || [forth, back].iter().flatten().any(|(neighbour, _)| *neighbour == far.0);
        match (over_forth.filter(|far| !near(far)), over_back.filter(|far| !near(far))) {
            (Some(far), Some(other)) if far.0 != other.0 => None,
            (far, other) => far.or(other),
        }
    }

    /// rules/whack.md, Moving, Knight.
    fn knight(&self, cell: u8) -> u64 {
        let step = |from| self.step(from);
        let aside = |from: Exit| [1, 3].map(|turn| exit(cell_of(from), (from & 3) + turn));
        let mut reached = 0;
        for side in 0..4 {
            let Some(one) = step(exit(cell, side)) else { continue };
            let two_then_one = step(one).into_iter().flat_map(aside).filter_map(step);
            let one_then_two = aside(one).into_iter().filter_map(step).filter_map(step);
            for last in two_then_one.chain(one_then_two) {
                reached |= 1 << cell_of(last);
            }
        }
        let index = usize::from(cell);
        reached & !(1 << cell | self.sides[index] | self.corners[index])
    }

    /// The cells along the line that leaves a cell by this side or corner, up to and with the first that is occupied.
    ///
    /// Steps can be taken back, so a line that does not end comes back to its first cell, where it stops.
    pub(super) fn ray(&self, line: Line, cell: u8, side: u8, occupied: u64) -> impl Iterator<Item = u8> + '_ {
        let steps = match line {
            Line::Straight => &self.straight,
            Line::Diagonal => &self.diagonal,
        };
        let mut at = Some(exit(cell, side));
        std::iter::from_fn(move || {
            let from = at?;
            let next = steps[usize::from(from)];
            let reached = cell_of(next);
            if next == from || reached == cell {
                return None;
            }
            at = (occupied >> reached & 1 == 0).then_some(next);
            Some(reached)
        })
    }

    /// The cells along all four lines of one kind from a cell, each up to and with the first that is occupied.
    pub(super) fn lines(&self, line: Line, cell: u8, occupied: u64) -> u64 {
        (0..4).flat_map(|side| self.ray(line, cell, side, occupied)).fold(0, |bits, reached| bits | 1 << reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::whack::arrangement::Arrangement;

    /// Steps can be taken back, so that lines end, and so that who can reach a cell is found by looking out from it.
    #[test]
    fn steps_are_symmetric_on_every_board() {
        for arrangement in Arrangement::all() {
            let graph = arrangement.graph();
            let text = arrangement.joins();
            for steps in [&graph.straight, &graph.diagonal] {
                let mut entered = [false; 4 * CELLS];
                for (from, &to) in steps.iter().enumerate().filter(|&(from, &to)| from != usize::from(to)) {
                    assert!(!std::mem::replace(&mut entered[usize::from(to)], true), "{text}: two ways into {to}");
                    let opposite = |exit: u8| exit ^ 2;
                    assert_eq!(steps[usize::from(opposite(to))], opposite(from as u8), "{text}: {from} to {to}");
                }
            }
            for table in [&graph.sides, &graph.corners, &graph.knights] {
                for (cell, &bits) in table.iter().enumerate() {
                    assert!(cells(bits).all(|other| table[usize::from(other)] >> cell & 1 == 1), "{text}: {cell}");
                }
            }
        }
    }
    /// rules/whack.md, Moving, on the boards of its pictures: lines over joins, and diagonals at junctures of two, three and
    /// four corners.
    #[test]
    fn lines_bend_over_joins() {
        use Line::{Diagonal, Straight};
        for (joins, line, from, side, expected) in [
            ("A0B3+B2C1+C3D3", Straight, "Aa4", 0, "Aa3 Aa2 Aa1 Ba1 Bb1 Bc1 Bd1"),
            ("A0B3+B2C1+C3D3", Straight, "Bd4", 2, "Cd4 Cc4 Cb4 Ca4 Da1 Db1 Dc1 Dd1"),
            ("A0B3+B2C1+C3D3", Diagonal, "Ab1", 1, "Ba3 Bb4 Cd3 Cc4"),
            // No step over A's wide corner, where three wide corners meet.
            ("A1B2+A2C1+B1C2+C3D3", Diagonal, "Aa1", 2, "Ab2 Ac3 Ad4"),
            // Over a corner where four meet, and along a gap.
            ("A0C0+A1B1+B2D2+C3D3", Diagonal, "Aa4", 1, "Ab3 Ac2 Ad1 Da4 Db3 Dc2 Dd1"),
            ("A0C0+A1B1+B2D2+C3D3", Diagonal, "Bd4", 2, "Ca1 Cb2 Cc3 Cd4"),
        ] {
            let cell = |name: &str| crate::games::whack::action::parse_cell(name, "cell").unwrap().0;
            let arrangement = Arrangement::find(Joins::parse(joins, "joins").unwrap()).unwrap();
            let ray: Vec<_> =
                arrangement.graph().ray(line, cell(from), side, 0).map(crate::games::whack::action::name).collect();
            assert_eq!(ray.join(" "), expected, "{joins}: {line:?} from {from}");
        }
    }
}
