//! Dice: cubes with rounded edges and engraved symbols, or printed words.

use bevy::math::{Affine3A, Mat3, Quat, Vec2, Vec3};

use super::glyph::{self, triangles};
use super::{Marks, TriangleMesh, circle, knight, sculpt};
use crate::engine::Die;

/// Depth of engravings, as a fraction of the edge.
const DEPTH: f32 = 0.018;

/// Scale of a symbol on the flat part of a side.
const FILL: f32 = 1.1;

/// Height of the letters of a word, as a fraction of half the flat part of a side.
const LETTERS: f32 = 0.75;
/// The largest width of a word, as a fraction of half the flat part of a side.
const WORD: f32 = 1.8;

/// Height of a printed word above its side, as a fraction of the edge.
const PRINT: f32 = 0.002;

/// The outward normal, and the right and upward directions of a symbol, on the sides +X, -X, +Y,
/// -Y, +Z, -Z.
const SIDES: [(Vec3, Vec3, Vec3); 6] = [
    (Vec3::X, Vec3::NEG_Z, Vec3::Y),
    (Vec3::NEG_X, Vec3::Z, Vec3::Y),
    (Vec3::Y, Vec3::X, Vec3::NEG_Z),
    (Vec3::NEG_Y, Vec3::X, Vec3::Z),
    (Vec3::Z, Vec3::X, Vec3::Y),
    (Vec3::NEG_Z, Vec3::NEG_X, Vec3::Y),
];

/// The rotation that puts this symbol on top, with its upper end away from White; the identity if
/// the die lacks the symbol.
#[must_use]
pub fn showing(die: &Die, symbol: &str) -> Quat {
    die.side_of(symbol).map_or(Quat::IDENTITY, upright)
}

/// The rotation that puts this side, 0 to 5, on top, with its symbol's upper end away from White.
///
/// # Panics
/// If `side` exceeds 5.
#[must_use]
pub fn upright(side: usize) -> Quat {
    let (normal, right, up) = SIDES[side];
    let own = Mat3::from_cols(right, normal, up);
    Quat::from_mat3(&(Mat3::from_cols(Vec3::X, Vec3::Y, Vec3::NEG_Z) * own.transpose()))
}

/// A die with this edge and rounding radius, m, centred at the origin. `edged` inks its edges;
/// `worded` selects words instead of symbols, if such dice exist.
#[must_use]
pub fn die(die: &Die, edge: f32, rounding: f32, edged: bool, worded: bool) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let half = edge / 2.0;
    let flat = half - rounding;
    let words = die.words.filter(|_| worded);
    for (index, (&symbol, &(normal, right, up))) in die.sides.iter().zip(&SIDES).enumerate() {
        let marks = Marks { wear: 0.4, ..if edged { Marks::INK } else { Marks::PLAIN } };
        rim(&mut shape, flat, rounding, marks, |p| right * p.x + up * p.y + normal * half);
        let place = |p: Vec2, depth: f32| right * p.x + up * p.y + normal * (half - depth);
        if let Some(words) = words {
            engrave(&mut shape, flat, &[], 0.0, normal, place);
            let upright = Mat3::from_cols(right, normal, -up);
            let lies = Affine3A::from_mat3_translation(upright, normal * (half + edge * PRINT));
            shape.append(&word(words[index], flat), lies);
            continue;
        }
        let outlines: Vec<Vec<Vec2>> =
            outlines(symbol).into_iter().map(|line| line.into_iter().map(|p| p * flat * FILL).collect()).collect();
        engrave(&mut shape, flat, &outlines, edge * DEPTH, normal, place);
    }
    shape
}

/// A word on the plane y = 0, scaled to fit a side whose flat part extends `flat` from its centre,
/// m.
fn word(word: &str, flat: f32) -> TriangleMesh {
    let unit = glyph::bold(word, 1.0);
    let half_width = unit.positions().iter().map(|p| p.x.abs()).fold(0.1, f32::max);
    let size = flat * LETTERS.min(WORD / (2.0 * half_width));
    unit.moved(Affine3A::from_scale(Vec3::splat(size)))
}

