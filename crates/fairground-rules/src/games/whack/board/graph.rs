//! Adjacency of the cells of one board: straight and diagonal steps across joins, and knight's
//! moves.

use super::cell::{CELLS, Cell, beside_edge};
use super::joins::{Joins, SECTIONS};

/// A cell and one of its sides or corners, `cell * 4 + side`, by which a line leaves the cell.
/// Corner k is the start of side k.
type Exit = u8;

/// The steps of one board (assets/rules/whack.md, How pieces move).
pub(in crate::games::whack) struct Graph {
    /// For each side by which a line leaves a cell: the next cell, and the side by which the line
    /// leaves that one; at the edge of the board, the entry itself.
    straight: [Exit; 4 * CELLS],
    /// The corresponding table for lines across corners.
    diagonal: [Exit; 4 * CELLS],
    /// The neighbours of each cell across its sides.
    pub(in crate::games::whack) sides: [u64; CELLS],
    /// The neighbours of each cell by diagonal steps.
    pub(in crate::games::whack) corners: [u64; CELLS],
    /// The cells a knight's move away.
    pub(in crate::games::whack) knights: [u64; CELLS],
}

/// The two kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) enum LineKind {
    Straight,
    Diagonal,
}

const fn exit(cell: Cell, side: u8) -> Exit {
    cell.number() << 2 | side & 3
}

const fn cell_of(exit: Exit) -> Cell {
    Cell::new(exit >> 2)
}

/// All cells.
fn all_cells() -> impl Iterator<Item = Cell> {
    (0..CELLS as u8).map(Cell::new)
}

/// For each edge of each section, the section and edge joined to it.
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

    /// The cell beyond a side of a cell, and the side by which it is entered.
    fn cross(&self, cell: Cell, side: u8) -> Option<(Cell, u8)> {
        let (section, file, rank, side) = (cell.section(), cell.file(), cell.rank(), side & 3);
        let (file, rank) = match side {
            0 if rank > 0 => (file, rank - 1),
            1 if file < 3 => (file + 1, rank),
            2 if rank < 3 => (file, rank + 1),
            3 if file > 0 => (file - 1, rank),
            _ => {
                let (other, entered) = self.0[section * 4 + usize::from(side)]?;
                // The 1st cell of one edge faces the 4th of the other.
                let index = [file, rank, 3 - file, 3 - rank][usize::from(side)];
                let (file, rank) = beside_edge(entered, 3 - index, 0);
                return Some((Cell::at(usize::from(other), file, rank), entered));
            }
        };
        Some((Cell::at(section, file, rank), (side + 2) & 3))
    }
}

impl Graph {
    pub(in crate::games::whack) fn new(joins: Joins) -> Graph {
        let crossings = Crossings::new(joins);
        let mut graph = Graph {
            straight: std::array::from_fn(|exit| exit as u8),
            diagonal: std::array::from_fn(|exit| exit as u8),
            sides: [0; CELLS],
            corners: [0; CELLS],
            knights: [0; CELLS],
        };
        for cell in all_cells() {
            for side in 0..4 {
                // A line leaves a cell by the side or corner opposite to its entry.
                if let Some((next, entered)) = crossings.cross(cell, side) {
                    graph.straight[usize::from(exit(cell, side))] = exit(next, entered + 2);
                    graph.sides[cell.index()] |= next.bit();
                }
            }
        }
        for cell in all_cells() {
            for corner in 0..4 {
                if let Some((next, entered)) = graph.over_corner(cell, corner) {
                    graph.diagonal[usize::from(exit(cell, corner))] = exit(next, entered + 2);
                    graph.corners[cell.index()] |= next.bit();
                }
            }
            graph.knights[cell.index()] = graph.knight(cell);
        }
        graph
    }

    /// The next cell of a straight line, and the side by which the line leaves it.
    fn step(&self, from: Exit) -> Option<Exit> {
        Some(self.straight[usize::from(from)]).filter(|&next| next != from)
    }

    /// The cell across a corner, and the corner by which it is entered (assets/rules/whack.md,
    /// Diagonal steps).
    fn over_corner(&self, cell: Cell, corner: u8) -> Option<(Cell, u8)> {
        // `next` holds the side by which a straight line would leave, opposite to the side of
        // entry.
        let cross = |cell, side| self.step(exit(cell, side)).map(|next| (cell_of(next), (next ^ 2) & 3));
        // In the next cell, the side that starts in the corner ends in it; the following side
        // starts there.
        let forth = cross(cell, corner);
        let second = forth.and_then(|(next, entered)| cross(next, entered + 1));
        let over_forth = second.map(|(last, entered)| (last, (entered + 1) & 3));
        // In the next cell, the side that ends in the corner starts in it; the preceding side ends
        // there.
        let back = cross(cell, corner + 3);
        let over_back = back.and_then(|(next, entered)| cross(next, entered + 3));
        let near = |far: &(Cell, u8)| {
            far.0 == cell || [forth, back].iter().flatten().any(|(neighbour, _)| *neighbour == far.0)
        };
        match (over_forth.filter(|far| !near(far)), over_back.filter(|far| !near(far))) {
            (Some(far), Some(other)) if far.0 != other.0 => None,
            (far, other) => far.or(other),
        }
    }

