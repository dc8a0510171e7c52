//! The board in table coordinates.
//!
//! A text describes only the relative placement of the sections. The pose on the table is fixed for
//! each arrangement: section A is not rotated, and the centre of the bounding box of the board is
//! the origin.

use std::f32::consts::FRAC_PI_6;

use super::board::arrangement::Arrangement;
use super::board::cell::{CELLS, Cell};
use super::board::changes::motion;
use super::board::joins::{SECTIONS, letter};
use super::board::roll::DIE;
use super::board::wedge::{Placement, corners};
use super::position::Whack;
use crate::engine::{CellShape, Layout, Point, Pose, Section};

/// The short edge of a wedge, m. The smallest cell, in the wide corner, then has sides of at least
/// 0.05 m and holds a circle of 0.024 m radius, compared with 0.025 m for a square of the other
/// boards: the same pyramids fit on all.
const SHORT_EDGE: f32 = 0.2;

/// Converts a point from short edges to metres.
fn metres([x, y]: [f32; 2]) -> Point {
    Point::new(x * SHORT_EDGE, y * SHORT_EDGE)
}

/// A point of a wedge in its own plane, given as fractions of the way along files and along ranks,
/// 0 to 1.
fn inside(along_files: f32, along_ranks: f32) -> Point {
    let corners = corners(Placement::HOME).map(|corner| metres(corner.to_f32()));
    let between = |a: Point, b: Point, share: f32| Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
    let first_rank = between(corners[0], corners[1], along_files);
    let last_rank = between(corners[3], corners[2], along_files);
    between(first_rank, last_rank, along_ranks)
}

/// The corners of a section's cell in the section's own plane; corner k is the start of side k.
fn cell_corners(rank: u8, file: u8) -> [Point; 4] {
    let (file, rank) = (f32::from(file), f32::from(rank));
    [(file, rank), (file + 1.0, rank), (file + 1.0, rank + 1.0), (file, rank + 1.0)]
        .map(|(f, r)| inside(f / 4.0, r / 4.0))
}

/// The position of an arrangement on the table.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The position of A's narrow corner, m.
    origin: Point,
}

impl Frame {
    pub(super) fn of(arrangement: Arrangement) -> Frame {
        let placements = arrangement.board().placements.iter();
        let points = placements.flat_map(|&placement| corners(placement)).map(|corner| metres(corner.to_f32()));
        let (mut low, mut high) = (Point::default(), Point::default());
        for point in points {
            low = Point::new(low.x.min(point.x), low.y.min(point.y));
            high = Point::new(high.x.max(point.x), high.y.max(point.y));
        }
        Frame { origin: Point::new(-(low.x + high.x) / 2.0, -(low.y + high.y) / 2.0) }
    }

    /// The pose of a section on the table, given its placement with A at home.
    pub(super) fn pose(self, placement: Placement) -> Pose {
        let Point { x, y } = metres(placement.at.to_f32());
        Pose { at: Point::new(self.origin.x + x, self.origin.y + y), turn: f32::from(placement.turn) * FRAC_PI_6 }
    }
}

/// The board in table coordinates.
pub(super) fn layout(arrangement: Arrangement) -> Layout {
    let frame = Frame::of(arrangement);
    let outline: Vec<_> = corners(Placement::HOME).map(|corner| metres(corner.to_f32())).into();
    let sections: Vec<_> = (arrangement.board().placements.iter().enumerate())
        .map(|(section, &placement)| Section {
            name: letter(section),
            pose: frame.pose(placement),
            outline: outline.clone(),
        })
        .collect();
    let cell = |cell: Cell| {
        let (rank, file) = (cell.rank(), cell.file());
        let placed = sections.get(cell.section());
        let corners = placed.map(|section| cell_corners(rank, file).map(|corner| section.pose.place(corner)));
        CellShape {
            name: cell.to_string(),
            corners: corners.unwrap_or_default(),
            dark: (rank + file) % 2 == 1,
            section: placed.map(|_| cell.section() as u8),
        }
    };
    Layout { cells: (0..CELLS as u8).map(Cell::new).map(cell).collect(), sections, die: Some(DIE), reserve: Vec::new() }
}

/// The new pose of each section lifted by a change or a placing, in the frame of the board before
/// it; `None` for sections that stay.
pub(super) fn lifted_to(position: &Whack, after: Arrangement) -> [Option<Pose>; SECTIONS] {
    let frame = Frame::of(position.arrangement);
    match position.phase.roll() {
        Some(roll) => {
            let motion = motion(position.arrangement, roll, after);
            let pose = |section: usize| {
                let motion = motion.filter(|motion| motion.moved[section])?;
                Some(frame.pose(motion.placements[section]))
            };
            std::array::from_fn(pose)
        }
        None => {
            let placed = position.arrangement.sections();
            let pose = |section| after.placement(section).filter(|_| section >= placed).map(|p| frame.pose(p));
            std::array::from_fn(pose)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::whack::board::cell::cells;

    /// Neighbours across a side share two corners, other cells do not. Cells a diagonal step apart
    /// share one.
    #[test]
    fn the_graph_matches_the_layout() {
        let near = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y) < 1e-4;
        for arrangement in Arrangement::all().step_by(31) {
            let (layout, graph) = (layout(arrangement), arrangement.graph());
            for (index, cell) in layout.cells.iter().enumerate() {
                for (other_index, other) in layout.cells.iter().enumerate().filter(|&(other, _)| other != index) {
                    let shared = cell.corners.iter().filter(|a| other.corners.iter().any(|b| near(**a, *b))).count();
                    let neighbours = graph.sides[index] >> other_index & 1 == 1;
                    assert_eq!(shared == 2, neighbours, "{}: {} {}", arrangement.joins(), cell.name, other.name);
                }
                for other in cells(graph.corners[index]) {
                    let other = &layout.cells[other.index()];
                    let shared = cell.corners.iter().filter(|a| other.corners.iter().any(|b| near(**a, *b))).count();
                    assert_eq!(shared, 1, "{}: {} {}", arrangement.joins(), cell.name, other.name);
                }
                assert!(
                    cell.inradius() > 0.024 && layout.cell_at(cell.centre()).map(|cell| cell.index()) == Some(index)
                );
            }
        }
    }
}
