//! The chessmen of Tactical Chess that orthodox chess lacks. Lengths are in millimetres.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::math::{Affine3A, EulerRot, Quat, Vec2, Vec3};

use super::chessmen::{SIDES, pawn_body, pedestal};
use super::lathe::Profile;
use super::sculpt::{
    CarvingBlock, ball, blend, capsule, carve, difference, ease, ellipsoid, intersection, polygon, rounded_box, smooth,
    spoke,
};
use super::{Detail, MM, TriangleMesh};

/// Veteran: a pawn with a helmet.
#[must_use]
pub fn veteran(detail: Detail) -> TriangleMesh {
    let mut shape = pawn_body().to(5.0, 28.4).curve((7.8, 30.0), (7.2, 33.6)).to(0.0, 33.6).turn(SIDES, detail);
    shape.append(&helmet(detail), Affine3A::IDENTITY);
    shape
}

/// The veteran's helmet: a brim, a dome and a crest from front to back.
fn helmet(detail: Detail) -> TriangleMesh {
    let block = CarvingBlock { from: Vec3::new(-12.5, 31.0, -11.5), to: Vec3::new(12.5, 49.0, 11.5), grain: 0.75 };
    carve(block, detail, |p| {
        let r = p.x.hypot(p.z);
        let dome = intersection(ellipsoid(p, Vec3::new(0.0, 33.8, 0.0), Vec3::new(8.4, 9.4, 8.4)), 33.4 - p.y, 0.5);
        let brim = intersection(r - 10.6, (p.y - 34.0 + 0.10 * (r - 8.0)).abs() - 0.8, 0.8);
        let plume = Vec2::new(p.x, p.y - 35.0).length();
        let plume = intersection((plume - 9.6).abs() - 2.4, p.z.abs() - 1.3, 0.8);
        let plume = intersection(plume, 35.6 - p.y, 0.6);
        blend(blend(dome, brim, 1.0), plume, 0.7)
    })
}

/// The wood of the cannon: a flat foot with a carriage.
#[must_use]
pub fn cannon_carriage(detail: Detail) -> TriangleMesh {
    let mut shape = disc(15.6, detail);
    let block = CarvingBlock { from: Vec3::new(-15.0, 4.5, -8.5), to: Vec3::new(12.0, 22.0, 8.5), grain: 0.75 };
    let cheeks = carve(block, detail, |p| {
        let side = polygon(
            Vec2::new(p.x, p.y),
            &[
                (-14.0, 5.0),
                (-9.0, 5.0),
                (1.0, 11.0),
                (9.0, 12.0),
                (10.0, 20.0),
                (3.0, 20.4),
                (-3.0, 16.0),
                (-9.0, 11.0),
            ]
            .map(Vec2::from),
        );
        let plank = intersection(side - 0.3, (p.z.abs() - 6.1).abs() - 1.5, 0.6);
        let bed = rounded_box(p, Vec3::new(0.0, 11.0, 0.0), Vec3::new(7.0, 1.6, 6.0), 0.6);
        blend(plank, bed, 0.6)
    });
    shape.append(&cheeks, Affine3A::IDENTITY);
    for side in [-1.0, 1.0] {
        let turn = Quat::from_rotation_x(side * FRAC_PI_2);
        shape.append(&wheel(detail), Affine3A::from_rotation_translation(turn, Vec3::new(4.2, 13.6, side * 9.4) * MM));
    }
    shape
}

/// A wheel with eight spokes, its axle along y.
fn wheel(detail: Detail) -> TriangleMesh {
    let block = CarvingBlock { from: Vec3::new(-10.0, -2.6, -10.0), to: Vec3::new(10.0, 3.4, 10.0), grain: 0.75 };
    carve(block, detail, |p| {
        let r = p.x.hypot(p.z);
        let rim = intersection((r - 7.9).abs() - 1.0, p.y.abs() - 1.3, 0.7);
        let bar = intersection(spoke(p, 8).z.hypot(p.y) - 0.75, r - 7.8, 0.3);
        let hub = intersection(r - 2.2, (p.y - 0.4).abs() - 1.8, 0.8);
        blend(blend(rim, bar, 0.5), hub, 0.5)
    })
}

/// The cannon's bronze barrel.
#[must_use]
pub fn cannon_barrel(detail: Detail) -> TriangleMesh {
    let barrel = Profile::at(0.0, -5.6)
        .curve((1.8, -5.6), (1.8, -4.0))
        .curve((1.4, -2.6), (1.2, -2.2))
        .curve((5.4, -2.0), (5.8, 0.0))
        .bead(1.8, 0.5)
        .to(5.5, 1.8)
        .to(4.9, 11.0)
        .bead(12.6, 0.6)
        .to(4.6, 12.6)
        .to(3.9, 24.0)
        .curve((4.0, 25.4), (5.2, 26.4))
        .bead(28.6, 0.6)
        .to(2.9, 28.6)
        .to(2.7, 20.0)
        .to(0.0, 20.0)
        .turn(28, detail);
    let turn = Quat::from_euler(EulerRot::XYZ, 0.0, 0.0, -1.22);
    barrel.moved(Affine3A::from_rotation_translation(turn, Vec3::new(-7.0, 15.8, 0.0) * MM))
}

