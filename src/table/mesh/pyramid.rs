//! Hollow pyramids of three sizes with blunt tips. Each carries the next on its shoulder, around a
//! small stub, so that none hides another.

use std::f32::consts::FRAC_PI_2;

use bevy::math::{Vec2, Vec3};

use super::{MM, Marks, TriangleMesh, circle};

/// Half the base, half the shoulder, and the height of the shoulder of each size, mm.
const SIZES: [(f32, f32, f32); 3] = [(10.4, 5.4, 30.0), (13.4, 6.6, 37.0), (16.4, 7.8, 44.0)];

/// Half the stub's width, and its height above the shoulder, mm.
const STUB: (f32, f32) = (4.2, 3.0);

/// Radius of a pip, its distance from the base along the wall, and the distance between two pips,
/// mm.
const PIP: (f32, f32, f32) = (2.9, 6.2, 7.4);

/// The first and last height of each band, as fractions of the height of the shoulder.
const BANDS: [[f32; 2]; 2] = [[0.50, 0.62], [0.76, 0.88]];

/// Distance of inlays from the wall, mm: more than the error of simplification.
const INLAID: f32 = 0.4;

/// Thickness of the walls, mm.
const WALL: f32 = 1.1;

fn measures(size: u8) -> (f32, f32, f32) {
    SIZES[usize::from(size.clamp(1, 3)) - 1]
}

/// The height that a pyramid of this size, 1 to 3, adds to a stack when another one stands on it,
/// m.
#[must_use]
pub fn rise(size: u8) -> f32 {
    measures(size).2 * MM
}

/// Height of a pyramid of this size, 1 to 3, with its stub, m.
#[must_use]
pub fn height(size: u8) -> f32 {
    (measures(size).2 + STUB.1) * MM
}

/// Half the width of its base, m.
#[must_use]
pub fn half_base(size: u8) -> f32 {
    measures(size).0 * MM
}

/// Half the width of its shoulder, m.
#[must_use]
pub fn half_shoulder(size: u8) -> f32 {
    measures(size).1 * MM
}

/// A pyramid of this size, 1 to 3, standing on y = 0, with `size` pips near the foot of each side.
/// `banded` adds two inlaid bands.
#[must_use]
pub fn pyramid(size: u8, banded: bool) -> TriangleMesh {
    let (base, shoulder, top) = measures(size);
    let mut shape = TriangleMesh::default();
    // Half width and height: from the inner rim of the base up, then outside.
    let inside = [(base - WALL, 0.0), (shoulder - WALL, top - WALL), (0.4, top - WALL)];
    loft(&mut shape, &inside, 0.6, true, Marks::PLAIN);
    let outside = [
        (base - WALL, 0.0),
        (base - 0.3, 0.0),
        (base, 0.4),
        (shoulder + 0.15, top - 0.4),
        (shoulder - 0.4, top),
        (STUB.0, top),
        (STUB.0 - 0.3, top + STUB.1 - 0.4),
        (STUB.0 - 0.8, top + STUB.1),
        (0.01, top + STUB.1),
    ];
    loft(&mut shape, &outside, 1.2, false, Marks::PLAIN);
    if banded {
        for share in BANDS {
            let ring = share.map(|share| (base + (shoulder - base) * share + INLAID, top * share));
            loft(&mut shape, &ring, 1.2, false, Marks::INK);
        }
    }
    for side in 0..4_u8 {
        pips(&mut shape, size, side);
    }
    shape
}

/// A square of this half width with round corners, as points and normals in the plane.
fn square(half: f32, round: f32) -> Vec<(Vec2, Vec2)> {
    const STEPS: u8 = 4;
    let round = round.min(0.8 * half);
    let mut ring = Vec::new();
    for corner in 0..4_u8 {
        for step in 0..=STEPS {
            let angle = FRAC_PI_2 * (f32::from(corner) + f32::from(step) / f32::from(STEPS));
            let quarter = Vec2::from_angle(FRAC_PI_2 * f32::from(corner)).rotate(Vec2::ONE);
            let normal = Vec2::from_angle(angle);
            ring.push(((half - round) * quarter + round * normal, normal));
        }
    }
    ring
}

/// Connects squares of these half widths and heights, mm; `inward` reverses the surface.
fn loft(shape: &mut TriangleMesh, rings: &[(f32, f32)], round: f32, inward: bool, marks: Marks) {
    for pair in rings.windows(2) {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        let slope = Vec2::new(high - low, from - to).normalize_or(Vec2::X) * if inward { -1.0 } else { 1.0 };
        let mut ring = |half: f32, y: f32| -> Vec<u32> {
            square(half, round)
                .into_iter()
                .map(|(at, out)| {
                    let normal = Vec3::new(out.x * slope.x, slope.y, -out.y * slope.x);
                    shape.vertex(Vec3::new(at.x, y, -at.y) * MM, normal, marks)
                })
                .collect()
        };
        let (a, b) = (ring(from, low), ring(to, high));
        for i in 0..a.len() {
            let j = (i + 1) % a.len();
            shape.quad(if inward { [b[i], b[j], a[j], a[i]] } else { [a[i], a[j], b[j], b[i]] });
        }
    }
}

/// The inlaid pips of one side.
fn pips(shape: &mut TriangleMesh, size: u8, side: u8) {
    let (base, shoulder, top) = measures(size);
    let slant = Vec2::new(shoulder - base, top).normalize();
    let turn = Vec2::from_angle(FRAC_PI_2 * f32::from(side));
    let (radius, up, apart) = PIP;
    for pip in 0..size {
        let across = apart * (f32::from(pip) - (f32::from(size) - 1.0) / 2.0);
        let place = |at: Vec2| {
            // Up along the slope from the base's rim.
            let out = base + slant.x * at.y + INLAID * slant.y;
            let plane = turn.rotate(Vec2::new(out, at.x));
            Vec3::new(plane.x, slant.y * at.y - INLAID * slant.x, -plane.y) * MM
        };
        let out = turn.rotate(Vec2::new(slant.y, 0.0));
        let normal = Vec3::new(out.x, -slant.x, -out.y);
        let rim: Vec<u32> = circle(Vec2::new(across, up), radius, 20)
            .into_iter()
            .map(|at| shape.vertex(place(at), normal, Marks::INK))
            .collect();
        for i in 1..rim.len() - 1 {
            shape.triangle([rim[0], rim[i], rim[i + 1]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pips lie outside the wall, and each side shows as many as the pyramid has points.
    #[test]
    fn pips_are_on_the_walls() {
        for size in 1..=3 {
            let shape = pyramid(size, false);
            let (base, shoulder, top) = measures(size);
            let inlaid: Vec<Vec3> = shape
                .positions()
                .iter()
                .zip(shape.marks())
                .filter(|(_, marks)| marks.ink > 0.5)
                .map(|(at, _)| *at / MM)
                .collect();
            assert_eq!(inlaid.len(), 4 * 20 * usize::from(size));
            for at in inlaid {
                // The outer wall at this height.
                let wall = base + (shoulder + 0.15 - base) * (at.y - 0.4) / (top - 0.8);
                let out = at.x.abs().max(at.z.abs());
                assert!(out > wall + 0.2 && out < wall + 0.8, "size {size}: {at} beside a wall at {wall}");
            }
        }
    }
}