/// The flat part of a side with outlines engraved into it.
fn engrave(
    shape: &mut TriangleMesh,
    flat: f32,
    outlines: &[Vec<Vec2>],
    depth: f32,
    normal: Vec3,
    place: impl Fn(Vec2, f32) -> Vec3,
) {
    let square = vec![Vec2::new(-flat, -flat), Vec2::new(flat, -flat), Vec2::new(flat, flat), Vec2::new(-flat, flat)];
    let mut fill = |outer: &[Vec2], holes: &[Vec<Vec2>], depth: f32, marks: Marks| {
        let all: Vec<u32> =
            outer.iter().chain(holes.iter().flatten()).map(|&p| shape.vertex(place(p, depth), normal, marks)).collect();
        for corners in triangles(outer, holes) {
            shape.triangle(corners.map(|i| all[i]));
        }
    };
    fill(&square, outlines, 0.0, Marks::PLAIN);
    for outline in outlines {
        fill(outline, &[], depth, Marks { open: 0.8, ..Marks::INK });
    }
    for outline in outlines {
        let lines = [0.0, depth].map(|depth| outline.iter().map(|&p| place(p, depth)).collect::<Vec<_>>());
        shape.wall(&lines[0], &lines[1], Marks { open: 0.7, ..Marks::INK });
    }
}

/// The rounded border of a side: a grid around its flat part, projected onto the rounding.
fn rim(shape: &mut TriangleMesh, flat: f32, rounding: f32, marks: Marks, place: impl Fn(Vec2) -> Vec3) {
    const STEPS: u8 = 4;
    let outer = |step: u8| {
        let angle = std::f32::consts::FRAC_PI_4 * f32::from(step) / f32::from(STEPS);
        flat + rounding * angle.tan()
    };
    let lines: Vec<f32> = (0..=STEPS).rev().map(|step| -outer(step)).chain((0..=STEPS).map(outer)).collect();
    let mut ids = Vec::with_capacity(lines.len() * lines.len());
    for &y in &lines {
        for &x in &lines {
            let cube = place(Vec2::new(x, y));
            let inner = cube.clamp(Vec3::splat(-flat), Vec3::splat(flat));
            let normal = (cube - inner).normalize_or(cube);
            ids.push(shape.vertex(inner + rounding * normal, normal, marks));
        }
    }
    let (n, middle) = (lines.len(), usize::from(STEPS));
    for y in 0..n - 1 {
        for x in 0..n - 1 {
            if x != middle || y != middle {
                shape.quad([ids[y * n + x], ids[y * n + x + 1], ids[(y + 1) * n + x + 1], ids[(y + 1) * n + x]]);
            }
        }
    }
}

/// The closed lines of a symbol, counter-clockwise, in the square from -1 to 1.
#[must_use]
pub fn outlines(symbol: &str) -> Vec<Vec<Vec2>> {
    match symbol {
        "P" => vec![pawn()],
        "N" => knight_lines(),
        "B" => bishop(),
        "R" => vec![rook()],
        _ => pips(symbol.parse().unwrap_or(0)),
    }
}

/// Half an outline, upwards on the right, followed by its mirror image downwards on the left.
fn mirrored(right: &[(f32, f32)]) -> Vec<Vec2> {
    let line = right.iter().map(|&p| Vec2::from(p));
    let back = right.iter().rev().filter(|p| p.0 > 1e-4).map(|&(x, y)| Vec2::new(-x, y));
    line.chain(back).collect()
}

fn pawn() -> Vec<Vec2> {
    let mut right =
        vec![(0.62, -0.86), (0.62, -0.66), (0.50, -0.56), (0.30, -0.34), (0.20, 0.0), (0.42, 0.06), (0.42, 0.16)];
    let centre = Vec2::new(0.0, 0.48);
    for step in 0..10_u8 {
        let p = centre + 0.38 * Vec2::from_angle(-0.95 + f32::from(step) * 0.27);
        right.push((p.x.max(0.0), p.y));
    }
    mirrored(&right)
}

fn rook() -> Vec<Vec2> {
    mirrored(&[
        (0.68, -0.86),
        (0.68, -0.64),
        (0.52, -0.54),
        (0.44, -0.38),
        (0.40, 0.26),
        (0.62, 0.42),
        (0.62, 0.86),
        (0.36, 0.86),
        (0.36, 0.62),
        (0.14, 0.62),
        (0.14, 0.86),
    ])
}

