//! The tray that dice are thrown in: a floor and four walls.

use rapier3d::prelude::*;

/// Inner length, along x, m.
pub const LENGTH: f32 = 0.22;

/// Inner width, along y, m.
pub const WIDTH: f32 = 0.16;

/// How high the walls are drawn, m. For the physics they have no upper end, so that no throw leaves the tray.
pub const WALL_HEIGHT: f32 = 0.05;

/// How high the panes of glass reach that stand on the walls as drawn, m: no die was seen to meet a wall higher up.
pub const GLASS_HEIGHT: f32 = 0.12;

/// Thickness of the walls as drawn, m.
pub const WALL_THICKNESS: f32 = 0.008;

/// Coulomb friction between the die and the tray, without unit.
pub(super) const FRICTION: f32 = 0.2;

/// Speed after a bounce over speed before, without unit: of a contact point, so that the die as a whole bounces less.
pub(super) const RESTITUTION: f32 = 0.6;

/// The colliders in the tray frame. Half-spaces have no far side, so that nothing can tunnel through a wall or the floor.
pub(super) fn colliders() -> [Collider; 5] {
    let plane = |normal: UnitVector<f32>, distance: f32| {
        ColliderBuilder::new(SharedShape::halfspace(normal))
            .translation(normal.into_inner() * -distance)
            .friction(FRICTION)
            .restitution(RESTITUTION)
            .build()
    };
    [
        plane(Vector::z_axis(), 0.0),
        plane(Vector::x_axis(), LENGTH / 2.0),
        plane(-Vector::x_axis(), LENGTH / 2.0),
        plane(Vector::y_axis(), WIDTH / 2.0),
        plane(-Vector::y_axis(), WIDTH / 2.0),
    ]
}
