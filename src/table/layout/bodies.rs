//! Properties shared by all bodies on the table.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, CollisionGroups, Friction, Group, Restitution};

/// Coulomb friction coefficient: wood on wood, and a little felt.
const FRICTION: f32 = 0.45;
/// Speed after a bounce relative to the speed before.
const RESTITUTION: f32 = 0.25;

/// Density of everything, kg/m³: wood.
pub const DENSITY: f32 = 700.0;

/// Collides with everything.
pub const TOUCHABLE: CollisionGroups = CollisionGroups::new(Group::GROUP_1, Group::GROUP_1);

/// Collides with nothing: a piece carried home passes through others.
pub const UNTOUCHABLE: CollisionGroups = CollisionGroups::new(Group::GROUP_2, Group::NONE);

/// Friction and restitution of everything on the table.
pub fn surface() -> impl Bundle {
    (Friction::coefficient(FRICTION), Restitution::coefficient(RESTITUTION))
}

/// The convex hull of these points; a tiny ball if they have no hull.
#[must_use]
pub fn hull(points: impl Iterator<Item = Vec3>) -> Collider {
    let points: Vec<_> = points.collect();
    Collider::convex_hull(&points).unwrap_or_else(|| Collider::ball(0.001))
}

/// A flat body with a convex outline, from `floor` up to `top`, m.
#[must_use]
pub fn slab(outline: impl IntoIterator<Item = Vec3>, floor: f32, top: f32) -> Collider {
    hull(outline.into_iter().flat_map(|corner| [floor, top].map(|y| corner.with_y(y))))
}