    /// The cells that a knight reaches (assets/rules/whack.md, Knights).
    fn knight(&self, cell: Cell) -> u64 {
        let step = |from| self.step(from);
        let aside = |from: Exit| [1, 3].map(|turn| exit(cell_of(from), (from & 3) + turn));
        let mut reached = 0;
        for side in 0..4 {
            let Some(one) = step(exit(cell, side)) else { continue };
            let two_then_one = step(one).into_iter().flat_map(aside).filter_map(step);
            let one_then_two = aside(one).into_iter().filter_map(step).filter_map(step);
            for last in two_then_one.chain(one_then_two) {
                reached |= cell_of(last).bit();
            }
        }
        reached & !(cell.bit() | self.neighbours(cell))
    }

    /// The neighbours of a cell across sides or corners.
    pub(in crate::games::whack) const fn neighbours(&self, cell: Cell) -> u64 {
        self.sides[cell.index()] | self.corners[cell.index()]
    }

    /// The cells along the line that leaves a cell by this side or corner, up to and including the
    /// first occupied one.
    /// Steps are reversible, so an endless line returns to its first cell and stops there.
    pub(in crate::games::whack) fn ray(
        &self,
        line: LineKind,
        cell: Cell,
        side: u8,
        occupied: u64,
    ) -> impl Iterator<Item = Cell> + '_ {
        let steps = match line {
            LineKind::Straight => &self.straight,
            LineKind::Diagonal => &self.diagonal,
        };
        let mut at = Some(exit(cell, side));
        std::iter::from_fn(move || {
            let from = at?;
            let next = steps[usize::from(from)];
            let reached = cell_of(next);
            if next == from || reached == cell {
                return None;
            }
            at = (!reached.is_in(occupied)).then_some(next);
            Some(reached)
        })
    }

    /// The cells along all four lines of one kind from a cell, each up to and including the first
    /// occupied one.
    pub(in crate::games::whack) fn lines(&self, line: LineKind, cell: Cell, occupied: u64) -> u64 {
        (0..4).fold(0, |set, side| self.ray(line, cell, side, occupied).fold(set, |set, reached| set | reached.bit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::whack::board::arrangement::Arrangement;
    use crate::games::whack::board::cell::cells;

    /// Steps are reversible, so lines end, and following lines from a cell finds its attackers.
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
                for cell in all_cells() {
                    assert!(cells(table[cell.index()]).all(|other| cell.is_in(table[other.index()])), "{text}: {cell}");
                }
            }
        }
    }

    /// Lines across joins, and diagonals at junctures of two, three and four corners
    /// (assets/rules/whack.md, Diagonal steps).
    #[test]
    fn lines_bend_over_joins() {
        use LineKind::{Diagonal, Straight};
        for (joins, line, from, side, expected) in [
            ("A0B3+B2C1+C3D3", Straight, "Aa4", 0, "Aa3 Aa2 Aa1 Ba1 Bb1 Bc1 Bd1"),
            ("A0B3+B2C1+C3D3", Straight, "Bd4", 2, "Cd4 Cc4 Cb4 Ca4 Da1 Db1 Dc1 Dd1"),
            ("A0B3+B2C1+C3D3", Diagonal, "Ab1", 1, "Ba3 Bb4 Cd3 Cc4"),
            // Diagonals do not cross A's wide corner, where three wide corners meet.
            ("A1B2+A2C1+B1C2+C3D3", Diagonal, "Aa1", 2, "Ab2 Ac3 Ad4"),
            // Across a corner of four sections, and along a gap.
            ("A0C0+A1B1+B2D2+C3D3", Diagonal, "Aa4", 1, "Ab3 Ac2 Ad1 Da4 Db3 Dc2 Dd1"),
            ("A0C0+A1B1+B2D2+C3D3", Diagonal, "Bd4", 2, "Ca1 Cb2 Cc3 Cd4"),
        ] {
            let cell = |name: &str| Cell::parse(name, "cell").unwrap().0;
            let arrangement = Arrangement::find(Joins::parse(joins, "joins").unwrap()).unwrap();
            let ray = arrangement.graph().ray(line, cell(from), side, 0);
            let ray: Vec<_> = ray.map(|cell| cell.to_string()).collect();
            assert_eq!(ray.join(" "), expected, "{joins}: {line:?} from {from}");
        }
    }
}
