//! The colliders of pieces, from the measures of their meshes.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, ColliderMassProperties, Damping, RigidBody, Sensor, SoftCcd};

use super::model::size;
use crate::dice::{EDGE as DIE_EDGE, ROUNDING as DIE_ROUNDING};
use crate::engine::{Look, PieceKind};
use crate::table::layout::bodies::{DENSITY, TOUCHABLE, UNTOUCHABLE, surface};
use crate::table::mesh::{chip, pyramid};

/// Width of a chessman's head relative to its foot.
const HEAD: f32 = 0.55;

/// Linear damping, 1/s.
const LINEAR_DAMPING: f32 = 0.6;
/// Angular damping, 1/s.
const ANGULAR_DAMPING: f32 = 2.5;

/// Edge rounding of round objects, m.
const EDGE: f32 = 0.0005;

/// Height of a chessman's plinth, as a fraction of its height.
const PLINTH: f32 = 0.12;
/// Height of a pyramid's lower tier, as a fraction of its height.
const TIER: f32 = 0.4;

/// Radius of the upright cylinder for picking a slim piece, m, which makes pointing easier.
const REACH: f32 = 0.015;

/// The convex shape of a piece, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PieceShape {
    /// Round: radius at the foot, radius at the top, and height. Its origin is the centre of its
    /// foot, or of the whole if both radii are equal.
    Round(f32, f32, f32),
    /// Four-sided: half width at the foot, half width at the top, and height. Its origin is the
    /// centre of its foot.
    Square(f32, f32, f32),
    /// A die. Its origin is its centre.
    Cube,
}

impl PieceShape {
    /// The shape of a single piece, or of a stack as a whole.
    #[must_use]
    pub fn of(look: &Look) -> PieceShape {
        match look {
            Look::Chessman(man) => {
                let (height, radius) = size(*man);
                let head = if *man == PieceKind::Obstacle { 0.8 } else { HEAD };
                PieceShape::Round(radius, head * radius, height)
            }
            Look::Die(..) => PieceShape::Cube,
            Look::Chips(count) => PieceShape::Round(chip::RADIUS, chip::RADIUS, f32::from(*count) * chip::HEIGHT),
            Look::Pyramids(sizes) => {
                // Without the stub, which the next pyramid covers.
                let height = sizes.iter().map(|&size| pyramid::rise(size)).sum();
                let foot = sizes.first().map_or(0.0, |&size| pyramid::half_base(size));
                PieceShape::Square(foot, sizes.last().map_or(0.0, |&size| pyramid::half_shoulder(size)), height)
            }
        }
    }

    /// Horizontal radius, m.
    #[must_use]
    pub fn reach(self) -> f32 {
        match self {
            PieceShape::Round(foot, ..) | PieceShape::Square(foot, ..) => foot,
            PieceShape::Cube => DIE_EDGE / 2.0,
        }
    }

    /// Half the width of its top, m.
    #[must_use]
    pub fn head(self) -> f32 {
        match self {
            PieceShape::Round(_, head, _) | PieceShape::Square(_, head, _) => head,
            PieceShape::Cube => DIE_EDGE / 2.0,
        }
    }

    /// Height at which another piece stands on it, m.
    #[must_use]
    pub fn height(self) -> f32 {
        match self {
            PieceShape::Round(.., height) | PieceShape::Square(.., height) => height,
            PieceShape::Cube => DIE_EDGE,
        }
    }

    /// Height of its origin above its foot, m.
    #[must_use]
    pub fn lift(self) -> f32 {
        match self {
            PieceShape::Round(foot, head, height) if foot == head => height / 2.0,
            PieceShape::Round(..) | PieceShape::Square(..) => 0.0,
            PieceShape::Cube => DIE_EDGE / 2.0,
        }
    }

