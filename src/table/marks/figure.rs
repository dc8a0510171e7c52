//! The figure of each mark, as a flat shape about a point. Marks with the same figure share one
//! mesh.

use bevy::prelude::*;

use super::mark::{MarkTarget, TableMark};
use crate::dice::tray;
use crate::engine::{Cell, CellShape, Place};
use crate::table::layout::{Bounds, Places, TRAY_FLOOR, world};
use crate::table::material::MarkKind;
use crate::table::mesh::{TriangleMesh, circle, flat};

/// Lengths of figures are rounded to multiples of this, m, so that marks on cells of the same shape
/// share a figure.
const UNIT: f32 = 1e-6;

/// Width of the outline of a section, m.
const SECTION_RIM: f32 = 0.005;

/// The figure of a mark, relative to its position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Figure {
    kind: MarkKind,
    measures: Measures,
}

/// The measures of a figure, in [`UNIT`]s.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Measures {
    /// Corners of the cell relative to its centre, and radius of its inscribed circle.
    Cell {
        corners: [IVec2; 4],
        radius: i32,
    },
    /// Direction of the chevrons, of this length, and radius of the cell's inscribed circle.
    Chevrons {
        direction: IVec2,
        radius: i32,
    },
    /// Vector between the centres of two cells, and radii of their inscribed circles.
    Arrow {
        to: IVec2,
        radii: [i32; 2],
    },
    /// Points relative to the first cell.
    Path(Vec<IVec2>),
    Reserve,
    Tray,
    /// The corners of the section relative to the first.
    Section(Vec<IVec2>),
}

fn units(length: f32) -> i32 {
    (length / UNIT).round() as i32
}

fn in_units(point: Vec2) -> IVec2 {
    (point / UNIT).round().as_ivec2()
}

fn metres(length: i32) -> f32 {
    length as f32 * UNIT
}

fn in_metres(point: IVec2) -> Vec2 {
    point.as_vec2() * UNIT
}

impl Figure {
    /// Returns the figure of a mark and its position; `None` for a cell that is not on the table.
    pub fn of(mark: &TableMark, places: &Places) -> Option<(Figure, Vec3)> {
        let placed = |cell: Cell| {
            let shape = places.layout.cells.get(cell.index())?;
            shape.is_placed().then_some(shape)
        };
        let (measures, at) = match &mark.target {
            MarkTarget::Cell(cell) => {
                let shape = placed(*cell)?;
                let middle = centre(shape);
                let corners = shape.corners.map(|corner| in_units(Vec2::new(corner.x, corner.y) - middle));
                (Measures::Cell { corners, radius: units(shape.inradius()) }, places.cell(*cell))
            }
            MarkTarget::Toward(from, to) => {
                let (from, shape) = (placed(*from)?, placed(*to)?);
                let direction = (centre(shape) - centre(from)).normalize_or(Vec2::Y);
                let radius = units(shape.inradius());
                (Measures::Chevrons { direction: in_units(direction), radius }, places.cell(*to))
            }
            MarkTarget::Arrow(from, to) => {
                let ends = [placed(*from)?, placed(*to)?];
                let radii = ends.map(|cell| units(cell.inradius()));
                (Measures::Arrow { to: in_units(centre(ends[1]) - centre(ends[0])), radii }, places.cell(*from))
            }
            MarkTarget::Path(cells) => {
                let points: Option<Vec<Vec2>> = cells.iter().map(|cell| placed(*cell).map(centre)).collect();
                let points = points?;
                let first = *points.first()?;
                let points = points.into_iter().map(|point| in_units(point - first)).collect();
                (Measures::Path(points), world(first))
            }
            MarkTarget::Reserve(side, slot) => (Measures::Reserve, places.place(Place::Reserve(*side, *slot), 0)),
            MarkTarget::Tray => (Measures::Tray, world(places.tray()) + Vec3::Y * TRAY_FLOOR),
            MarkTarget::Section(index) => {
                let section = places.layout.sections.get(usize::from(*index))?;
                let corners = section.outline.iter().map(|point| section.pose.place(*point));
                let corners: Vec<Vec2> = corners.map(|point| Vec2::new(point.x, point.y)).collect();
                let first = *corners.first()?;
                (Measures::Section(corners.iter().map(|corner| in_units(*corner - first)).collect()), world(first))
            }
        };
        Some((Figure { kind: mark.kind, measures }, at))
    }