/// A flat round foot.
fn disc(radius: f32, detail: Detail) -> TriangleMesh {
    Profile::at(0.0, 0.0)
        .to(radius - 0.7, 0.0)
        .curve((radius, 0.0), (radius, 0.8))
        .to(radius, 2.4)
        .curve((radius + 0.2, 4.6), (radius - 1.8, 4.9))
        .to(radius - 2.4, 4.6)
        .to(radius - 2.8, 5.0)
        .to(0.0, 5.4)
        .turn(SIDES, detail)
}

/// Dragon: a horned head on a long neck between raised wings.
#[must_use]
pub fn dragon(detail: Detail) -> TriangleMesh {
    let mut shape = pedestal(16.0, detail);
    let wing: Vec<Vec2> = smooth(
        &[
            (-1.0, 17.0),
            (-4.0, 27.0),
            (-6.5, 38.0),
            (-9.0, 49.0),
            (-13.0, 41.5),
            (-16.5, 39.0),
            (-16.0, 32.0),
            (-17.5, 27.0),
            (-13.0, 22.5),
            (-8.0, 15.5),
        ]
        .map(Vec2::from),
        2,
    );
    let block = CarvingBlock { from: Vec3::new(-19.0, 10.5, -19.0), to: Vec3::new(20.0, 60.0, 19.0), grain: 0.85 };
    let beast = carve(block, detail, |p| beast(p, &wing));
    shape.append(&beast, Affine3A::IDENTITY);
    shape
}

fn beast(p: Vec3, wing: &[Vec2]) -> f32 {
    let q = Vec3::new(p.x, p.y, p.z.abs());
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    // The neck, a long S from a broad breast.
    let mut solid = ellipsoid(q, at(0.0, 17.0, 0.0), at(8.4, 8.0, 7.6));
    solid = blend(solid, capsule(q, (at(2.4, 20.0, 0.0), 6.4), (at(1.4, 30.0, 0.0), 4.6)), 3.0);
    solid = blend(solid, capsule(q, (at(1.4, 30.0, 0.0), 4.6), (at(-1.6, 39.0, 0.0), 3.9)), 2.0);
    solid = blend(solid, capsule(q, (at(-1.6, 39.0, 0.0), 3.9), (at(1.4, 46.0, 0.0), 3.9)), 2.0);
    // Belly plates.
    let plate = 0.35 * (TAU * p.y / 3.0).sin() * ease(0.0, 3.0, p.x) * ease(4.5, 3.0, q.z) * ease(42.0, 38.0, p.y);
    solid += plate;
    // Head: skull, snout, slightly open jaw, brows, horns.
    solid = blend(solid, ellipsoid(q, at(3.6, 48.6, 0.0), at(6.0, 4.6, 4.6)), 1.6);
    solid = blend(solid, capsule(q, (at(6.0, 48.4, 0.0), 3.7), (at(15.4, 45.8, 0.0), 2.3)), 1.4);
    solid = blend(solid, capsule(q, (at(4.6, 45.0, 0.0), 2.4), (at(13.0, 41.6, 0.0), 1.4)), 0.8);
    solid = blend(solid, capsule(q, (at(4.4, 51.6, 3.2), 1.4), (at(9.6, 50.2, 2.8), 0.9)), 0.8);
    solid = blend(solid, ball(q, at(15.6, 47.4, 1.3), 1.1), 0.6);
    solid = difference(solid, ball(q, at(16.6, 48.0, 1.6), 0.6), 0.3);
    solid = difference(solid, ellipsoid(q, at(8.2, 48.9, 4.3), at(1.5, 0.9, 1.2)), 0.4);
    solid = blend(solid, ball(q, at(8.1, 48.9, 3.5), 0.8), 0.2);
    let horn = capsule(q, (at(1.6, 51.6, 2.6), 1.7), (at(-5.2, 55.2, 4.6), 1.1)).min(capsule(
        q,
        (at(-5.2, 55.2, 4.6), 1.1),
        (at(-10.0, 54.6, 5.6), 0.4),
    ));
    solid = blend(solid, horn, 0.6);
    // A ridge of spikes down the nape.
    for (x, y, long) in [(-2.6, 49.8, 3.4), (-5.0, 43.2, 3.6), (-4.6, 36.6, 3.8), (-3.4, 30.6, 3.8)] {
        let root = at(x + 1.6, y, 0.0);
        solid = blend(solid, capsule(q, (root, 1.4), (root + at(-long, 1.4, 0.0), 0.4)), 0.8);
    }
    // The wings: ribbed plates that open outwards from the shoulders.
    let open = 1.0_f32;
    let (sin, cos) = open.sin_cos();
    let local = Vec2::new(cos * q.x - sin * (q.z - 3.0), sin * q.x + cos * (q.z - 3.0));
    let flat = Vec2::new(local.x, q.y);
    let rib = Vec2::new(flat.x + 2.0, flat.y - 14.0);
    let rib = 0.35 * (0.5 + 0.5 * (rib.to_angle() * 17.0).cos());
    let plate = intersection(polygon(flat, wing), local.y.abs() - 0.9 - rib, 0.7);
    blend(solid, plate, 1.2)
}

