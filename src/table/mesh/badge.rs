//! The plates on which heights of stacks are written.

use bevy::math::{Affine3A, Vec2, Vec3};

use super::{Shape, flat, glyph};

/// How high the figures are, m.
const FIGURES: f32 = 0.0098;

/// How high a plate is, m.
pub const HEIGHT: f32 = 0.0172;

/// A number on a plate, lying on the plane y = 0, its middle in the origin, read from +z.
#[must_use]
pub fn badge(number: u8) -> Shape {
    let text = number.to_string();
    let half = Vec2::X * 0.0028 * (text.len() as f32 - 1.0);
    let mut shape = flat::stroke(&[-half, half], HEIGHT);
    let figures = glyph::text(&text, FIGURES);
    // The font is a light one: drawn three times side by side it is a bold one.
    for aside in [-0.0004, 0.0, 0.0004] {
        shape.append(&figures, Affine3A::from_translation(Vec3::new(aside, 0.0, 0.0)));
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_on_their_plates() {
        for number in [1, 8, 10, 47, 94] {
            let shape = badge(number);
            let figures = shape.positions().iter().zip(shape.marks()).filter(|(_, marks)| marks.ink > 0.5);
            let (count, far) = figures.fold((0, 0.0_f32), |(count, far), (at, _)| (count + 1, far.max(at.x.abs())));
            let plate = shape.positions().iter().map(|at| at.x.abs()).fold(0.0, f32::max);
            assert!(count > 10 && far + 0.0015 < plate, "{number}: {far} of {plate}");
        }
    }
}
