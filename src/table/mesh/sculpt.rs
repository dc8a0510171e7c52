//! Carving: solids given by a field that is negative inside, and operations that combine such
//! fields.
//!
//! Fields are in millimetres, the resulting shapes in metres. Fields need not be exact distances,
//! but must be roughly exact near the surface.

use bevy::math::{Vec2, Vec3};

use super::{Detail, MM, Marks, TriangleMesh};

/// The region and resolution of a carving.
#[derive(Clone, Copy, Debug)]
pub struct CarvingBlock {
    /// The smallest corner, mm.
    pub from: Vec3,
    /// The largest corner, mm.
    pub to: Vec3,
    /// Edge of the cubes at full detail, mm.
    pub grain: f32,
}

/// The number of cubes along each axis that are tested together.
const STRIDE: usize = 5;

/// Safety factor on distances, because fields need not be exact distances.
const SURE: f32 = 2.5;

/// A vertex within this distance of the surface counts as on it, mm.
const NEAR: f32 = 1e-3;

/// The surface where the field is zero, by surface nets: one vertex for each cube crossed by the
/// surface, moved onto the surface, with the field's gradient as its normal.
///
/// Only near the surface is the field evaluated at every cube: if its absolute value at the centre
/// of a group of cubes exceeds `SURE` times the group's radius, the whole group is on one side.
pub fn carve(block: CarvingBlock, detail: Detail, field: impl Fn(Vec3) -> f32) -> TriangleMesh {
    let block = CarvingBlock { grain: detail.grain(block.grain), ..block };
    let size = ((block.to - block.from) / block.grain).ceil().as_uvec3() + 1;
    let [nx, ny, nz] = [size.x as usize, size.y as usize, size.z as usize];
    let place = |x: usize, y: usize, z: usize| block.from + block.grain * Vec3::new(x as f32, y as f32, z as f32);
    let index = |x: usize, y: usize, z: usize| (z * ny + y) * nx + x;
    let mut values = vec![0.0_f32; nx * ny * nz];
    let reach = 0.5 * (STRIDE - 1) as f32;
    let strides = |count: usize| (0..count).step_by(STRIDE).map(move |from| from..(from + STRIDE).min(count));
    for zs in strides(nz) {
        for ys in strides(ny) {
            for xs in strides(nx) {
                let middle = place(xs.start, ys.start, zs.start) + block.grain * Vec3::splat(reach);
                let there = field(middle);
                let sure = there.abs() > SURE * reach * 3.0_f32.sqrt() * block.grain;
                for (z, y) in zs.clone().flat_map(|z| ys.clone().map(move |y| (z, y))) {
                    for x in xs.clone() {
                        values[index(x, y, z)] = if sure { there } else { field(place(x, y, z)) };
                    }
                }
            }
        }
    }
    let mut shape = TriangleMesh::default();
    let mut vertices = vec![u32::MAX; values.len()];
    let gradient = |p: Vec3| {
        let h = 0.3 * block.grain;
        let along = |axis: Vec3| field(p + h * axis) - field(p - h * axis);
        Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z)) / (2.0 * h)
    };
    for z in 0..nz - 1 {
        for y in 0..ny - 1 {
            for x in 0..nx - 1 {
                let corner = |i: usize| (x + (i & 1), y + ((i >> 1) & 1), z + (i >> 2));
                let value = |i: usize| {
                    let (x, y, z) = corner(i);
                    values[index(x, y, z)]
                };
                let (mut sum, mut crossings) = (Vec3::ZERO, 0.0);
                for i in 0..8 {
                    for bit in [1, 2, 4] {
                        let j = i | bit;
                        if j == i || (value(i) < 0.0) == (value(j) < 0.0) {
                            continue;
                        }
                        let ((ax, ay, az), (bx, by, bz)) = (corner(i), corner(j));
                        sum += place(ax, ay, az).lerp(place(bx, by, bz), value(i) / (value(i) - value(j)));
                        crossings += 1.0;
                    }
                }
                if crossings == 0.0 {
                    continue;
                }
                let mean = sum / crossings;
                let mut p = mean;
                for _ in 0..3 {
                    let off = field(p);
                    if off.abs() < NEAR {
                        break;
                    }
                    let slope = gradient(p);
                    p -= off * slope / slope.length_squared().max(0.04);
                    p = p.clamp(mean - block.grain, mean + block.grain);
                }
                let normal = gradient(p).normalize_or(Vec3::Y);
                // The growth of the field along the normal measures the openness of the place.
                let open = [1.2, 2.8, 6.0].map(|far: f32| (field(p + far * normal) / far).clamp(0.0, 1.0));
                let open = 0.15 + 0.85 * (0.3 * open[0] + 0.4 * open[1] + 0.3 * open[2]);
                vertices[index(x, y, z)] = shape.vertex(p * MM, normal, Marks { open, ..Marks::PLAIN });
            }
        }
    }
    let steps = [1, nx, nx * ny];
    for z in 1..nz - 1 {
        for y in 1..ny - 1 {
            for x in 1..nx - 1 {
                let here = index(x, y, z);
                for axis in 0..3 {
                    let inside = values[here] < 0.0;
                    if inside == (values[here + steps[axis]] < 0.0) {
                        continue;
                    }
                    let (u, v) = (steps[(axis + 1) % 3], steps[(axis + 2) % 3]);
                    let ring = [here - u - v, here - v, here, here - u].map(|cube| vertices[cube]);
                    shape.quad(if inside { ring } else { [ring[3], ring[2], ring[1], ring[0]] });
                }
            }
        }
    }
    shape
}