/// The wood of the fanatic: a foot with a bomb on it.
#[must_use]
pub fn bomb(detail: Detail) -> TriangleMesh {
    let ball = (0.0, 24.4);
    let from = Vec2::new(5.2, 13.4);
    let arm = from - Vec2::from(ball);
    let end = Vec2::new(3.4, 0.0);
    let radius = arm.length();
    let stop = Vec2::new(end.x, (radius * radius - end.x * end.x).sqrt()).to_angle();
    Profile::at(0.0, 0.0)
        .to(12.6, 0.0)
        .curve((13.2, 0.0), (13.2, 0.8))
        .to(13.2, 2.6)
        .curve((13.4, 4.8), (11.2, 5.2))
        .to(10.6, 5.0)
        .curve((7.0, 7.0), (6.0, 10.4))
        .bead(12.8, 1.0)
        .to(from.x, from.y)
        .arc(ball, stop - arm.to_angle())
        .to(3.8, 37.0)
        .bead(39.4, 0.5)
        .to(0.0, 39.4)
        .turn(SIDES, detail)
}

/// The bomb's fuse with its spark.
#[must_use]
pub fn fuse(detail: Detail) -> TriangleMesh {
    let block = CarvingBlock { from: Vec3::new(-4.0, 37.5, -5.5), to: Vec3::new(13.0, 53.5, 5.5), grain: 0.75 };
    carve(block, detail, |p| {
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let cord = capsule(p, (at(0.0, 38.0), 1.3), (at(1.2, 43.0), 1.2));
        let cord = blend(cord, capsule(p, (at(1.2, 43.0), 1.2), (at(5.6, 46.2), 1.1)), 0.8);
        let centre = at(7.8, 47.4);
        let way = p - centre;
        let star = ball(p, centre, 2.2);
        let mut spikes = f32::INFINITY;
        for i in 0..6_u8 {
            let (sin, cos) = (f32::from(i) * PI / 3.0 + 0.3).sin_cos();
            for axis in [Vec3::new(cos, sin, 0.0), Vec3::new(0.5 * sin, 0.6 * cos, 0.75)] {
                spikes = spikes.min(capsule(way, (Vec3::ZERO, 1.3), (4.4 * axis, 0.2)));
            }
        }
        blend(cord, blend(star, spikes, 0.6), 0.6)
    })
}

/// The wood of the killer: a cloaked jester with a three-horned cap.
#[must_use]
pub fn jester(detail: Detail) -> TriangleMesh {
    let mut shape = pedestal(14.2, detail);
    let block = CarvingBlock { from: Vec3::new(-16.0, 11.0, -16.0), to: Vec3::new(16.0, 52.0, 16.0), grain: 0.85 };
    let figure = carve(block, detail, |p| {
        let r = p.x.hypot(p.z);
        let angle = p.z.atan2(p.x);
        // A cloak in folds, a pointed ruff, a face and the cap.
        let fold = 0.5 * (angle * 8.0).cos() * ease(28.0, 14.0, p.y);
        let cloak = capsule(p, (Vec3::Y * 12.0, 8.6), (Vec3::Y * 29.0, 4.2)) + fold;
        let cloak = intersection(cloak, 11.5 - p.y, 0.3);
        let ruff_radius = 7.6 + 1.6 * (angle * 9.0).cos();
        let ruff = intersection(r - ruff_radius, (p.y - 30.4 + 0.16 * r).abs() - 1.1, 0.8);
        let face = ellipsoid(p, Vec3::new(0.6, 35.4, 0.0), Vec3::new(5.4, 6.0, 5.2));
        let nose = capsule(p, (Vec3::new(5.2, 35.8, 0.0), 1.0), (Vec3::new(7.6, 34.4, 0.0), 0.8));
        let mut solid = blend(blend(blend(cloak, ruff, 0.8), face, 0.8), nose, 0.8);
        let q = Vec3::new(p.x, p.y, p.z.abs());
        solid = difference(solid, ellipsoid(q, Vec3::new(5.4, 37.2, 2.0), Vec3::new(1.2, 0.7, 1.0)), 0.3);
        let cap = intersection(
            ellipsoid(p, Vec3::new(-0.4, 37.6, 0.0), Vec3::new(6.0, 6.2, 6.0)),
            38.4 - p.y + 0.3 * p.x,
            0.5,
        );
        solid = blend(solid, cap, 0.4);
        for horn in HORNS {
            let out = Vec3::new(horn.x, 0.0, horn.y);
            let point = |far: f32, y: f32| far * out + Vec3::Y * y;
            let rise = capsule(p, (point(1.6, 40.6), 3.6), (point(7.6, 46.0), 2.4));
            let fall = capsule(p, (point(7.6, 46.0), 2.4), (point(12.0, 42.0), 1.1));
            solid = blend(solid, blend(rise, fall, 1.4), 0.9);
        }
        solid
    });
    shape.append(&figure, Affine3A::IDENTITY);
    shape
}

