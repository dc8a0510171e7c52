//! The colours that carry a meaning, in the standard palette and in a colour-blind-safe one, and
//! the patterns of pieces.
//!
//! The safe colours, which people with any kind of colour vision can distinguish, are by Masataka
//! Okabe and Kei Ito, Color Universal Design (2002, revised 2008). The two sides also differ in
//! lightness, for people without colour vision.

use super::mark_kind::MarkKind;
use crate::engine::Side;
use crate::session::{AnnotationColour, BoardWood, Palette, PieceWood};

/// The dark colour into which the table fades, `sRGB`.
pub(in crate::table) const DARK: [u8; 3] = [30, 23, 20];

const ORANGE: [u8; 3] = [230, 159, 0];
const SKY: [u8; 3] = [86, 180, 233];
const YELLOW: [u8; 3] = [240, 228, 66];
const BLUE: [u8; 3] = [0, 114, 178];
const VERMILION: [u8; 3] = [213, 94, 0];
const GREEN: [u8; 3] = [0, 158, 115];
const PURPLE: [u8; 3] = [204, 121, 167];
const BLACK: [u8; 3] = [0, 0, 0];
const WHITE: [u8; 3] = [255, 255, 255];
/// Blue, darkened for the largest pyramids.
const DEEP: [u8; 3] = [0, 52, 96];

/// The user's settings that determine shapes and colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStyle {
    /// The palette, with its patterns of pieces.
    pub palette: Palette,
    /// Whether dice show words instead of symbols, if such dice exist.
    pub worded_dice: bool,
    /// The wood of the board.
    pub board: BoardWood,
    /// The woods of the pieces.
    pub pieces: PieceWood,
}

/// The colour of a mark, `sRGB`, and its opacity, 0 to 1.
#[must_use]
pub fn mark(palette: Palette, kind: MarkKind) -> ([u8; 3], f32) {
    match (palette, kind) {
        (Palette::Standard, kind) => kind.colour(),
        (Palette::Safe, MarkKind::LastMove) => (YELLOW, 0.36),
        (Palette::Safe, MarkKind::Path) => (YELLOW, 0.60),
        (Palette::Safe, MarkKind::Blast) => (ORANGE, 0.85),
        (Palette::Safe, MarkKind::Threat | MarkKind::Lost) => (BLACK, 0.72),
        (Palette::Safe, MarkKind::Refused) => (ORANGE, 0.85),
        (Palette::Safe, MarkKind::Movable) => (WHITE, 0.65),
        (Palette::Safe, MarkKind::Held) => (YELLOW, 0.95),
        (Palette::Safe, MarkKind::Lesson | MarkKind::Star) => (YELLOW, 0.95),
        (Palette::Safe, MarkKind::Target) => (SKY, 0.95),
        (Palette::Safe, MarkKind::PartTarget) => (SKY, 0.75),
        (Palette::Safe, MarkKind::Capture | MarkKind::Shot) => (BLUE, 0.95),
        (Palette::Safe, MarkKind::Push) => (PURPLE, 0.95),
        (Palette::Safe, MarkKind::Stack) => (GREEN, 0.95),
        (Palette::Safe, MarkKind::Danger | MarkKind::LineOfFire) => (VERMILION, 0.85),
        (Palette::Safe, MarkKind::Drawn(AnnotationColour::Plain)) => (SKY, 0.85),
        (Palette::Safe, MarkKind::Drawn(AnnotationColour::Shift)) => (VERMILION, 0.85),
        (Palette::Safe, MarkKind::Drawn(AnnotationColour::Ctrl)) => (BLUE, 0.85),
        (Palette::Safe, MarkKind::Drawn(AnnotationColour::Alt)) => (ORANGE, 0.85),
        (Palette::Safe, MarkKind::Drawn(AnnotationColour::Hint)) => (PURPLE, 0.90),
        (Palette::Safe, MarkKind::Cursor) => (WHITE, 0.95),
    }
}

