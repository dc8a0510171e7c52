//! The knight's head, carved from its outline: the piece by which a set is judged. Lengths are in
//! millimetres; the horse looks along +x and stands on y = 0.

use std::f32::consts::TAU;

use bevy::math::{Vec2, Vec3};

use super::sculpt::{CarvingBlock, ball, blend, capsule, carve, difference, ease, ellipsoid, polygon, smooth};
use super::{Detail, TriangleMesh};

/// The outline seen from the right, counter-clockwise: breast, throat, jaw, chin, lips, nose,
/// forehead, poll, crest of the mane.
const OUTLINE: [(f32, f32); 26] = [
    (8.6, -1.0),
    (10.0, 3.0),
    (10.4, 7.5),
    (9.0, 12.5),
    (6.6, 16.8),
    (5.0, 20.0),
    (6.4, 21.0),
    (9.6, 20.2),
    (12.6, 18.4),
    (15.0, 17.2),
    (16.8, 17.6),
    (17.6, 19.2),
    (18.6, 20.6),
    (19.0, 22.8),
    (17.6, 25.4),
    (14.6, 28.6),
    (11.8, 32.0),
    (9.2, 35.6),
    (6.6, 38.4),
    (2.6, 40.4),
    (-2.6, 39.8),
    (-7.0, 36.4),
    (-10.2, 30.2),
    (-11.8, 22.0),
    (-11.6, 12.0),
    (-9.8, -1.0),
];

/// The outline of the head, mm, counter-clockwise.
#[must_use]
pub fn outline() -> [Vec2; 26] {
    OUTLINE.map(Vec2::from)
}

/// Half the thickness of the neck and head at a point in the plane of the outline.
fn half_width(x: f32, y: f32) -> f32 {
    let neck = 9.0 - 3.2 * ease(0.0, 26.0, y);
    // Along the head from the poll to the muzzle.
    let along = ease(4.0, 19.0, x - 0.35 * (y - 30.0));
    let head = 6.0 - 2.0 * along;
    neck + (head - neck) * ease(2.0, 8.0, x) * ease(13.0, 20.0, y)
}

/// The head and neck, carved from cubes of `grain` mm.
#[must_use]
pub fn head(grain: f32, detail: Detail) -> TriangleMesh {
    let outline = smooth(&outline(), 3);
    let block = CarvingBlock { from: Vec3::new(-14.5, -2.0, -10.5), to: Vec3::new(21.0, 49.0, 10.5), grain };
    carve(block, detail, |p| horse(p, &outline))
}

fn horse(p: Vec3, outline: &[Vec2]) -> f32 {
    // The head is symmetric.
    let q = Vec3::new(p.x, p.y, p.z.abs());
    let rim = polygon(Vec2::new(p.x, p.y), outline);
    let body = swollen(rim, q);
    let cheek = ellipsoid(q, Vec3::new(7.8, 26.2, 2.8), Vec3::new(5.0, 5.2, 3.9));
    let bone = capsule(q, (Vec3::new(9.4, 30.0, 3.9), 1.5), (Vec3::new(15.4, 24.2, 2.6), 1.1));
    let lip = ellipsoid(q, Vec3::new(16.4, 21.0, 1.9), Vec3::new(2.7, 3.3, 2.5));
    let brow = capsule(q, (Vec3::new(6.4, 35.2, 4.2), 1.3), (Vec3::new(10.2, 32.6, 4.0), 1.0));
    let mut solid = blend(body, cheek, 2.4);
    solid = blend(solid, bone, 1.8);
    solid = blend(solid, lip, 1.6);
    solid = blend(solid, brow, 1.3);
    solid = blend(solid, ear(q), 1.0);
    // Sockets, nostrils, the mouth and the line of the jaw.
    solid = difference(solid, ellipsoid(q, Vec3::new(8.6, 31.6, 5.9), Vec3::new(2.0, 1.3, 1.5)), 0.6);
    solid = blend(solid, ball(q, Vec3::new(8.5, 31.7, 4.5), 1.25), 0.2);
    solid = difference(solid, ellipsoid(q, Vec3::new(17.4, 22.6, 3.9), Vec3::new(1.3, 0.9, 1.3)), 0.5);
    solid = difference(solid, capsule(q, (Vec3::new(18.4, 19.6, 3.0), 0.55), (Vec3::new(12.6, 21.6, 5.0), 0.4)), 0.5);
    solid
}

/// Inflates the outline, and carves the mane into its back.
fn swollen(rim: f32, q: Vec3) -> f32 {
    const ROUND: f32 = 6.6;
    let width = half_width(q.x, q.y);
    let crest = mane(rim, q);
    let edge = (1.0 + rim / ROUND).max(0.0);
    let thick = (q.z - crest).max(0.0) / width;
    (edge.hypot(thick) - 1.0) * ROUND.min(width) - 0.35 * crest
}

/// Height of the mane: locks that fall from the crest, downwards and backwards.
fn mane(rim: f32, q: Vec3) -> f32 {
    let behind =
        ease(3.0, -1.5, q.x + 0.10 * (q.y - 20.0).abs()) * ease(41.5, 39.0, q.y + 0.4 * q.x) * ease(1.0, 5.0, q.y);
    let inside = ease(-6.6, -5.8, rim);
    let phase = (q.y + 0.55 * q.x + 0.25 * (-rim).max(0.0)) / 4.6;
    let lock = (0.5 + 0.5 * (TAU * phase).sin()).sqrt();
    behind * inside * (0.25 + 0.65 * lock)
}

/// One ear: a pointed leaf, hollow in front.
fn ear(q: Vec3) -> f32 {
    let root = Vec3::new(3.2, 38.2, 2.7);
    let tip = Vec3::new(4.6, 45.2, 3.3);
    let leaf = capsule(q, (root, 2.5), (tip, 0.4));
    let hollow = capsule(q, (root + Vec3::new(2.5, 1.6, 0.8), 1.1), (tip + Vec3::new(0.8, -1.6, 0.2), 0.2));
    difference(leaf, hollow, 0.4)
}
