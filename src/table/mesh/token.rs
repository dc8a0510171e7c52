//! Flat tokens that stand for pieces in the flat view: the symbols of diagrams, on a disc for chips, a rounded square for dice and a square for
//! pyramids. They lie on the plane y = 0, their middle in the origin, and are read from +z.

use bevy::math::{Affine3A, Vec2, Vec3};

use super::path::lines;
use super::{MM, Shape, circle, flat, glyph};
use crate::engine::PieceKind;
use crate::record::diagram::Symbol;

/// The unit of symbols, m: a symbol of 40 units fits on a cell of 50 mm and leaves room for marks.
const UNIT: f32 = 1.05 * MM;

/// How far the edge of an outline reaches outwards, and how wide lines are, m.
const EDGE: f32 = 1.1 * MM;
const LINE: f32 = 1.6 * MM;

/// Over how much the edge of a symbol fades out, m.
const SOFT: f32 = 0.4 * MM;

/// How much smaller symbols on a body are, without unit.
const ON_BODY: f32 = 0.62;

/// How far the symbol of a body with a number is moved out of its way, up and to the left, m.
const ASIDE: f32 = 2.0 * MM;

/// The middle of the plate with a number, and its height, m.
const PLATE: Vec2 = Vec2::new(12.0 * MM, -11.5 * MM);
const PLATE_HEIGHT: f32 = 13.5 * MM;

/// The body under a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenBody {
    /// None: the symbol itself has the colour of its side.
    Bare,
    /// That of a stack of chips.
    Chips,
    /// That of a die.
    Die,
    /// That of a stack of pyramids.
    Pyramids,
}

/// A flat token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// What lies under the symbol.
    pub body: TokenBody,
    /// The symbol; none for a die that shows no chessman.
    pub kind: Option<PieceKind>,
    /// A number in its corner, or the face of a die that shows no chessman.
    pub words: String,
}

impl Token {
    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let mut shape = Shape::default();
        let outline = match self.body {
            TokenBody::Bare => return self.kind.map(chessman).unwrap_or_default(),
            TokenBody::Chips => circle(Vec2::ZERO, CHIPS, 48),
            TokenBody::Die => flat::rounded(&square(DIE), 6.0 * MM),
            TokenBody::Pyramids => flat::rounded(&square(PYRAMIDS), 1.5 * MM),
        };
        filled(&mut shape, &outline);
        match self.body {
            TokenBody::Chips => put(&mut shape, &flat::band(&circle(Vec2::ZERO, CHIPS - 2.0 * MM, 48), 0.7 * MM), 1.0),
            TokenBody::Pyramids => {
                // Its edges, seen from above.
                for corner in square(PYRAMIDS) {
                    put(&mut shape, &flat::stroke(&[corner, 0.70 * corner], 0.8 * MM), 1.0);
                }
            }
            TokenBody::Bare | TokenBody::Die => {}
        }
        let Some(kind) = self.kind else {
            put(&mut shape, &glyph::bold(&self.words, 18.0 * MM), 1.0);
            return shape;
        };
        let aside = if self.words.is_empty() { 0.0 } else { ASIDE };
        shape.append(&engraved(kind), Affine3A::from_translation(Vec3::new(-aside, 0.0, -aside)));
        if !self.words.is_empty() {
            number(&mut shape, &self.words);
        }
        shape
    }
}

/// The radius of the body of chips, and half the edge of that of dice and of pyramids, m.
const CHIPS: f32 = 18.0 * MM;
const DIE: f32 = 16.5 * MM;
const PYRAMIDS: f32 = 17.0 * MM;

fn square(half: f32) -> [Vec2; 4] {
    [Vec2::new(-half, -half), Vec2::new(half, -half), Vec2::new(half, half), Vec2::new(-half, half)]
}

/// Lays a shape over another, covered with so much ink, 0 to 1.
fn put(shape: &mut Shape, over: &Shape, ink: f32) {
    shape.append(&over.clone().inked(ink), Affine3A::IDENTITY);
}

