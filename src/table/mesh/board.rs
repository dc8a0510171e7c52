//! Boards, from the engine's layout: tiles with bevelled edges, a moulded frame, and coordinates.

use std::f32::consts::FRAC_PI_2;

use bevy::math::{Affine3A, Quat, Vec2, Vec3};

use super::glyph::bold;
use super::lathe::Profile;
use super::{Detail, MM, Marks, TriangleMesh, circle};
use crate::engine::{CellShape, Layout, Point};

/// Height of the table relative to the plane of the cells, m.
pub const TABLE: f32 = -0.018;

/// Width of the frame around a board, m.
pub const FRAME: f32 = 0.030;

/// Height of the letters on the frame, m.
const LETTER: f32 = 0.0125;

/// Radius of the medallion with a section's letter, m.
const MEDAL: f32 = 0.0125;

/// Width of a tile's bevel, m.
const BEVEL: f32 = 0.0007;

/// Width of the rim of a section around its tiles, as a fraction of the section.
const RIM: f32 = 0.024;

/// The shapes of a board or of one of its sections, by material.
#[derive(Clone, Debug, Default)]
pub struct BoardShapes {
    /// The light tiles.
    pub light: TriangleMesh,
    /// The dark tiles.
    pub dark: TriangleMesh,
    /// Frame or rim.
    pub frame: TriangleMesh,
    /// Inlaid coordinates, relative to [`BoardShapes::letters_at`]: upright for White.
    pub letters: TriangleMesh,
    /// Coordinates upright for Black; empty on a section, which turns its letter as a whole.
    pub letters_for_black: TriangleMesh,
    /// Position of the letters.
    pub letters_at: Vec3,
}

/// A board in one piece, in place.
#[must_use]
pub fn board(layout: &Layout) -> BoardShapes {
    let mut shapes = BoardShapes::default();
    let corners: Vec<Vec2> = layout.cells.iter().flat_map(|cell| cell.corners).map(plane).collect();
    for (index, cell) in layout.cells.iter().enumerate() {
        tile(shapes.of(cell.dark), cell.corners.map(plane), index);
    }
    let outline = hull(&corners);
    let profile: [(f32, f32); 14] = [
        (FRAME, TABLE),
        (FRAME + 0.002, TABLE + 0.001),
        (FRAME + 0.002, TABLE + 0.005),
        (FRAME, TABLE + 0.006),
        (FRAME - 0.001, TABLE + 0.008),
        (FRAME - 0.0008, -0.005),
        (FRAME - 0.0018, -0.002),
        (FRAME - 0.0040, 0.0),
        (FRAME - 0.0070, 0.0010),
        (0.0042, 0.0014),
        (0.0030, 0.0012),
        (0.0020, 0.0006),
        (0.0010, 0.0002),
        (0.0, -0.0006),
    ];
    sweep(&mut shapes.frame, &outline, &profile.map(Vec2::from));
    coordinates(&mut shapes.letters, layout, &outline, false);
    coordinates(&mut shapes.letters_for_black, layout, &outline, true);
    shapes
}

/// One section in its own plane, to be placed by its pose.
#[must_use]
pub fn section(layout: &Layout, index: usize) -> BoardShapes {
    let mut shapes = BoardShapes::default();
    let Some(section) = layout.sections.get(index) else { return shapes };
    let outline: Vec<Vec2> = section.outline.iter().copied().map(plane).collect();
    let middle = outline.iter().sum::<Vec2>() / outline.len().max(1) as f32;
    let own = |point: Point| {
        let p = plane(section.pose.unplace(point));
        p.lerp(middle, RIM)
    };
    let cells = layout.cells.iter().enumerate();
    for (i, cell) in cells.filter(|(_, cell)| usize::from(cell.section.unwrap_or(u8::MAX)) == index) {
        tile(shapes.of(cell.dark), cell.corners.map(own), i);
    }
    let inner: Vec<Vec2> = outline.iter().map(|p| p.lerp(middle, RIM)).collect();
    let sink: Vec<Vec2> = outline.iter().map(|p| p.lerp(middle, 0.002)).collect();
    rim(&mut shapes.frame, &sink, &inner);
    // The section's letter on a medallion, legible on both light and dark cells.
    let medal: Vec<Vec2> = circle(middle, MEDAL, 40);
    let ids: Vec<u32> = medal.iter().map(|&p| shapes.frame.vertex(lift(p, 0.1 * MM), Vec3::Y, Marks::PLAIN)).collect();
    for i in 1..ids.len().saturating_sub(1) {
        shapes.frame.triangle([ids[0], ids[i], ids[i + 1]]);
    }
    shapes.letters = bold(&section.name.to_string(), 1.15 * MEDAL);
    shapes.letters_at = lift(middle, 0.2 * MM);
    shapes
}