/// The mitre with its cut, above a separate foot.
fn bishop() -> Vec<Vec<Vec2>> {
    let foot = mirrored(&[(0.66, -0.86), (0.66, -0.68), (0.34, -0.56)]);
    let right = [
        (0.28, -0.44),
        (0.42, -0.28),
        (0.50, -0.04),
        (0.46, 0.20),
        (0.13, -0.06),
        (0.06, 0.05),
        (0.38, 0.36),
        (0.26, 0.54),
        (0.12, 0.64),
    ];
    let left = [(-0.12, 0.64), (-0.30, 0.48), (-0.46, 0.20), (-0.50, -0.04), (-0.42, -0.28), (-0.28, -0.44)];
    let knob = circle(Vec2::new(0.0, 0.77), 0.10, 12);
    vec![foot, right.into_iter().chain(left).map(Vec2::from).collect(), knob]
}

/// The knight of the set, seen from its right, above a separate foot.
fn knight_lines() -> Vec<Vec<Vec2>> {
    let mut head = sculpt::smooth(&knight::outline(), 2);
    // The ear, between the forehead and the poll, is a separate part of the carved head.
    head.insert(38, Vec2::new(4.8, 44.6));
    let to_symbol = |p: Vec2| Vec2::new((p.x - 3.4) * 0.0325, (p.y - 20.0) * 0.0325 + 0.08);
    let foot = mirrored(&[(0.62, -0.86), (0.62, -0.68)]);
    vec![foot, head.into_iter().map(to_symbol).collect()]
}

fn pips(number: u8) -> Vec<Vec<Vec2>> {
    const FAR: f32 = 0.58;
    let centre = (number % 2 == 1).then_some(Vec2::ZERO);
    let pairs = [Vec2::new(FAR, FAR), Vec2::new(-FAR, FAR), Vec2::new(FAR, 0.0)];
    let count = usize::from(number.min(6) / 2);
    let pairs = pairs.into_iter().take(count).flat_map(|p| [p, -p]);
    centre.into_iter().chain(pairs).map(|at| circle(at, 0.215, 20)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, fluky, whack};

    #[test]
    fn every_symbol_comes_to_lie_on_top() {
        const NORMALS: [Vec3; 6] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
        for die in games::DICE {
            for (symbol, _) in die.outcomes() {
                let side = die.side_of(symbol).unwrap();
                assert!(showing(die, symbol).mul_vec3(NORMALS[side]).distance(Vec3::Y) < 1e-5);
            }
        }
    }

    /// Every word is on its own side, fits it, and has the orientation of a symbol.
    #[test]
    fn words_are_printed_on_the_sides() {
        let (edge, rounding) = (0.026, 0.0025);
        let (half, flat) = (edge / 2.0, edge / 2.0 - rounding);
        for (index, words) in whack::DIE.words.iter().flatten().enumerate() {
            let printed = word(words, flat);
            assert!(printed.positions().iter().all(|p| p.x.abs() < flat && p.z.abs() < flat), "{words}");
            let (normal, ..) = SIDES[index];
            let count = |worded| {
                let made = die(whack::DIE, edge, rounding, false, worded);
                made.positions().iter().filter(|p| p.dot(normal) > half + 1e-6).count()
            };
            assert_eq!((count(false), count(true)), (0, printed.positions().len()), "{words}");
        }
        // A die without words keeps its symbols.
        let plain = |worded| die(fluky::DIE, edge, rounding, false, worded).positions().len();
        assert_eq!(plain(true), plain(false));
    }

    #[test]
    fn symbols_are_simple_lines_within_the_side() {
        for symbol in games::DICE.into_iter().flat_map(|die| die.sides) {
            let lines = outlines(symbol);
            assert!(!lines.is_empty());
            for line in &lines {
                let area: f32 = (0..line.len()).map(|i| line[i].perp_dot(line[(i + 1) % line.len()])).sum();
                assert!(area > 0.0, "{symbol} runs clockwise");
                assert!(line.iter().all(|p| p.abs().max_element() * FILL < 0.98), "{symbol} leaves the side");
            }
        }
    }
}
