//! The figure of each mark, as flat shapes about a cell or along a way.

use bevy::prelude::*;

use crate::dice::tray;
use crate::engine::{Cell, CellShape, Place, Side};
use crate::table::layout::{Bounds, Places, TRAY_FLOOR, world};
use crate::table::material::MarkKind;
use crate::table::mesh::{Shape, circle, flat};

/// Where a mark is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkTarget {
    /// MarkTarget a cell.
    Cell(Cell),
    /// MarkTarget the second cell, pointing the way from the first to it.
    Toward(Cell, Cell),
    /// From the first cell to the second.
    Arrow(Cell, Cell),
    /// Through the middles of these cells.
    Way(Vec<Cell>),
    /// Round the foremost piece of this slot of a reserve.
    Reserve(Side, u8),
    /// In the dice tray.
    Tray,
}

/// A mark's shape and the point that it is laid about; `None` on a cell that does not lie on the table.
#[must_use]
pub fn mark_mesh(tell: MarkKind, on: &MarkTarget, places: &Places) -> Option<(Shape, Vec3)> {
    let placed = |cell: Cell| {
        let shape = places.layout.cells.get(cell.index())?;
        shape.is_placed().then_some(shape)
    };
    let middle = |cell: Cell| placed(cell).map(flat_middle);
    Some(match on {
        MarkTarget::Cell(cell) => (on_cell(tell, placed(*cell)?), places.cell(*cell)),
        MarkTarget::Toward(from, to) => {
            let (cell, way) = (placed(*to)?, middle(*to)? - middle(*from)?);
            (chevrons(way.normalize_or(Vec2::Y), cell.inradius()), places.cell(*to))
        }
        MarkTarget::Arrow(from, to) => (arrow(tell, placed(*from)?, placed(*to)?), Vec3::ZERO),
        MarkTarget::Way(cells) => {
            let points: Option<Vec<Vec2>> = cells.iter().map(|cell| middle(*cell)).collect();
            (flat::stroke(&points?, if tell == MarkKind::Aim { 0.005 } else { 0.003 }), Vec3::ZERO)
        }
        MarkTarget::Reserve(side, slot) => {
            let width = if tell == MarkKind::Held { 0.004 } else { 0.002 };
            (flat::band(&circle(Vec2::ZERO, 0.021, 40), width), places.place(Place::Reserve(*side, *slot), 0))
        }
        MarkTarget::Tray => {
            let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0;
            let rim = flat::rounded(&Bounds { min: -half, max: half }.wider(-0.006).corners(), 0.012);
            (flat::band(&rim, 0.004), world(places.tray()) + Vec3::Y * TRAY_FLOOR)
        }
    })
}

fn flat_middle(cell: &CellShape) -> Vec2 {
    let centre = cell.centre();
    Vec2::new(centre.x, centre.y)
}

/// About the middle of a cell.
fn on_cell(tell: MarkKind, cell: &CellShape) -> Shape {
    let centre = flat_middle(cell);
    let radius = cell.inradius();
    let round = |share: f32| circle(Vec2::ZERO, radius * share, 40);
    let square = |share: f32| {
        let corners = cell.corners.map(|corner| (Vec2::new(corner.x, corner.y) - centre) * share);
        flat::rounded(&corners, 0.2 * radius)
    };
    match tell {
        MarkKind::Last | MarkKind::Way => flat::patch(&square(0.96)),
        MarkKind::Movable => flat::band(&square(0.94), 0.07 * radius),
        MarkKind::Held => flat::band(&square(0.96), 0.15 * radius),
        MarkKind::Cursor => flat::band(&square(0.98), 0.06 * radius),
        MarkKind::Threat => flat::band(&circle(Vec2::ZERO, 0.5 * radius, 4), 0.16 * radius),
        MarkKind::Target | MarkKind::Push => flat::patch(&round(0.32)),
        MarkKind::Capture => flat::band(&round(0.92), 0.15 * radius),
        MarkKind::Shot => cross_hairs(radius),
        MarkKind::Stack => joined([flat::band(&round(0.92), 0.08 * radius), flat::band(&round(0.70), 0.08 * radius)]),
        MarkKind::Aim | MarkKind::Drawn(_) => flat::band(&round(0.97), 0.13 * radius),
        MarkKind::Blast => flat::band(&round(2.8), 0.24 * radius),
        MarkKind::Lost => saltire(radius),
        MarkKind::Danger => flat::area(&round(0.62), 0.36 * radius),
        MarkKind::Refused => flat::area(&square(0.70), 0.30 * radius),
    }
}