impl BoardShapes {
    fn of(&mut self, dark: bool) -> &mut TriangleMesh {
        if dark { &mut self.dark } else { &mut self.light }
    }
}

fn plane(point: Point) -> Vec2 {
    Vec2::new(point.x, point.y)
}

/// Converts a point of the table plane at a height to world space.
fn lift(p: Vec2, y: f32) -> Vec3 {
    Vec3::new(p.x, y, -p.y)
}

/// A fixed number for each index, evenly distributed over 0 to 1.
fn spread(index: usize) -> f32 {
    ((index as f32 + 1.0) * 0.618_034).fract()
}

/// A tile with bevelled edges, its top on y = 0.
fn tile(shape: &mut TriangleMesh, corners: [Vec2; 4], index: usize) {
    let middle = corners.iter().sum::<Vec2>() / 4.0;
    // Insets the corners of the cell: each moves along the diagonal of the inward normals of its
    // two sides.
    let inset = |by: f32| -> [Vec2; 4] {
        std::array::from_fn(|i| {
            let (before, at, after) = (corners[(i + 3) % 4], corners[i], corners[(i + 1) % 4]);
            let [a, b] = [(at - before).normalize_or_zero(), (after - at).normalize_or_zero()].map(Vec2::perp);
            let diagonal = (a + b).normalize_or(middle - at);
            at + diagonal * (by / diagonal.dot(a).max(0.3))
        })
    };
    let marks = Marks { cut: spread(index), ..Marks::PLAIN };
    let [outer, inner] = [inset(0.0001).map(|p| lift(p, -BEVEL)), inset(BEVEL).map(|p| lift(p, 0.0))];
    shape.flat(inner, marks);
    for i in 0..4 {
        let j = (i + 1) % 4;
        shape.flat([outer[i], outer[j], inner[j], inner[i]], Marks { wear: 0.5, open: 0.55, ..marks });
    }
}

/// Sweeps a profile around a convex outline with mitred corners. The profile gives the outward
/// offset and height in metres, from the outer foot over the top inwards.
pub fn sweep(shape: &mut TriangleMesh, outline: &[Vec2], profile: &[Vec2]) {
    let n = outline.len();
    let way = |i: usize| (outline[(i + 1) % n] - outline[i % n]).normalize_or_zero();
    let mitre = |i: usize| {
        let (a, b) = (-way(i + n - 1).perp(), -way(i).perp());
        let sum = (a + b).normalize_or(a);
        sum / sum.dot(b).max(0.3)
    };
    let slopes: Vec<Vec2> = profile.windows(2).map(|w| -(w[1] - w[0]).perp().normalize_or_zero()).collect();
    for i in 0..n {
        let out = -way(i).perp();
        let corner = [(outline[i], mitre(i)), (outline[(i + 1) % n], mitre((i + 1) % n))];
        let marks = Marks { cut: spread(i), turn: way(i).to_angle(), ..Marks::PLAIN };
        for (j, &slope) in slopes.iter().enumerate() {
            let soft = |other: Option<&Vec2>| match other {
                Some(&other) if slope.dot(other) > 0.8 => (slope + other).normalize_or(slope),
                _ => slope,
            };
            let ends = [soft(j.checked_sub(1).and_then(|j| slopes.get(j))), soft(slopes.get(j + 1))];
            let mut vertex = |side: usize, end: usize| {
                let (at, mitre) = corner[side];
                let p = profile[j + end];
                let normal = lift(out * ends[end].x, ends[end].y);
                shape.vertex(lift(at + mitre * p.x, p.y), normal, marks)
            };
            let quad = [vertex(0, 0), vertex(1, 0), vertex(1, 1), vertex(0, 1)];
            shape.quad(quad);
        }
    }
}