    /// The shape.
    pub fn shape(&self) -> TriangleMesh {
        let kind = self.kind;
        match &self.measures {
            Measures::Cell { corners, radius } => on_cell(kind, corners.map(in_metres), metres(*radius)),
            Measures::Chevrons { direction, radius } => {
                chevrons(in_metres(*direction).normalize_or(Vec2::Y), metres(*radius))
            }
            Measures::Arrow { to, radii } => arrow(kind, in_metres(*to), radii.map(metres)),
            Measures::Path(points) => {
                let points: Vec<Vec2> = points.iter().copied().map(in_metres).collect();
                flat::stroke(&points, if kind == MarkKind::LineOfFire { 0.005 } else { 0.003 })
            }
            Measures::Reserve => {
                let width = if matches!(kind, MarkKind::Held | MarkKind::Drawn(_)) { 0.004 } else { 0.002 };
                flat::band(&circle(Vec2::ZERO, 0.021, 40), width)
            }
            Measures::Tray => {
                let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0;
                let rim = flat::rounded(&Bounds { min: -half, max: half }.wider(-0.006).corners(), 0.012);
                flat::band(&rim, 0.004)
            }
            Measures::Section(corners) => {
                let corners: Vec<Vec2> = corners.iter().copied().map(in_metres).collect();
                flat::band(&corners, SECTION_RIM)
            }
        }
    }
}

fn centre(cell: &CellShape) -> Vec2 {
    let centre = cell.centre();
    Vec2::new(centre.x, centre.y)
}

/// The shape on a cell with these corners, relative to its centre, and with this radius of the
/// inscribed circle.
fn on_cell(kind: MarkKind, corners: [Vec2; 4], radius: f32) -> TriangleMesh {
    let round = |share: f32| circle(Vec2::ZERO, radius * share, 40);
    let square = |share: f32| flat::rounded(&corners.map(|corner| corner * share), 0.2 * radius);
    match kind {
        MarkKind::LastMove | MarkKind::Path => flat::patch(&square(0.96)),
        MarkKind::Movable => flat::band(&square(0.94), 0.07 * radius),
        MarkKind::Held => flat::band(&square(0.96), 0.15 * radius),
        MarkKind::Cursor => flat::band(&square(0.98), 0.06 * radius),
        MarkKind::Threat => flat::band(&circle(Vec2::ZERO, 0.5 * radius, 4), 0.16 * radius),
        MarkKind::Target | MarkKind::Push => flat::patch(&round(0.32)),
        MarkKind::PartTarget => flat::band(&round(0.26), 0.09 * radius),
        MarkKind::Capture => flat::band(&round(0.92), 0.15 * radius),
        MarkKind::Shot => cross_hairs(radius),
        MarkKind::Stack => joined([flat::band(&round(0.92), 0.08 * radius), flat::band(&round(0.70), 0.08 * radius)]),
        MarkKind::LineOfFire | MarkKind::Drawn(_) => flat::band(&round(0.97), 0.13 * radius),
        MarkKind::Lesson => corner_pieces(corners, radius),
        MarkKind::Star => flat::patch(&star(0.86 * radius)),
        // The cell and its neighbours.
        MarkKind::Blast => flat::band(&square(2.94), 0.16 * radius),
        MarkKind::Lost => saltire(radius),
        MarkKind::Danger => flat::area(&round(0.62), 0.36 * radius),
        MarkKind::Refused => flat::area(&square(0.70), 0.30 * radius),
    }
}

fn joined<const N: usize>(shapes: [TriangleMesh; N]) -> TriangleMesh {
    let mut whole = TriangleMesh::default();
    for shape in &shapes {
        whole.append(shape, bevy::math::Affine3A::IDENTITY);
    }
    whole
}

/// Four strokes from radius `from` to radius `to`, the first at angle `first`, radians.
fn spokes(from: f32, to: f32, width: f32, first: f32) -> [TriangleMesh; 4] {
    std::array::from_fn(|i| {
        let way = Vec2::from_angle(first + std::f32::consts::FRAC_PI_2 * i as f32);
        flat::stroke(&[way * from, way * to], width)
    })
}

/// A ring with four ticks across it.
fn cross_hairs(radius: f32) -> TriangleMesh {
    let ring = flat::band(&circle(Vec2::ZERO, 0.78 * radius, 40), 0.10 * radius);
    let ticks = spokes(0.52 * radius, 0.98 * radius, 0.11 * radius, 0.0);
    joined([ring, joined(ticks)])
}

/// The four corners of a cell, as in a frame.
fn corner_pieces(corners: [Vec2; 4], radius: f32) -> TriangleMesh {
    joined(std::array::from_fn::<_, 4, _>(|i| {
        let [before, at, after] = [3, 0, 1].map(|step| 0.92 * corners[(i + step) % 4]);
        flat::stroke(&[at.lerp(before, 0.26), at, at.lerp(after, 0.26)], 0.15 * radius)
    }))
}

/// The outline of a five-pointed star, counter-clockwise.
fn star(radius: f32) -> Vec<Vec2> {
    let point = |i: u8| {
        let length = if i.is_multiple_of(2) { radius } else { 0.48 * radius };
        Vec2::from_angle(std::f32::consts::FRAC_PI_2 + std::f32::consts::PI * f32::from(i) / 5.0) * length
    };
    flat::rounded(&(0..10).map(point).collect::<Vec<_>>(), 0.10 * radius)
}

/// The four arms of a cross, from the corners inwards, so that a piece does not hide them.
fn saltire(radius: f32) -> TriangleMesh {
    joined(spokes(0.72 * radius, 1.18 * radius, 0.17 * radius, std::f32::consts::FRAC_PI_4))
}