/// An area in the colour of the body, with an inked edge.
fn filled(shape: &mut Shape, outline: &[Vec2]) {
    put(shape, &flat::area(&flat::offset(outline, EDGE), SOFT), 1.0);
    put(shape, &flat::area(outline, 0.2 * SOFT), 0.0);
}

/// The lines of a path of a symbol at this scale, m.
fn scaled(path: &str, scale: f32) -> Vec<Vec<Vec2>> {
    lines(path).into_iter().map(|points| points.into_iter().map(|point| scale * UNIT * point).collect()).collect()
}

/// A symbol in the colour of its side.
fn chessman(kind: PieceKind) -> Shape {
    let mut shape = Shape::default();
    let symbol = Symbol::of(kind);
    for outline in symbol.outlines.iter().flat_map(|path| scaled(path, 1.0)) {
        filled(&mut shape, &outline);
    }
    for line in scaled(symbol.lines, 1.0) {
        put(&mut shape, &flat::stroke(&line, LINE), 1.0);
    }
    shape
}

/// A symbol in ink, on a body.
fn engraved(kind: PieceKind) -> Shape {
    let mut shape = Shape::default();
    let symbol = Symbol::of(kind);
    for outline in symbol.outlines.iter().flat_map(|path| scaled(path, ON_BODY)) {
        // Outlines that lie on each other stay apart.
        put(&mut shape, &flat::area(&flat::offset(&outline, ON_BODY * EDGE), SOFT), 0.0);
        put(&mut shape, &flat::area(&outline, SOFT), 1.0);
    }
    for line in scaled(symbol.lines, ON_BODY) {
        put(&mut shape, &flat::stroke(&line, ON_BODY * LINE), 0.0);
    }
    shape
}

/// A number on a plate in the lower right corner.
fn number(shape: &mut Shape, words: &str) {
    let half = Vec2::X * 2.6 * MM * (words.chars().count() as f32 - 1.0);
    let ends = [PLATE - half, PLATE + half];
    put(shape, &flat::stroke(&ends, PLATE_HEIGHT + 1.4 * MM), 0.0);
    put(shape, &flat::stroke(&ends, PLATE_HEIGHT), 1.0);
    let figures = glyph::bold(words, 9.0 * MM).inked(0.0);
    shape.append(&figures, Affine3A::from_translation(Vec3::new(PLATE.x, 0.0, -PLATE.y)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(shape: &Shape) -> Vec2 {
        shape.positions().iter().fold(Vec2::ZERO, |most, at| most.max(Vec2::new(at.x.abs(), at.z.abs())))
    }

    /// The token of whatever stands on a cell fills it, faces up and does not reach over its edge.
    #[test]
    fn tokens_fill_their_cells() {
        let kinds = PieceKind::ALL.map(|kind| Token { body: TokenBody::Bare, kind: Some(kind), words: String::new() });
        let bodies = [TokenBody::Chips, TokenBody::Die, TokenBody::Pyramids];
        let numbered = bodies.map(|body| Token { body, kind: Some(PieceKind::Knight), words: "16".into() });
        let face = Token { body: TokenBody::Die, kind: None, words: "4".into() };
        for token in kinds.into_iter().chain(numbered).chain([face]) {
            let shape = token.shape();
            let far = extent(&shape);
            assert!(far.min_element() > 0.011 && far.max_element() < 0.0249, "{token:?}: {far}");
            // Where a soft edge turns sharply, it may fold over.
            let (mut up, mut down) = (0.0, 0.0);
            for corner in shape.indices().chunks(3) {
                let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| shape.positions()[i as usize]);
                let area = (b - a).cross(c - a).y;
                *if area > 0.0 { &mut up } else { &mut down } += area.abs();
            }
            assert!(down < 0.01 * up, "{token:?}: {down} of {up} faces down");
        }
    }

    #[test]
    fn no_two_kinds_look_alike() {
        let symbols = PieceKind::ALL.map(Symbol::of);
        for (index, symbol) in symbols.iter().enumerate() {
            assert!(!symbols[..index].contains(symbol), "{:?}", PieceKind::ALL[index]);
        }
    }
}