fn joined<const N: usize>(shapes: [Shape; N]) -> Shape {
    let mut whole = Shape::default();
    for shape in &shapes {
        whole.append(shape, bevy::math::Affine3A::IDENTITY);
    }
    whole
}

/// Strokes from one circle to another in four directions, the first at this angle, radians.
fn spokes(from: f32, to: f32, width: f32, first: f32) -> [Shape; 4] {
    std::array::from_fn(|i| {
        let way = Vec2::from_angle(first + std::f32::consts::FRAC_PI_2 * i as f32);
        flat::stroke(&[way * from, way * to], width)
    })
}

/// A ring with four ticks through it.
fn cross_hairs(radius: f32) -> Shape {
    let ring = flat::band(&circle(Vec2::ZERO, 0.78 * radius, 40), 0.10 * radius);
    let ticks = spokes(0.52 * radius, 0.98 * radius, 0.11 * radius, 0.0);
    joined([ring, joined(ticks)])
}

/// The four arms of a cross from the corners inwards, to be seen round a piece.
fn saltire(radius: f32) -> Shape {
    joined(spokes(0.72 * radius, 1.18 * radius, 0.17 * radius, std::f32::consts::FRAC_PI_4))
}

/// Two angles, one behind the other, that point a way.
fn chevrons(way: Vec2, radius: f32) -> Shape {
    let angle = |tip: f32| {
        let at = |along: f32, aside: f32| (way * along + way.perp() * aside) * radius;
        flat::stroke(&[at(tip - 0.36, 0.60), at(tip, 0.0), at(tip - 0.36, -0.60)], 0.13 * radius)
    };
    joined([angle(0.90), angle(0.58)])
}

/// From beside the middle of one cell to beside that of another, so that what stands there can be seen.
fn arrow(tell: MarkKind, from: &CellShape, to: &CellShape) -> Shape {
    let (start, end) = (flat_middle(from), flat_middle(to));
    let way = (end - start).normalize_or_zero();
    if tell == MarkKind::Push {
        return flat::arrow(start + way * 0.5 * from.inradius(), end - way * 0.55 * to.inradius(), 0.006);
    }
    flat::arrow(start + way * 0.55 * from.inradius(), end - way * 0.25 * to.inradius(), 0.0095)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::Ink;

    const ON_CELLS: [MarkKind; 14] = [
        MarkKind::Last,
        MarkKind::Movable,
        MarkKind::Held,
        MarkKind::Cursor,
        MarkKind::Threat,
        MarkKind::Target,
        MarkKind::Capture,
        MarkKind::Shot,
        MarkKind::Stack,
        MarkKind::Blast,
        MarkKind::Lost,
        MarkKind::Danger,
        MarkKind::Refused,
        MarkKind::Drawn(Ink::Plain),
    ];

    /// Whether two shapes are the same.
    fn alike(a: &Shape, b: &Shape) -> bool {
        a.positions() == b.positions()
    }

    #[test]
    fn no_two_marks_have_the_same_figure() {
        for info in games::ALL {
            let game = games::begin(info, Options::default(), None).unwrap();
            let cell = &game.layout().cells[0];
            let mut shapes: Vec<_> = ON_CELLS.iter().map(|tell| on_cell(*tell, cell)).collect();
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
            let Some((_, first)) = mark_mesh(MarkKind::Last, &MarkTarget::Cell(cells[0]), &places) else {
                panic!("{}", info.id)
            };
            assert_eq!(first, places.cell(cells[0]));
            for to in cells.iter().skip(1) {
                let arrow = mark_mesh(MarkKind::Drawn(Ink::Plain), &MarkTarget::Arrow(cells[0], *to), &places);
                // Of a section that does not lie there yet.
                let Some((arrow, _)) = arrow else { continue };
                let (start, end) = (places.cell(cells[0]), places.cell(*to));
                let far = arrow.positions().iter().map(|p| p.distance(start) + p.distance(end)).fold(0.0, f32::max);
                assert!(far < start.distance(end) + 0.03, "{}: {to:?}", info.id);
            }
        }
    }

    #[test]
    fn a_cell_that_does_not_lie_on_the_table_has_no_figure() {
        let places = Places::default();
        assert!(mark_mesh(MarkKind::Last, &MarkTarget::Cell(Cell(3)), &places).is_none());
        assert!(mark_mesh(MarkKind::Way, &MarkTarget::Way(vec![Cell(3), Cell(4)]), &places).is_none());
        assert!(mark_mesh(MarkKind::Movable, &MarkTarget::Tray, &places).is_some());
    }
}