/// The main colour and the grain of a board's light cells, and of its dark ones, `sRGB`.
#[must_use]
pub fn cells(board: BoardWood) -> [[[u8; 3]; 2]; 2] {
    match board {
        BoardWood::Walnut => [[[182, 141, 96], [148, 106, 66]], [[92, 58, 40], [58, 34, 24]]],
        BoardWood::Green => [[[188, 180, 146], [160, 150, 116]], [[74, 104, 66], [50, 76, 46]]],
        BoardWood::Blue => [[[172, 182, 190], [142, 154, 166]], [[66, 92, 120], [44, 66, 92]]],
    }
}

/// The main colour and the grain of a side's wooden pieces, `sRGB`.
#[must_use]
pub fn wood(pieces: PieceWood, side: Side) -> [[u8; 3]; 2] {
    match (pieces, side) {
        (PieceWood::Rosewood, Side::White) => [[236, 196, 128], [206, 156, 92]],
        (_, Side::White) => [[242, 212, 164], [206, 156, 102]],
        (PieceWood::Ebony, Side::Black) => [[74, 48, 38], [26, 16, 14]],
        (PieceWood::Rosewood, Side::Black) => [[98, 50, 38], [52, 24, 18]],
        (PieceWood::Red, Side::Black) => [[158, 30, 24], [112, 14, 12]],
    }
}

/// The colours of a pyramid, `sRGB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resin {
    /// Main colour.
    pub base: [u8; 3],
    /// Colour of the clouds.
    pub grain: [u8; 3],
    /// Colour of pips and bands.
    pub ink: [u8; 3],
}

/// The colours of a side's pyramids of size 1 to 3.
#[must_use]
pub fn pyramid(palette: Palette, side: Side, size: u8) -> Resin {
    use Side::{Black as Ice, White as Fire};
    let resin = |base, grain, ink| Resin { base, grain, ink };
    match (palette, side, size) {
        (Palette::Standard, Fire, 1) => resin([255, 206, 60], [255, 180, 30], [120, 40, 0]),
        (Palette::Standard, Fire, 2) => resin([250, 122, 24], [240, 96, 10], [96, 20, 0]),
        (Palette::Standard, Fire, _) => resin([214, 36, 20], [180, 16, 12], [255, 214, 120]),
        (Palette::Standard, Ice, 1) => resin([176, 226, 246], [140, 206, 240], [10, 40, 90]),
        (Palette::Standard, Ice, 2) => resin([60, 150, 226], [34, 122, 206], [235, 248, 255]),
        (Palette::Standard, Ice, _) => resin([38, 66, 184], [24, 44, 148], [206, 234, 255]),
        (Palette::Safe, Fire, 1) => resin(YELLOW, YELLOW, BLACK),
        (Palette::Safe, Fire, 2) => resin(ORANGE, ORANGE, BLACK),
        (Palette::Safe, Fire, _) => resin(VERMILION, VERMILION, BLACK),
        (Palette::Safe, Ice, 1) => resin(SKY, SKY, DEEP),
        (Palette::Safe, Ice, 2) => resin(BLUE, BLUE, WHITE),
        (Palette::Safe, Ice, _) => resin(DEEP, DEEP, WHITE),
    }
}

/// The colours of a side's flat tokens and of their ink, `sRGB`; `resin` selects the colours of
/// pyramids.
#[must_use]
pub fn token(palette: Palette, side: Option<Side>, resin: bool) -> [[u8; 3]; 2] {
    let Some(side) = side else { return [[150, 146, 138], [36, 34, 32]] };
    match (resin, side) {
        (true, side) => {
            let Resin { base, ink, .. } = pyramid(palette, side, if side == Side::White { 2 } else { 3 });
            [base, ink]
        }
        (false, Side::White) => [[250, 243, 226], [30, 20, 14]],
        (false, Side::Black) => [[34, 27, 25], [248, 238, 214]],
    }
}

/// Whether the pyramids of a side have bands, so that the sides do not differ by colour alone.
#[must_use]
pub fn banded(palette: Palette, side: Side) -> bool {
    palette == Palette::Safe && side == Side::Black
}