/// Two chevrons, one behind the other, that point in a direction.
fn chevrons(direction: Vec2, radius: f32) -> TriangleMesh {
    let angle = |tip: f32| {
        let at = |along: f32, aside: f32| (direction * along + direction.perp() * aside) * radius;
        flat::stroke(&[at(tip - 0.36, 0.60), at(tip, 0.0), at(tip - 0.36, -0.60)], 0.13 * radius)
    };
    joined([angle(0.90), angle(0.58)])
}

/// An arrow that stops short of the centres of both cells, so that it does not hide the pieces
/// there.
fn arrow(kind: MarkKind, to: Vec2, radii: [f32; 2]) -> TriangleMesh {
    let direction = to.normalize_or_zero();
    let (tail, tip, width) = if kind == MarkKind::Push { (0.5, 0.55, 0.006) } else { (0.55, 0.25, 0.0095) };
    flat::arrow(direction * tail * radii[0], to - direction * tip * radii[1], width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::AnnotationColour;

    const ON_CELLS: [MarkKind; 17] = [
        MarkKind::LastMove,
        MarkKind::Movable,
        MarkKind::Held,
        MarkKind::Cursor,
        MarkKind::Threat,
        MarkKind::Target,
        MarkKind::PartTarget,
        MarkKind::Capture,
        MarkKind::Shot,
        MarkKind::Stack,
        MarkKind::Blast,
        MarkKind::Lost,
        MarkKind::Danger,
        MarkKind::Refused,
        MarkKind::Lesson,
        MarkKind::Star,
        MarkKind::Drawn(AnnotationColour::Plain),
    ];

    fn alike(a: &TriangleMesh, b: &TriangleMesh) -> bool {
        a.positions() == b.positions()
    }

    #[test]
    fn no_two_marks_have_the_same_figure() {
        for info in games::ALL {
            let game = games::begin(info, Options::default(), None).unwrap();
            let cell = &game.layout().cells[0];
            let corners = cell.corners.map(|corner| Vec2::new(corner.x, corner.y) - centre(cell));
            let mut shapes: Vec<_> = ON_CELLS.iter().map(|kind| on_cell(*kind, corners, cell.inradius())).collect();
            shapes.push(chevrons(Vec2::Y, cell.inradius()));
            for (i, shape) in shapes.iter().enumerate() {
                assert!(!shape.indices().is_empty());
                assert!(shapes[..i].iter().all(|other| !alike(shape, other)), "{}: the {i}th", info.id);
            }
        }
    }

    #[test]
    fn arrows_lie_between_their_cells_on_every_board() {
        for info in games::ALL {
            let game = games::begin(info, Options::default(), None).unwrap();
            let places = Places { layout: game.layout() };
            let cells: Vec<_> = (0..places.layout.cells.len() as u16).map(Cell).collect();
            let (_, first) = Figure::of(&TableMark::on(MarkKind::LastMove, cells[0]), &places).unwrap();
            assert_eq!(first, places.cell(cells[0]));
            for to in cells.iter().skip(1) {
                // A section may not be on the table yet.
                let Some((figure, at)) =
                    Figure::of(&TableMark::arrow(MarkKind::Drawn(AnnotationColour::Plain), cells[0], *to), &places)
                else {
                    continue;
                };
                let (start, end) = (places.cell(cells[0]), places.cell(*to));
                let far = |p: &Vec3| (*p + at).distance(start) + (*p + at).distance(end);
                let far = figure.shape().positions().iter().map(far).fold(0.0, f32::max);
                assert!(far < start.distance(end) + 0.03, "{}: {to:?}", info.id);
            }
        }
    }

    /// On a board of squares, all marks of a kind on single cells share one mesh.
    #[test]
    fn squares_share_their_figures() {
        let game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
        let places = Places { layout: game.layout() };
        for kind in ON_CELLS {
            let figures: std::collections::HashSet<_> =
                (0..64).map(|cell| Figure::of(&TableMark::on(kind, Cell(cell)), &places).unwrap().0).collect();
            assert_eq!(figures.len(), 1, "{kind:?}");
        }
        let up =
            |from: u16| Figure::of(&TableMark::arrow(MarkKind::Push, Cell(from), Cell(from + 8)), &places).unwrap().0;
        assert_eq!(up(3), up(20));
        assert_ne!(up(3), Figure::of(&TableMark::arrow(MarkKind::Push, Cell(3), Cell(4)), &places).unwrap().0);
    }

    #[test]
    fn a_cell_that_does_not_lie_on_the_table_has_no_figure() {
        let places = Places::default();
        assert!(Figure::of(&TableMark::on(MarkKind::LastMove, Cell(3)), &places).is_none());
        assert!(Figure::of(&TableMark::path(MarkKind::Path, Cell(3), &[Cell(4)]), &places).is_none());
        assert!(Figure::of(&TableMark { kind: MarkKind::Movable, target: MarkTarget::Tray }, &places).is_some());
    }
}
