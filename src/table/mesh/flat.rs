//! Flat figures on the plane y = 0 for marks on cells: areas, bands, strokes and arrows, with soft
//! edges.
//!
//! A soft edge is a rim over which the figure fades out: its outer vertices have wear 1, which the
//! surface of marks interprets as transparency.

use std::f32::consts::PI;

use bevy::math::{Vec2, Vec3};

use super::glyph::triangles;
use super::{Marks, TriangleMesh};

/// Width of a soft edge, m.
const SOFT: f32 = 0.0008;

const GONE: Marks = Marks { wear: 1.0, ..Marks::PLAIN };

/// The area inside a closed counter-clockwise line, fading out over `soft` metres outside it.
#[must_use]
pub fn area(line: &[Vec2], soft: f32) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let ids: Vec<u32> = line.iter().map(|&point| put(&mut shape, point, Marks::PLAIN)).collect();
    for corners in triangles(line, &[]) {
        shape.triangle(corners.map(|i| ids[i]));
    }
    rows(&mut shape, &[line.to_vec(), offset(line, soft)], &[Marks::PLAIN, GONE]);
    shape
}

/// The area inside a closed line, with a soft edge.
#[must_use]
pub fn patch(line: &[Vec2]) -> TriangleMesh {
    area(line, SOFT)
}

/// A band of this width along the inside of a closed counter-clockwise line, with soft edges.
#[must_use]
pub fn band(line: &[Vec2], width: f32) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let lines = [-width - SOFT, -width, 0.0, SOFT].map(|by| offset(line, by));
    rows(&mut shape, &lines, &[GONE, Marks::PLAIN, Marks::PLAIN, GONE]);
    shape
}

/// A line of this width through points, with round ends.
#[must_use]
pub fn stroke(points: &[Vec2], width: f32) -> TriangleMesh {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return TriangleMesh::default() };
    let way = |a: Vec2, b: Vec2| (b - a).normalize_or(Vec2::X);
    let n = points.len();
    let side = |i: usize| {
        let before = way(points[i.max(1) - 1], points[i.max(1).min(n - 1)]);
        let after = way(points[i.min(n.max(2) - 2)], points[(i + 1).min(n - 1)]);
        let sum = (before.perp() + after.perp()).normalize_or(before.perp());
        sum / sum.dot(before.perp()).max(0.4) * width / 2.0
    };
    let cap = |at: Vec2, from: Vec2| (1..8).map(move |step| at + Vec2::from_angle(PI * step as f32 / 8.0).rotate(from));
    let mut line: Vec<Vec2> = (0..n).map(|i| points[i] - side(i)).collect();
    line.extend(cap(*last, -side(n - 1)));
    line.extend((0..n).rev().map(|i| points[i] + side(i)));
    line.extend(cap(*first, side(0)));
    patch(&line)
}

/// An arrow of this width from a point to its tip, with rounded corners; only the head if the
/// points are close.
#[must_use]
pub fn arrow(from: Vec2, to: Vec2, width: f32) -> TriangleMesh {
    let way = (to - from).normalize_or(Vec2::Y);
    let (head, wide) = (2.1 * width, 1.15 * width);
    let neck = from.distance(to) - head;
    let at = |along: f32, aside: f32| from + way * along + way.perp() * aside;
    let half = width / 2.0;
    let mut line = Vec::new();
    if neck > 0.0 {
        line.extend([at(neck, half), at(0.0, half), at(0.0, -half), at(neck, -half)]);
    }
    line.extend([at(neck - 0.15 * width, -wide), at(neck + head, 0.0), at(neck - 0.15 * width, wide)]);
    patch(&rounded(&line, 0.45 * width))
}

/// Rounds the corners of a closed line, starting and ending at the distance `by` from each corner,
/// m.
#[must_use]
pub fn rounded(line: &[Vec2], by: f32) -> Vec<Vec2> {
    const STEPS: u8 = 5;
    let n = line.len();
    let corner = |i: usize| {
        let (before, at, after) = (line[(i + n - 1) % n], line[i], line[(i + 1) % n]);
        let near = |other: Vec2| at + (other - at).clamp_length_max(by.min(at.distance(other) / 2.0));
        let (start, end) = (near(before), near(after));
        (0..=STEPS).map(move |step| {
            let share = f32::from(step) / f32::from(STEPS);
            start.lerp(at, share).lerp(at.lerp(end, share), share)
        })
    };
    let mut round: Vec<Vec2> = (0..n).flat_map(corner).collect();
    round.dedup_by(|a, b| a.distance(*b) < 1e-6);
    if let [first, .., last] = round[..]
        && first.distance(last) < 1e-6
    {
        round.pop();
    }
    round
}

