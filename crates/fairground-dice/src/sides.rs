//! The sides of a die, in its own axes and in the tray frame.

use std::f32::consts::FRAC_1_SQRT_2;

use rapier3d::math::{Rotation, Vector};
use rapier3d::na::RealField;

/// The side on top of a die with this orientation, and its tilt, degrees.
#[must_use]
pub fn top(rotation: [f32; 4]) -> (usize, f32) {
    let up = Rotation::new_unchecked(rotation.into()).inverse() * Vector::z();
    let mut axis = 0;
    for other in 1..3 {
        if up[other].abs() > up[axis].abs() {
            axis = other;
        }
    }
    let side = 2 * axis + usize::from(up[axis] < 0.0);
    // Uses the arc tangent of the physics engine. The last bits of the system's arc tangent differ
    // between systems.
    let (a, b) = (up[(axis + 1) % 3], up[(axis + 2) % 3]);
    let tilt = RealField::atan2((a * a + b * b).sqrt(), up[axis].abs());
    (side, tilt.to_degrees())
}

/// The orientation of a die that lies flat with this side, 0 to 5, on top: a unit quaternion, x y z
/// w. Higher numbers count as 5.
#[must_use]
pub const fn with_side_up(side: usize) -> [f32; 4] {
    const H: f32 = FRAC_1_SQRT_2;
    match side {
        0 => [0.0, -H, 0.0, H],
        1 => [0.0, H, 0.0, H],
        2 => [H, 0.0, 0.0, H],
        3 => [-H, 0.0, 0.0, H],
        4 => [0.0, 0.0, 0.0, 1.0],
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}
