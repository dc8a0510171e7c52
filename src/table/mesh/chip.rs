//! Draughtsmen, turned so that they stack.

use super::lathe::Profile;
use super::{Detail, TriangleMesh};

/// Radius of a chip, m.
pub const RADIUS: f32 = 0.019;

/// Height of a chip in a stack, m.
pub const HEIGHT: f32 = 0.0075;

/// A chip, standing on y = 0: its rim is rounded, so that the chips of a tower can be counted, and
/// it has rings on top.
#[must_use]
pub fn chip() -> TriangleMesh {
    Profile::at(0.0, 0.3)
        .to(15.0, 0.3)
        .to(15.6, 0.0)
        .to(17.6, 0.0)
        .curve((18.6, 0.1), (18.7, 1.2))
        .curve((19.3, 3.75), (18.7, 6.3))
        .curve((18.6, 7.4), (17.6, 7.5))
        .to(15.8, 7.5)
        .curve((14.8, 7.5), (14.4, 6.7))
        .to(13.6, 6.5)
        .curve((12.9, 7.3), (12.2, 6.5))
        .to(8.4, 6.5)
        .curve((7.7, 7.3), (7.0, 6.5))
        .curve((4.0, 6.3), (2.2, 7.0))
        .curve((1.0, 7.3), (0.0, 7.3))
        .turn(48, Detail::FULL)
}
