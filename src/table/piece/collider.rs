//! Bodies for the physics of what is for show, from the measures of the meshes.

use bevy::math::{Vec2, Vec3};
use rapier3d::prelude::{ColliderBuilder, SharedShape, Vector};

use super::model::size;
use crate::dice::{EDGE as DIE_EDGE, ROUNDING as DIE_ROUNDING};
use crate::engine::{Look, PieceKind};
use crate::table::material::Solid;
use crate::table::mesh::{chip, circle, pyramid};

/// How much narrower a chessman is at its head than at its foot.
const HEAD: f32 = 0.55;

/// A convex body that stands on the origin, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::table) enum PieceShape {
    /// Round: its radius at the foot and at the top, and its height.
    Round(f32, f32, f32),
    /// Four-sided: half its width at the foot and at the top, and its height.
    Square(f32, f32, f32),
    /// A die.
    Cube,
}

impl PieceShape {
    /// Of a whole piece.
    pub(in crate::table) fn of(look: &Look) -> PieceShape {
        match look {
            Look::Man(man) => {
                let (height, radius) = size(*man);
                let head = if *man == PieceKind::Obstacle { 0.8 } else { HEAD };
                PieceShape::Round(radius, head * radius, height)
            }
            Look::Die(..) => PieceShape::Cube,
            Look::Chips(count) => PieceShape::Round(chip::RADIUS, chip::RADIUS, f32::from(*count) * chip::HEIGHT),
            Look::Pyramids(sizes) => {
                let height = sizes.iter().map(|&size| pyramid::rise(size)).sum();
                let foot = sizes.first().map_or(0.0, |&size| pyramid::half_base(size));
                PieceShape::Square(foot, sizes.last().map_or(0.0, |&size| pyramid::half_shoulder(size)), height)
            }
        }
    }

    /// Of a part that comes off by itself: a chip of a stack, a pyramid of a stack.
    pub(in crate::table) fn of_part(solid: Solid) -> Option<PieceShape> {
        match solid {
            Solid::Chip => Some(PieceShape::Round(chip::RADIUS, chip::RADIUS, chip::HEIGHT)),
            // Without its stub, on which the next one is put.
            Solid::Pyramid(_, size) => {
                Some(PieceShape::Square(pyramid::half_base(size), pyramid::half_shoulder(size), pyramid::rise(size)))
            }
            _ => None,
        }
    }

    /// How far it reaches from its axis, m.
    pub(in crate::table) fn reach(self) -> f32 {
        match self {
            PieceShape::Round(foot, ..) | PieceShape::Square(foot, ..) => foot,
            PieceShape::Cube => DIE_EDGE / 2.0,
        }
    }

    /// m
    pub(in crate::table) fn height(self) -> f32 {
        match self {
            PieceShape::Round(.., height) | PieceShape::Square(.., height) => height,
            PieceShape::Cube => DIE_EDGE,
        }
    }

    /// Its shape for the physics; its place on the body is the origin but for what `rapier3d` has round its middle.
    pub(in crate::table) fn collider(self) -> ColliderBuilder {
        let middle = Vector::new(0.0, self.height() / 2.0, 0.0);
        match self {
            PieceShape::Round(foot, head, height) if foot == head => {
                ColliderBuilder::cylinder(height / 2.0, foot).translation(middle)
            }
            PieceShape::Round(foot, head, height) => {
                hull(ring(foot, 12, 0.0).chain(ring(foot, 12, 0.1 * height)).chain(ring(head, 12, height)))
            }
            PieceShape::Square(foot, head, height) => {
                // The corners of a square lie farther out than its sides.
                let out = std::f32::consts::SQRT_2;
                hull(ring(foot * out, 4, 0.0).chain(ring(head * out, 4, height)))
            }
            PieceShape::Cube => {
                let half = DIE_EDGE / 2.0 - DIE_ROUNDING;
                ColliderBuilder::round_cuboid(half, half, half, DIE_ROUNDING).translation(middle)
            }
        }
    }
}

/// The convex body of these points; of none, a grain.
pub(in crate::table) fn hull(points: impl Iterator<Item = Vec3>) -> ColliderBuilder {
    let points: Vec<_> = points.map(|point| Vector::from_array(point.to_array())).collect();
    ColliderBuilder::new(SharedShape::convex_hull(&points).unwrap_or_else(|| SharedShape::ball(0.001)))
}

/// Points round the axis; of four, the corners of a square whose sides face along x and z.
fn ring(radius: f32, points: u16, y: f32) -> impl Iterator<Item = Vec3> {
    let turn = Vec2::from_angle(std::f32::consts::PI / f32::from(points));
    circle(Vec2::ZERO, radius, points).into_iter().map(move |at| {
        let at = turn.rotate(at);
        Vec3::new(at.x, y, at.y)
    })
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;

    use super::*;
    use crate::engine::{Die, Side};
    use crate::session::Palette;

    /// Nothing of a mesh reaches far out of the body that stands for it.
    #[test]
    fn bodies_hold_their_meshes() {
        let stack = Look::Pyramids([3, 2, 1].into_iter().collect());
        for (look, solids) in [
            (Look::Man(PieceKind::Queen), vec![(Solid::PieceKind(PieceKind::Queen), 0.0)]),
            (Look::Man(PieceKind::Pawn), vec![(Solid::PieceKind(PieceKind::Pawn), 0.0)]),
            (Look::Man(PieceKind::Obstacle), vec![(Solid::Rock(1), 0.0)]),
            (Look::Die(Die::D6, "1"), vec![(Solid::Die(Side::White, Die::D6.id), 0.5 * DIE_EDGE)]),
            (Look::Chips(2), vec![(Solid::Chip, 0.0), (Solid::Chip, chip::HEIGHT)]),
            (stack, vec![(Solid::Pyramid(Side::White, 3), 0.0), (Solid::Pyramid(Side::White, 2), pyramid::rise(3))]),
        ] {
            let shape = PieceShape::of(&look).collider().build();
            for (solid, up) in solids {
                for point in solid.shape(Palette::default()).positions() {
                    let point = *point + Vec3::Y * up;
                    let at = Vector::from_array(point.to_array());
                    let off = shape.shape().distance_to_point(shape.position(), at, true);
                    assert!(off < 0.005, "{look:?}: {point} lies {off} m outside");
                }
            }
        }
    }
}
