//! The orthodox chessmen, and the crowns and bands of royal pieces. Lengths are in millimetres; a
//! square is 50.

use std::f32::consts::{PI, TAU};

use bevy::math::{Affine3A, Quat, Vec2, Vec3};

use super::knight::head;
use super::lathe::Profile;
use super::sculpt::{CarvingBlock, ball, blend, capsule, carve, difference, intersection, polygon, rounded_box, spoke};
use super::{Detail, MM, TriangleMesh};

/// The number of strips of a turned piece.
pub(super) const SIDES: u16 = 40;

/// A weighted foot of this radius with the start of a stem, shared by all turned pieces of the set.
/// Ends at the neck.
fn foot(radius: f32) -> Profile {
    Profile::at(0.0, 0.0)
        .to(radius - 0.7, 0.0)
        .curve((radius, 0.0), (radius, 0.8))
        .to(radius, 2.6)
        .curve((radius + 0.3, 5.2), (radius - 2.2, 5.6))
        .to(radius - 2.6, 5.2)
        .to(radius - 3.0, 5.6)
        .curve((radius - 3.4, 8.4), (0.64 * radius, 9.6))
        .to(0.64 * radius, 10.0)
        .bead(12.4, 0.9)
}

/// The foot and a stem that narrows to `neck` at `height`.
fn stem(radius: f32, neck: f32, height: f32) -> Profile {
    foot(radius).curve((0.95 * neck, 13.0 + 0.35 * (height - 13.0)), (neck, height))
}

/// A collar of two discs, at the end of a stem.
fn collar(profile: Profile, inner: f32, outer: f32, y: f32) -> Profile {
    profile
        .to(inner + 0.6, y)
        .bead(y + 1.4, 0.5)
        .to(outer - 0.8, y + 1.6)
        .curve((outer + 0.6, y + 2.1), (outer - 0.6, y + 2.9))
        .curve((inner + 0.8, y + 3.2), (inner + 0.4, y + 4.2))
}

/// Height of the pawn's collar, shared with the veteran.
const PAWN_COLLAR: f32 = 24.0;

/// The pawn's body below the head.
pub(super) fn pawn_body() -> Profile {
    collar(stem(13.2, 5.0, PAWN_COLLAR), 4.8, 8.4, PAWN_COLLAR)
}

/// Pawn.
#[must_use]
pub fn pawn(detail: Detail) -> TriangleMesh {
    let centre = (0.0, 34.2);
    let from = Vec2::new(5.2, 28.2);
    let arm = from - Vec2::from(centre);
    pawn_body().to(from.x, from.y).arc(centre, PI / 2.0 - arm.to_angle()).turn(SIDES, detail)
}

/// The rook's tower without its battlements, up to `height`, where the turret begins.
fn tower(radius: f32, height: f32) -> Profile {
    foot(radius)
        .curve((0.52 * radius, 20.0), (0.50 * radius, height - 4.0))
        .to(0.54 * radius, height - 3.6)
        .bead(height - 2.0, 0.6)
        .curve((0.62 * radius, height - 1.4), (0.74 * radius, height))
}

/// A turret: a cup of this outer radius from `y` to `top`, with battlements.
fn turret(radius: f32, y: f32, top: f32, floor: f32, detail: Detail) -> TriangleMesh {
    let reach = radius + 1.5;
    let block =
        CarvingBlock { from: Vec3::new(-reach, y - 1.0, -reach), to: Vec3::new(reach, top + 1.5, reach), grain: 0.75 };
    carve(block, detail, |p| {
        let r = p.x.hypot(p.z);
        let outer = r - (radius - 0.5 * ((p.y - y) / (top - y)).clamp(0.0, 1.0));
        let body = intersection(outer, (p.y - (y + top) / 2.0).abs() - (top - y) / 2.0, 0.9);
        let cup = intersection(r - radius + 3.0, floor - p.y, 0.8);
        let gap = intersection(spoke(p, 6).z.abs() - 1.5, floor - p.y, 0.6);
        difference(body, cup.min(gap), 0.7)
    })
}

/// Rook.
#[must_use]
pub fn rook(detail: Detail) -> TriangleMesh {
    let mut shape = tower(15.0, 34.0).to(0.0, 34.0).turn(SIDES, detail);
    shape.append(&turret(11.2, 33.6, 44.5, 39.5, detail), Affine3A::IDENTITY);
    shape
}

