//! The plates with the labels of stacks.

use bevy::math::{Affine3A, Vec2};

use super::{TriangleMesh, flat, glyph};

/// Height of digits, m.
const FIGURES: f32 = 0.0098;

/// Height of words relative to digits.
const WORDS: f32 = 0.72;

/// Height of a plate with a digit, m.
pub const HEIGHT: f32 = 0.0172;

/// Height of the letters of a label, m.
#[must_use]
pub fn letters(words: &str) -> f32 {
    FIGURES * scale(words)
}

/// The scale of a label. Plates with words are smaller, because they can be adjacent.
fn scale(words: &str) -> f32 {
    if words.len() > 2 { WORDS } else { 1.0 }
}

/// A plate with text on the plane y = 0, centred at the origin, read from +z.
#[must_use]
pub fn badge(words: &str) -> TriangleMesh {
    let share = scale(words);
    let text = glyph::bold(words, letters(words));
    let far = text.positions().iter().map(|at| at.x.abs()).fold(0.0, f32::max);
    let half = Vec2::X * (far - 0.0032).max(0.0);
    let mut shape = flat::stroke(&[-half, half], HEIGHT * share);
    shape.append(&text, Affine3A::IDENTITY);
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_on_their_plates() {
        for words in ["1", "8", "10", "5 bishop", "3: rook, 4 stay: knight"] {
            let shape = badge(words);
            let letters = shape.positions().iter().zip(shape.marks()).filter(|(_, marks)| marks.ink > 0.5);
            let (count, far) = letters.fold((0, 0.0_f32), |(count, far), (at, _)| (count + 1, far.max(at.x.abs())));
            let plate = shape.positions().iter().map(|at| at.x.abs()).fold(0.0, f32::max);
            assert!(count > 10 && far + 0.0015 < plate, "{words}: {far} of {plate}");
        }
    }
}