/// Whether the dice of a side have inked edges. White's have dark ones; light ones would make
/// Black's dice look white.
#[must_use]
pub fn edged(palette: Palette, side: Side) -> bool {
    palette == Palette::Safe && side == Side::White
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    use super::*;

    /// The colours seen by people without green cones (deuteranopes) and without red cones
    /// (protanopes), as matrices on linear `sRGB`. Source: Machado, Oliveira, Fernandes, A
    /// Physiologically-based Model for Simulation of Color Vision Deficiency (2009), severity 1.
    const SIGHTS: [[[f32; 3]; 3]; 2] = [
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ];

    /// The smallest distance of two colours that can be distinguished at a glance, in CIELAB.
    const APART: f32 = 25.0;

    fn seen(colour: [u8; 3], sight: [[f32; 3]; 3]) -> Vec3 {
        let linear = LinearRgba::from(Srgba::rgb_u8(colour[0], colour[1], colour[2])).to_vec3();
        let [red, green, blue] = sight.map(|row| Vec3::from(row).dot(linear).clamp(0.0, 1.0));
        let lab = Laba::from(LinearRgba::rgb(red, green, blue));
        Vec3::new(lab.lightness, lab.a, lab.b) * 100.0
    }

    #[test]
    fn sides_are_distinct_for_all_eyes() {
        for sight in SIGHTS {
            for fire in 1..=3 {
                for ice in 1..=3 {
                    let colour = |side, size| seen(pyramid(Palette::Safe, side, size).base, sight);
                    let distance = colour(Side::White, fire).distance(colour(Side::Black, ice));
                    assert!(distance > APART, "fire {fire}, ice {ice}: {distance}");
                }
            }
        }
        assert_ne!(banded(Palette::Safe, Side::White), banded(Palette::Safe, Side::Black));
        assert_ne!(edged(Palette::Safe, Side::White), edged(Palette::Safe, Side::Black));
    }

    /// Light and dark cells differ in lightness, and pieces stand out from both, in any wood.
    #[test]
    fn cells_are_distinct_on_any_board() {
        let lightness = |[red, green, blue]: [u8; 3]| Laba::from(Srgba::rgb_u8(red, green, blue)).lightness * 100.0;
        for (board, name) in BoardWood::ALL {
            let [light, dark] = cells(board).map(|[base, _]| lightness(base));
            assert!(light - dark > 25.0, "{name}: {light} and {dark}");
            let [white, black] = Side::BOTH.map(|side| lightness(token(Palette::Standard, Some(side), false)[0]));
            assert!(white - light > 8.0 && dark - black > 8.0, "{name}: {white}, {light}, {dark}, {black}");
        }
    }

    /// Red is reserved for danger: no other mark except drawings is similar.
    #[test]
    fn red_means_danger_alone() {
        let red = |kind: MarkKind| {
            let [r, g, b] = mark(Palette::Standard, kind).0;
            r > 180 && g < 100 && b < 100
        };
        assert!(red(MarkKind::Danger));
        for kind in [
            MarkKind::LastMove,
            MarkKind::Path,
            MarkKind::Blast,
            MarkKind::Refused,
            MarkKind::Threat,
            MarkKind::Movable,
            MarkKind::Held,
            MarkKind::Target,
            MarkKind::Capture,
            MarkKind::Push,
            MarkKind::Shot,
            MarkKind::Stack,
            MarkKind::LineOfFire,
            MarkKind::Lost,
            MarkKind::Lesson,
            MarkKind::Star,
            MarkKind::Drawn(AnnotationColour::Hint),
            MarkKind::Cursor,
        ] {
            assert!(!red(kind), "{kind:?}");
        }
    }

    #[test]
    fn overlapping_marks_are_distinct_for_all_eyes() {
        for sight in SIGHTS {
            for (one, other) in [
                (MarkKind::Target, MarkKind::Danger),
                (MarkKind::LastMove, MarkKind::Danger),
                (MarkKind::Held, MarkKind::Cursor),
            ] {
                let colour = |kind| seen(mark(Palette::Safe, kind).0, sight);
                let distance = colour(one).distance(colour(other));
                assert!(distance > APART, "{one:?} and {other:?}: {distance}");
            }
        }
    }
}