/// Bishop.
#[must_use]
pub fn bishop(detail: Detail) -> TriangleMesh {
    let mut shape =
        collar(stem(14.6, 5.0, 34.0), 4.8, 9.0, 34.0).to(4.4, 39.4).bead(41.2, 0.5).to(0.0, 41.2).turn(SIDES, detail);
    let side = [
        (0.0, 40.0),
        (4.4, 40.4),
        (7.0, 43.6),
        (7.6, 47.0),
        (6.6, 51.0),
        (4.4, 55.0),
        (1.9, 58.6),
        (0.0, 60.0),
        (-6.0, 50.0),
    ]
    .map(Vec2::from);
    let block = CarvingBlock { from: Vec3::new(-9.0, 39.5, -9.0), to: Vec3::new(9.0, 65.0, 9.0), grain: 0.75 };
    let mitre = carve(block, detail, |p| {
        let body = polygon(Vec2::new(p.x.hypot(p.z), p.y), &side) - 0.25;
        // The cut of the mitre: a slanted slab down from the right shoulder.
        let slant = Vec2::new(0.52, 0.854);
        let across = slant.perp().dot(Vec2::new(p.x, p.y) - Vec2::new(3.2, 50.5));
        let along = slant.dot(Vec2::new(p.x, p.y) - Vec2::new(1.2, 49.0));
        let slab = intersection(across.abs() - 0.75, -along, 0.4);
        blend(difference(body, slab, 0.5), ball(p, Vec3::new(0.0, 61.2, 0.0), 2.3), 0.8)
    });
    shape.append(&mitre, Affine3A::IDENTITY);
    shape
}

/// Queen.
#[must_use]
pub fn queen(detail: Detail) -> TriangleMesh {
    let mut shape =
        collar(stem(16.4, 5.6, 44.0), 5.4, 10.2, 44.0).to(5.4, 50.0).bead(51.6, 0.5).to(0.0, 51.6).turn(SIDES, detail);
    let side =
        [(0.0, 50.5), (4.9, 50.5), (5.6, 54.0), (7.2, 59.0), (10.0, 65.0), (8.6, 66.0), (0.0, 66.0), (-4.0, 58.0)]
            .map(Vec2::from);
    let block = CarvingBlock { from: Vec3::new(-11.5, 50.0, -11.5), to: Vec3::new(11.5, 76.0, 11.5), grain: 0.75 };
    let crown = carve(block, detail, |p| {
        let r = p.x.hypot(p.z);
        let cup = polygon(Vec2::new(r, p.y), &side) - 0.3;
        let notch = ball(spoke(p, 9), Vec3::new(9.6, 66.3, 0.0), 2.5);
        let hollow = Vec2::new(r, p.y - 71.5).length() - 8.2;
        let dome = Vec2::new(r, (p.y - 64.5) * 1.15).length() - 5.6;
        let orb = Vec2::new(r, p.y - 71.4).length() - 2.5;
        let ring = difference(difference(cup, hollow, 0.6), notch, 0.6);
        blend(ring, blend(dome, orb, 1.2), 0.6)
    });
    shape.append(&crown, Affine3A::IDENTITY);
    shape
}

/// The king's body with its cupped crown but without the cross, and the height of the top of the
/// crown.
fn royal_body(radius: f32, neck: f32, height: f32, outer: f32, detail: Detail) -> (TriangleMesh, f32) {
    let h = height;
    let shape = collar(stem(radius, neck, h), neck - 0.2, outer, h)
        .to(neck - 0.2, h + 6.0)
        .bead(h + 7.6, 0.5)
        .curve((neck + 0.4, h + 13.0), (outer - 1.2, h + 18.6))
        .to(outer - 1.6, h + 19.4)
        .to(outer - 2.2, h + 19.1)
        .curve((outer - 3.2, h + 22.4), (2.2, h + 23.4))
        .to(2.0, h + 23.8)
        .to(0.0, h + 23.8)
        .turn(SIDES, detail);
    (shape, h + 23.6)
}

/// King, with a cross pattée.
#[must_use]
pub fn king(detail: Detail) -> TriangleMesh {
    let (mut shape, top) = royal_body(17.4, 6.0, 48.0, 10.8, detail);
    let middle = Vec3::new(0.0, top + 4.9, 0.0);
    let block =
        CarvingBlock { from: Vec3::new(-6.5, top - 1.0, -2.6), to: Vec3::new(6.5, top + 12.0, 2.6), grain: 0.5 };
    let cross = carve(block, detail, |p| {
        let q = (p - middle).abs();
        let arm = |along: f32, across: f32| intersection(along - 4.9, across - (1.1 + 0.24 * along), 0.3);
        let flat = blend(arm(q.x, q.y), arm(q.y, q.x), 0.8);
        let cross = intersection(flat, q.z - 1.5, 0.6);
        blend(cross, rounded_box(p, Vec3::new(0.0, top, 0.0), Vec3::new(2.2, 1.0, 2.2), 0.9), 0.8)
    });
    shape.append(&cross, Affine3A::IDENTITY);
    shape
}

