//! Turning: a profile swept around the vertical axis. Profiles are in millimetres, shapes in
//! metres.

use std::f32::consts::TAU;

use bevy::math::{Vec2, Vec3};

use super::{Detail, MM, Marks, TriangleMesh};

/// Adjacent strips at a smaller angle share smooth normals: cosine of 35 degrees.
const CREASE: f32 = 0.82;

/// Reach of the darkening around a groove, mm.
const REACH: f32 = 9.0;

/// The outline of a turned piece: radius and height in mm, from the foot upwards, with the wood on
/// its left.
#[derive(Clone, Debug)]
pub struct Profile(Vec<Vec2>);

impl Profile {
    /// Begins at a point.
    #[must_use]
    pub fn at(radius: f32, height: f32) -> Self {
        Profile(vec![Vec2::new(radius, height)])
    }

    fn last(&self) -> Vec2 {
        self.0.last().copied().unwrap_or_default()
    }

    /// Adds a straight cut.
    #[must_use]
    pub fn to(mut self, radius: f32, height: f32) -> Self {
        self.0.push(Vec2::new(radius, height));
        self
    }

    /// Adds a curved cut to `end`, bent towards `control` (a quadratic Bézier curve).
    #[must_use]
    pub fn curve(mut self, control: (f32, f32), end: (f32, f32)) -> Self {
        const STEPS: u8 = 6;
        let (start, control, end) = (self.last(), Vec2::from(control), Vec2::from(end));
        for step in 1..=STEPS {
            let t = f32::from(step) / f32::from(STEPS);
            self.0.push(start.lerp(control, t).lerp(control.lerp(end, t), t));
        }
        self
    }

    /// Adds an arc around a centre on the axis side, by an angle in radians, counter-clockwise
    /// positive.
    #[must_use]
    pub fn arc(mut self, centre: (f32, f32), by: f32) -> Self {
        const STEPS: u8 = 12;
        let centre = Vec2::from(centre);
        let arm = self.last() - centre;
        for step in 1..=STEPS {
            let turned = Vec2::from_angle(by * f32::from(step) / f32::from(STEPS)).rotate(arm);
            self.0.push(centre + turned);
        }
        self
    }

    /// Adds a bead: a half-round bulge up to `height`, returning to the initial radius.
    #[must_use]
    pub fn bead(self, height: f32, bulge: f32) -> Self {
        let from = self.last();
        self.curve((from.x + 2.0 * bulge, (from.y + height) / 2.0), (from.x, height))
    }

    /// The points: radius and height in mm.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.0
    }

    /// Turns the profile, with `sides` strips at full detail.
    #[must_use]
    pub fn turn(&self, sides: u16, detail: Detail) -> TriangleMesh {
        let sides = detail.sides(sides);
        let mut shape = TriangleMesh::default();
        for run in self.smooth_runs() {
            let rings: Vec<u32> = thinned(&run, detail.error())
                .into_iter()
                .map(|(point, normal)| self.ring(&mut shape, point, normal, sides))
                .collect();
            for (from, to) in rings.iter().zip(&rings[1..]) {
                for side in 0..u32::from(sides) {
                    shape.quad([from + side, from + side + 1, to + side + 1, to + side]);
                }
            }
        }
        shape
    }

    /// The points with their normals, divided at creases.
    fn smooth_runs(&self) -> Vec<Vec<(Vec2, Vec2)>> {
        let points = &self.0;
        let normals: Vec<Vec2> = points.windows(2).map(|w| (w[1] - w[0]).perp().normalize_or_zero() * -1.0).collect();
        let mut runs: Vec<Vec<(Vec2, Vec2)>> = Vec::new();
        for (i, &normal) in normals.iter().enumerate() {
            let blend = |other: Option<&Vec2>| match other {
                Some(&other) if normal.dot(other) > CREASE => ((normal + other).normalize_or(normal), true),
                _ => (normal, false),
            };
            let (start, smooth) = blend(i.checked_sub(1).and_then(|before| normals.get(before)));
            let (end, _) = blend(normals.get(i + 1));
            match runs.last_mut() {
                Some(run) if smooth => run.push((points[i + 1], end)),
                _ => runs.push(vec![(points[i], start), (points[i + 1], end)]),
            }
        }
        runs
    }

    /// Adds the vertices of a circle, with the first one repeated at the end, and returns its
    /// index.
    fn ring(&self, shape: &mut TriangleMesh, point: Vec2, normal: Vec2, sides: u16) -> u32 {
        let marks = Marks { open: self.openness(point, normal), ..Marks::PLAIN };
        let mut first = None;
        for side in 0..=sides {
            let (sin, cos) = (f32::from(side) / f32::from(sides) * TAU).sin_cos();
            let round = |v: Vec2| Vec3::new(v.x * cos, v.y, -v.x * sin);
            let index = shape.vertex(round(point) * MM, round(normal), marks);
            first.get_or_insert(index);
        }
        first.unwrap_or(0)
    }

    /// One minus the occlusion of a point by the rest of the profile: grooves are dark.
    fn openness(&self, point: Vec2, normal: Vec2) -> f32 {
        let hidden = self.0.iter().fold(0.0_f32, |most, &other| {
            let way = other - point;
            let far = way.length();
            if far < 1e-3 { most } else { most.max(way.dot(normal) / far * (1.0 - far / REACH)) }
        });
        1.0 - 0.8 * hidden.clamp(0.0, 1.0)
    }
}

/// Removes points nearer than `error` to the line between the remaining ones, mm (the
/// Douglas-Peucker algorithm).
fn thinned(run: &[(Vec2, Vec2)], error: f32) -> Vec<(Vec2, Vec2)> {
    let (Some(&first), Some(&last)) = (run.first(), run.last()) else { return Vec::new() };
    let line = (last.0 - first.0).normalize_or_zero();
    let off = |point: Vec2| line.perp_dot(point - first.0).abs();
    let farthest = (1..run.len() - 1).max_by(|&a, &b| off(run[a].0).total_cmp(&off(run[b].0)));
    match farthest {
        Some(middle) if off(run[middle].0) >= error => {
            let mut kept = thinned(&run[..=middle], error);
            kept.pop();
            kept.extend(thinned(&run[middle..], error));
            kept
        }
        _ => vec![first, last],
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;

    #[test]
    fn a_turned_solid_faces_outwards() {
        let shape = Profile::at(0.0, 0.0).to(10.0, 0.0).to(10.0, 20.0).to(0.0, 20.0).turn(12, Detail::FULL);
        let centre = Vec3::new(0.0, 0.01, 0.0);
        for corner in shape.indices().chunks(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| shape.positions()[i as usize]);
            let normal = (b - a).cross(c - a);
            assert!(normal.length() < 1e-9 || normal.dot((a + b + c) / 3.0 - centre) > 0.0);
        }
    }

    #[test]
    fn less_detail_leaves_out_what_is_hardly_seen() {
        let bowl = Profile::at(0.0, -10.0).arc((0.0, 0.0), PI);
        let [full, coarse] = [Detail::FULL, Detail::coarser(4.0)].map(|detail| bowl.turn(32, detail));
        assert_eq!(full.positions().len(), 13 * 33);
        assert!(coarse.positions().len() < full.positions().len() / 3, "{} vertices", coarse.positions().len());
        assert_eq!(coarse.height(), full.height());
    }
}