/// A section's rim: a low rounded border between its outline and its tiles, down to the table
/// outside.
fn rim(shape: &mut TriangleMesh, outer: &[Vec2], inner: &[Vec2]) {
    let profile = [(0.0, TABLE), (0.0, -0.0016), (0.12, -0.0006), (0.35, 0.0), (0.75, 0.0), (1.0, -BEVEL)];
    for rail in 0..outer.len() {
        let next = (rail + 1) % outer.len();
        let marks =
            Marks { cut: spread(rail), turn: (outer[next] - outer[rail]).to_angle(), open: 0.6, ..Marks::PLAIN };
        for pair in profile.windows(2) {
            let [low, high] = [pair[0], pair[1]]
                .map(|(in_by, y)| [rail, next].map(|corner| lift(outer[corner].lerp(inner[corner], in_by), y)));
            shape.flat([low[0], low[1], high[1], high[0]], marks);
        }
    }
}

/// The convex hull, counter-clockwise, without collinear points.
fn hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = &Vec2>| {
        let mut line: Vec<Vec2> = Vec::new();
        for &p in points {
            while let [.., a, b] = line[..] {
                if (b - a).perp_dot(p - b) > 1e-7 {
                    break;
                }
                line.pop();
            }
            line.push(p);
        }
        line.pop();
        line
    };
    let mut line = half(&mut sorted.iter());
    line.extend(half(&mut sorted.iter().rev()));
    line
}

/// The names of files and ranks on the frame, upright for one player: a file's letter where its
/// cells touch the near or far side, a rank's digit where they touch the left or right side.
fn coordinates(letters: &mut TriangleMesh, layout: &Layout, outline: &[Vec2], for_black: bool) {
    let low = outline.iter().fold(Vec2::INFINITY, |low, &p| low.min(p));
    let high = outline.iter().fold(Vec2::NEG_INFINITY, |high, &p| high.max(p));
    let out = 0.5 * FRAME - 0.0012;
    let turn = Quat::from_rotation_y(if for_black { std::f32::consts::PI } else { 0.0 });
    let mut put = |label: &str, at: Vec2| {
        letters.append(&bold(label, LETTER), Affine3A::from_rotation_translation(turn, lift(at, 0.0014 + 0.2 * MM)));
    };
    for cell in &layout.cells {
        let (file, rank) = label(cell);
        let middle = plane(cell.centre());
        let touches =
            |side: fn(Vec2) -> f32, line: f32| cell.corners.iter().any(|&c| (side(plane(c)) - line).abs() < 1e-4);
        if touches(|p| p.y, low.y) {
            put(file, Vec2::new(middle.x, low.y - out));
        }
        if touches(|p| p.y, high.y) {
            put(file, Vec2::new(middle.x, high.y + out));
        }
        if touches(|p| p.x, low.x) {
            put(rank, Vec2::new(low.x - out, middle.y));
        }
        if touches(|p| p.x, high.x) {
            put(rank, Vec2::new(high.x + out, middle.y));
        }
    }
}

/// A cell's name, split into letters and digits.
fn label(cell: &CellShape) -> (&str, &str) {
    cell.name.split_at(cell.name.find(|c: char| c.is_ascii_digit()).unwrap_or(cell.name.len()))
}

/// A round table top of this radius, m, with a rounded edge.
#[must_use]
pub fn table(radius: f32) -> TriangleMesh {
    const SIDES: u16 = 128;
    /// Radius of its edge, mm.
    const EDGE: f32 = 16.0;
    let (radius, top) = (radius / MM, TABLE / MM);
    Profile::at(radius - 2.0 * EDGE, top - 3.0 * EDGE)
        .to(radius, top - 2.0 * EDGE)
        .to(radius, top - EDGE)
        .arc((radius - EDGE, top - EDGE), FRAC_PI_2)
        .to(0.0, top)
        .turn(SIDES, Detail::FULL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_board_is_its_four_corners() {
        let layout = Layout::squares(5, 5);
        let corners: Vec<Vec2> = layout.cells.iter().flat_map(|cell| cell.corners).map(plane).collect();
        assert_eq!(hull(&corners).len(), 4);
    }

    #[test]
    fn tiles_face_up() {
        let shapes = board(&Layout::squares(3, 3));
        for shape in [&shapes.light, &shapes.dark, &shapes.frame, &shapes.letters] {
            assert!(!shape.indices().is_empty());
        }
        for corner in shapes.light.indices().chunks(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| shapes.light.positions()[i as usize]);
            assert!((b - a).cross(c - a).y > 0.0);
        }
    }
}