    /// The collider, relative to its origin. It consists of cylinders and cuboids, on which objects
    /// can stand still: contacts of such small convex hulls do not come to rest.
    #[must_use]
    pub fn collider(self) -> Collider {
        let at = |y: f32, part: Collider| (Vec3::Y * y, Quat::IDENTITY, part);
        match self {
            PieceShape::Round(foot, head, height) if foot == head => {
                Collider::round_cylinder(height / 2.0 - EDGE, foot - EDGE, EDGE)
            }
            PieceShape::Round(foot, head, height) => {
                let plinth = PLINTH * height / 2.0;
                Collider::compound(vec![
                    at(plinth, Collider::round_cylinder(plinth - EDGE, foot - EDGE, EDGE)),
                    at(height / 2.0, Collider::cylinder(height / 2.0, head)),
                ])
            }
            PieceShape::Square(foot, head, height) => {
                let (low, middle) = (TIER * height / 2.0, foot.lerp(head, 0.6));
                Collider::compound(vec![
                    at(low, Collider::cuboid(foot, low, foot)),
                    at(height / 2.0, Collider::cuboid(middle, height / 2.0, middle)),
                ])
            }
            PieceShape::Cube => {
                let half = DIE_EDGE / 2.0 - DIE_ROUNDING;
                Collider::round_cuboid(half, half, half, DIE_ROUNDING)
            }
        }
    }

    /// A wider collider for picking, with its position on the piece; `None` if the piece itself is
    /// wide enough.
    #[must_use]
    pub fn aim(self) -> Option<(Transform, Collider)> {
        match self {
            PieceShape::Round(foot, head, height) if foot != head => {
                let middle = Transform::from_xyz(0.0, height / 2.0, 0.0);
                Some((middle, Collider::cylinder(height / 2.0, REACH.max(head))))
            }
            PieceShape::Square(_, head, height) if head < REACH => {
                Some((Transform::from_xyz(0.0, height / 2.0, 0.0), Collider::cylinder(height / 2.0, REACH)))
            }
            _ => None,
        }
    }
}

/// The physics components of a standing piece.
pub fn body(shape: PieceShape) -> impl Bundle {
    (
        RigidBody::Fixed,
        shape.collider(),
        ColliderMassProperties::Density(DENSITY),
        surface(),
        Damping { linear_damping: LINEAR_DAMPING, angular_damping: ANGULAR_DAMPING },
        // Chips are thin: contacts are predicted for the next step or two, so that nothing passes
        // through them.
        SoftCcd { prediction: 0.02 },
        TOUCHABLE,
    )
}

/// A sensor for picking only.
pub fn aim(collider: Collider) -> impl Bundle {
    (collider, Sensor, ColliderMassProperties::Density(0.0), UNTOUCHABLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Die, Side};
    use crate::table::material::{MeshKey, TableStyle};
    use crate::table::mesh::Detail;

    /// No mesh extends far beyond its collider.
    #[test]
    fn bodies_hold_their_meshes() {
        let pyramid = Look::Pyramids([2].into_iter().collect());
        for (look, solid, up) in [
            (Look::Chessman(PieceKind::Queen), MeshKey::PieceKind(PieceKind::Queen), 0.0),
            (Look::Chessman(PieceKind::Pawn), MeshKey::PieceKind(PieceKind::Pawn), 0.0),
            (Look::Chessman(PieceKind::Obstacle), MeshKey::Rock(1), 0.0),
            (Look::Die(Die::D6, "1"), MeshKey::Die(Side::White, Die::D6), 0.0),
            (Look::Chips(1), MeshKey::Chip, -chip::HEIGHT / 2.0),
            (pyramid, MeshKey::Pyramid(Side::White, 2), 0.0),
        ] {
            let shape = PieceShape::of(&look).collider();
            for point in solid.shape(TableStyle::default(), Detail::FULL).positions() {
                let point = *point + Vec3::Y * up;
                let off = shape.distance_to_local_point(point, true);
                assert!(off < 0.009, "{look:?}: {point} lies {off} m outside");
            }
        }
    }
}
