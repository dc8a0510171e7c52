//! Properties that all bodies on the table share.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, CollisionGroups, Friction, Group, Restitution};

/// Coulomb friction and the speed after a bounce over that before, without unit: wood on wood, and a little on felt.
const FRICTION: f32 = 0.45;
const RESTITUTION: f32 = 0.25;

/// Mass over volume of everything, kg/m³: that of wood.
pub const DENSITY: f32 = 700.0;

/// Meets everything.
pub const TOUCHABLE: CollisionGroups = CollisionGroups::new(Group::GROUP_1, Group::GROUP_1);

/// Meets nothing: a piece that is carried home passes through others.
pub const UNTOUCHABLE: CollisionGroups = CollisionGroups::new(Group::GROUP_2, Group::NONE);

/// How everything on the table slides and bounces.
pub fn surface() -> impl Bundle {
    (Friction::coefficient(FRICTION), Restitution::coefficient(RESTITUTION))
}

/// The convex body of these points; of none, a grain.
#[must_use]
pub fn hull(points: impl Iterator<Item = Vec3>) -> Collider {
    let points: Vec<_> = points.collect();
    Collider::convex_hull(&points).unwrap_or_else(|| Collider::ball(0.001))
}

/// A flat body over a convex outline, from `floor` up to `top`, m.
#[must_use]
pub fn slab(outline: impl IntoIterator<Item = Vec3>, floor: f32, top: f32) -> Collider {
    hull(outline.into_iter().flat_map(|corner| [floor, top].map(|y| corner.with_y(y))))
}