/// Union with a fillet of about `k`, mm.
#[must_use]
pub fn blend(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k / 4.0
}

/// The intersection of both, with an edge rounded by about `k`, mm.
#[must_use]
pub fn intersection(a: f32, b: f32, k: f32) -> f32 {
    -blend(-a, -b, k)
}

/// `a` without `b`, with an edge rounded by about `k`, mm.
#[must_use]
pub fn difference(a: f32, b: f32, k: f32) -> f32 {
    -blend(-a, b, k)
}

/// A ball.
#[must_use]
pub fn ball(p: Vec3, centre: Vec3, radius: f32) -> f32 {
    p.distance(centre) - radius
}

/// An ellipsoid with these half-axes.
#[must_use]
pub fn ellipsoid(p: Vec3, centre: Vec3, axes: Vec3) -> f32 {
    let q = p - centre;
    let (k0, k1) = ((q / axes).length(), (q / (axes * axes)).length());
    if k1 < 1e-9 { -axes.min_element() } else { k0 * (k0 - 1.0) / k1 }
}

/// A rod from `a` to `b` with radii `ra` and `rb`, and round ends.
#[must_use]
pub fn capsule(p: Vec3, (a, ra): (Vec3, f32), (b, rb): (Vec3, f32)) -> f32 {
    let (pa, ba) = (p - a, b - a);
    let t = (pa.dot(ba) / ba.length_squared()).clamp(0.0, 1.0);
    (pa - t * ba).length() - (ra + t * (rb - ra))
}

/// A box with half-edges `half` and edges rounded by `round`.
#[must_use]
pub fn rounded_box(p: Vec3, centre: Vec3, half: Vec3, round: f32) -> f32 {
    let q = (p - centre).abs() - half + round;
    q.max(Vec3::ZERO).length() + q.max_element().min(0.0) - round
}

/// Signed distance to a closed polygon in the plane, negative inside.
#[must_use]
pub fn polygon(p: Vec2, corners: &[Vec2]) -> f32 {
    let Some(&last) = corners.last() else { return f32::INFINITY };
    let (mut least, mut inside, mut before) = (f32::INFINITY, false, last);
    for &corner in corners {
        let (edge, way) = (before - corner, p - corner);
        let t = (way.dot(edge) / edge.length_squared().max(1e-12)).clamp(0.0, 1.0);
        least = least.min((way - t * edge).length_squared());
        if (corner.y > p.y) != (before.y > p.y) && way.x < edge.x * way.y / edge.y {
            inside = !inside;
        }
        before = corner;
    }
    if inside { -least.sqrt() } else { least.sqrt() }
}

/// A closed smooth line through these points (Catmull-Rom), with `steps` segments between
/// neighbours.
#[must_use]
pub fn smooth(points: &[Vec2], steps: u8) -> Vec<Vec2> {
    let n = points.len();
    let mut line = Vec::with_capacity(n * usize::from(steps));
    for i in 0..n {
        let [a, b, c, d] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]];
        for step in 0..steps {
            let t = f32::from(step) / f32::from(steps);
            let cubic = -a + 3.0 * b - 3.0 * c + d;
            let square = 2.0 * a - 5.0 * b + 4.0 * c - d;
            line.push(b + 0.5 * t * ((c - a) + t * (square + t * cubic)));
        }
    }
    line
}

/// Folds the angle around the axis into the nearest of `n` equal sectors: x along the spoke, z
/// across it.
#[must_use]
pub fn spoke(p: Vec3, n: u8) -> Vec3 {
    let sector = std::f32::consts::TAU / f32::from(n);
    let (sin, cos) = (((p.z.atan2(p.x) / sector).rem_euclid(1.0) - 0.5) * sector).sin_cos();
    let r = p.x.hypot(p.z);
    Vec3::new(r * cos, p.y, r * sin)
}

/// 0 at `from`, 1 at `to`, smooth in between.
#[must_use]
pub fn ease(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carved_ball_is_round_and_faces_outwards() {
        let block = CarvingBlock { from: Vec3::splat(-12.0), to: Vec3::splat(12.0), grain: 1.0 };
        let shape = carve(block, Detail::FULL, |p| ball(p, Vec3::ZERO, 10.0));
        assert!(shape.positions().iter().all(|p| (p.length() - 0.01).abs() < 1e-5));
        for corner in shape.indices().chunks(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| shape.positions()[i as usize]);
            assert!((b - a).cross(c - a).dot(a) >= 0.0);
        }
    }

    #[test]
    fn inside_a_polygon_is_negative() {
        let square = [Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(2.0, 2.0), Vec2::new(0.0, 2.0)];
        assert_eq!(polygon(Vec2::new(1.0, 0.5), &square), -0.5);
        assert_eq!(polygon(Vec2::new(3.0, 1.0), &square), 1.0);
    }
}