/// Prince: a smaller king with a ball among six points instead of a cross.
#[must_use]
pub fn prince(detail: Detail) -> TriangleMesh {
    let (mut shape, top) = royal_body(14.6, 5.0, 32.0, 8.8, detail);
    let block =
        CarvingBlock { from: Vec3::new(-9.0, top - 7.0, -9.0), to: Vec3::new(9.0, top + 9.5, 9.0), grain: 0.75 };
    let coronet = carve(block, detail, |p| {
        let q = spoke(p, 6);
        let point = capsule(q, (Vec3::new(6.2, top - 4.6, 0.0), 1.5), (Vec3::new(7.6, top + 0.6, 0.0), 0.9));
        let bead = ball(q, Vec3::new(7.8, top + 1.2, 0.0), 1.4);
        let orb = ball(p, Vec3::new(0.0, top + 3.4, 0.0), 4.2);
        blend(blend(point, bead, 0.6), orb, 0.7)
    });
    shape.append(&coronet, Affine3A::IDENTITY);
    shape
}

/// Height of the foot below the knight's neck.
const KNIGHT_FOOT: f32 = 11.4;

/// The foot of the knight, the dragon and the killer.
pub(super) fn pedestal(radius: f32, detail: Detail) -> TriangleMesh {
    foot(radius).to(0.62 * radius, 12.6).to(0.0, 12.6).turn(SIDES, detail)
}

/// Knight.
#[must_use]
pub fn knight(detail: Detail) -> TriangleMesh {
    let mut shape = pedestal(15.0, detail);
    shape.append(&head(0.68, detail), Affine3A::from_translation(Vec3::Y * KNIGHT_FOOT * MM));
    shape
}

/// Chancellor: a knight's head rising from a rook's tower.
#[must_use]
pub fn chancellor(detail: Detail) -> TriangleMesh {
    let mut shape = tower(16.2, 33.0).to(0.0, 33.0).turn(SIDES, detail);
    shape.append(&turret(12.6, 32.6, 41.5, 37.5, detail), Affine3A::IDENTITY);
    let place =
        Affine3A::from_scale_rotation_translation(Vec3::splat(0.70), Quat::IDENTITY, Vec3::new(-0.4, 37.0, 0.0) * MM);
    shape.append(&head(1.0, detail), place);
    shape
}

/// A gold band around a turned piece that shows its rank, from height `y` to `top`, projecting
/// `bulge` from `radius`.
#[must_use]
pub fn band(radius: f32, y: f32, top: f32, bulge: f32, detail: Detail) -> TriangleMesh {
    Profile::at(radius - 2.0, y).to(radius + 0.2, y).bead(top, bulge).to(radius - 2.0, top).turn(SIDES, detail)
}

/// A crown: a ring of this radius with `points` points, its lower edge at height 0.
#[must_use]
pub fn crown(radius: f32, points: u8, detail: Detail) -> TriangleMesh {
    let height = 3.0 + 0.45 * radius;
    let reach = radius + 2.8;
    let block =
        CarvingBlock { from: Vec3::new(-reach, -1.2, -reach), to: Vec3::new(reach, height + 3.2, reach), grain: 0.75 };
    carve(block, detail, |p| {
        let r = p.x.hypot(p.z);
        let q = spoke(p, points);
        let flare = radius + 0.12 * p.y;
        let fade = (1.0 - p.y / height).clamp(0.05, 1.0);
        let wall =
            intersection((r - flare).abs() - 0.9, q.z.abs() - TAU / f32::from(points) * 0.52 * radius * fade, 0.4);
        let wall = intersection(wall, (p.y - height / 2.0).abs() - height / 2.0, 0.4);
        let bead = ball(q, Vec3::new(radius + 0.12 * height, height + 0.6, 0.0), 1.5);
        let rim = Vec2::new(r - radius - 0.3, p.y - 0.3).length() - 1.3;
        blend(blend(wall, bead, 0.5), rim, 0.5)
    })
}