fn put(shape: &mut TriangleMesh, at: Vec2, marks: Marks) -> u32 {
    shape.vertex(Vec3::new(at.x, 0.0, -at.y), Vec3::Y, marks)
}

/// Connects closed lines with equal numbers of points, from the inside out.
fn rows(shape: &mut TriangleMesh, lines: &[Vec<Vec2>], marks: &[Marks]) {
    let ids: Vec<Vec<u32>> = lines
        .iter()
        .zip(marks)
        .map(|(line, marks)| line.iter().map(|&point| put(shape, point, *marks)).collect())
        .collect();
    for pair in ids.windows(2) {
        for i in 0..pair[0].len() {
            let j = (i + 1) % pair[0].len();
            shape.quad([pair[0][i], pair[1][i], pair[1][j], pair[0][j]]);
        }
    }
}

/// Offsets a closed line outwards, m; inwards if `by` is negative.
#[must_use]
pub fn offset(line: &[Vec2], by: f32) -> Vec<Vec2> {
    let n = line.len();
    let out = |i: usize| -(line[(i + 1) % n] - line[i % n]).normalize_or_zero().perp();
    (0..n)
        .map(|i| {
            let (before, after) = (out(i + n - 1), out(i));
            let sum = (before + after).normalize_or(after);
            line[i] + sum * (by / sum.dot(after).max(0.4))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::mesh::circle;

    /// The area covered by the solid part, m², and the same with the soft edge.
    fn covered(shape: &TriangleMesh) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for corner in shape.indices().chunks(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| shape.positions()[i as usize]);
            let area = (b - a).cross(c - a).y / 2.0;
            assert!(area > -1e-9, "a triangle faces down");
            let solid = corner.iter().all(|&i| shape.marks()[i as usize].wear < 0.5);
            sum[0] += if solid { area } else { 0.0 };
            sum[1] += area;
        }
        sum
    }

    fn near(a: f32, b: f32, by: f32) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    #[test]
    fn areas_bands_and_strokes_cover_what_they_say() {
        let square = [(0.0, 0.0), (0.1, 0.0), (0.1, 0.1), (0.0, 0.1)].map(Vec2::from);
        let [solid, all] = covered(&area(&square, 0.01));
        near(solid, 0.01, 1e-5);
        near(all, 0.12 * 0.12, 1e-5);
        let [solid, _] = covered(&band(&circle(Vec2::ZERO, 0.02, 64), 0.004));
        near(solid, PI * (0.02 * 0.02 - 0.016 * 0.016), 1e-5);
        let bent = [(0.0, 0.0), (0.1, 0.0), (0.1, 0.1)].map(Vec2::from);
        let [solid, _] = covered(&stroke(&bent, 0.004));
        near(solid, 0.2 * 0.004 + PI * 0.002 * 0.002, 1e-5);
        assert!(stroke(&[], 0.004).indices().is_empty());
        covered(&stroke(&bent[..1], 0.004));
    }

    #[test]
    fn an_arrow_reaches_from_its_start_to_its_tip() {
        for (to, length) in [(Vec2::new(0.3, 0.0), 0.3), (Vec2::new(-0.1, 0.2), 0.2236)] {
            let arrow = arrow(Vec2::ZERO, to, 0.01);
            let way = to / length;
            let seen = arrow.positions().iter().map(|p| Vec2::new(p.x, -p.z)).map(|p| (p.dot(way), p.perp_dot(way)));
            let (start, tip, wide) = seen.fold((0.0_f32, 0.0_f32, 0.0_f32), |(start, tip, wide), (along, aside)| {
                (start.min(along), tip.max(along), wide.max(aside.abs()))
            });
            near(start, -SOFT, 1e-4);
            near(tip, length, 0.003);
            near(wide, 0.0115, 0.002);
            let [solid, _] = covered(&arrow);
            near(solid, (length - 0.021) * 0.01 + 0.5 * 0.0225 * 0.023, 6e-5);
        }
        // Too close for a shaft: only the head, which is never inverted.
        covered(&arrow(Vec2::ZERO, Vec2::new(0.005, 0.0), 0.01));
        covered(&arrow(Vec2::ZERO, Vec2::ZERO, 0.01));
    }

    #[test]
    fn round_corners_stay_inside() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(Vec2::from);
        let round = rounded(&square, 0.2);
        assert!(round.len() > 16 && round.iter().all(|p| p.cmpge(Vec2::ZERO).all() && p.cmple(Vec2::ONE).all()));
        assert!(!round.contains(&Vec2::ZERO));
    }
}
