//! The tray for dice: a floor and four walls.

use rapier3d::prelude::*;

/// Inner length, along x, m.
pub const LENGTH: f32 = 0.22;

/// Inner width, along y, m.
pub const WIDTH: f32 = 0.16;

/// Drawn height of the walls, m: lower than a die, so that the near wall does not hide one. In the
/// physics, the walls have no upper end, so that no throw leaves the tray.
pub const WALL_HEIGHT: f32 = 0.014;

/// Drawn height of the glass panes on the walls, m. In tests, no die hit a wall higher up.
pub const GLASS_HEIGHT: f32 = 0.12;

/// Drawn thickness of the walls, m.
pub const WALL_THICKNESS: f32 = 0.008;

/// Coulomb friction between die and tray, dimensionless.
pub(super) const FRICTION: f32 = 0.2;

/// Ratio of the speeds after and before a bounce, dimensionless. It applies to the contact point,
/// so the die as a whole bounces less.
pub(super) const RESTITUTION: f32 = 0.6;

/// The colliders in the tray frame. Half-spaces have no far side, so no body can tunnel through.
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