/// Directions of the horns of the jester's cap: to the back and to both sides, leaving the face
/// free.
const HORNS: [Vec2; 3] = [Vec2::new(0.3, 0.954), Vec2::new(0.3, -0.954), Vec2::new(-1.0, 0.0)];

/// The bells at the ends of the jester's horns, and the dagger in front of his breast.
#[must_use]
pub fn bells(detail: Detail) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let bell = Profile::at(0.0, -2.1).arc((0.0, 0.0), PI).turn(14, detail);
    for horn in HORNS {
        let at = Vec3::new(12.6 * horn.x, 40.6, 12.6 * horn.y);
        shape.append(&bell, Affine3A::from_translation(at * MM));
    }
    let block = CarvingBlock { from: Vec3::new(4.0, 10.0, -5.0), to: Vec3::new(12.5, 32.0, 5.0), grain: 0.55 };
    let dagger = carve(block, detail, |p| {
        let lean = p - Vec3::X * (9.6 - 0.14 * (p.y - 12.0));
        let width = 1.9 * ease(11.4, 17.0, p.y).max(0.12);
        let blade = intersection((lean.z.abs() / width + lean.x.abs() / 0.8 - 1.0) * 0.7, p.y - 23.0, 0.2);
        let blade = intersection(blade, 11.6 - p.y, 0.2);
        let guard = rounded_box(lean, Vec3::new(0.0, 23.4, 0.0), Vec3::new(1.1, 0.9, 4.0), 0.8);
        let grip = capsule(lean, (Vec3::Y * 23.4, 1.0), (Vec3::Y * 28.6, 1.0)).min(ball(lean, Vec3::Y * 29.4, 1.7));
        blend(blend(blade, guard, 0.3), grip, 0.4)
    });
    shape.append(&dagger, Affine3A::IDENTITY);
    shape
}

/// The number of different rocks.
pub const ROCKS: u8 = 4;

/// An obstacle: a weathered rock, different for each seed.
#[must_use]
pub fn rock(seed: u8, detail: Detail) -> TriangleMesh {
    let block = CarvingBlock { from: Vec3::new(-21.0, -0.6, -21.0), to: Vec3::new(21.0, 30.0, 21.0), grain: 1.2 };
    let turn = f32::from(seed) * 2.4;
    // Broken faces: planes in directions evenly distributed over the upper hemisphere.
    let faces: Vec<(Vec3, f32)> = (0..13_u8)
        .map(|i| {
            let up = 1.0 - (f32::from(i) + 0.5) / 13.0;
            let (sin, cos) = (f32::from(i) * 2.4 + turn * (1.0 + 0.1 * f32::from(i))).sin_cos();
            let flat = (1.0 - up * up).sqrt();
            let far = 15.6 + 2.2 * (f32::from(i) * 1.7 + turn * 3.1).sin();
            (Vec3::new(flat * cos, up, flat * sin), far)
        })
        .collect();
    carve(block, detail, |p| {
        let q = Vec3::new(p.x, p.y * 0.84, p.z);
        let hull = faces.iter().fold(-1e3, |hull: f32, (normal, far)| intersection(hull, q.dot(*normal) - far, 1.1));
        let rough = (0.31 * q.x + turn).sin() * (0.37 * q.y + 1.0).sin() * (0.29 * q.z - turn).sin();
        let pits = (1.1 * q.x).sin() * (1.3 * q.y + turn).sin() * (1.2 * q.z).sin();
        intersection(hull + 1.1 * rough + 0.28 * pits, -p.y, 0.4)
    })
}
