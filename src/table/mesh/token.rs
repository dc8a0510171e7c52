//! Flat tokens that represent pieces in the flat view: diagram symbols, on a disc for chips, a
//! rounded square for dice and a square for pyramids. They lie on the plane y = 0, centred at the
//! origin, and read from +z.

use bevy::math::{Affine3A, Vec2, Vec3};

use super::path::lines;
use super::{MM, TriangleMesh, circle, flat, glyph};
use crate::engine::PieceKind;
use crate::record::diagram::Symbol;

/// The unit of symbols, m: a symbol of 40 units fits on a cell of 50 mm with room for marks.
const UNIT: f32 = 1.05 * MM;

/// Width of the edge around an outline, m.
const EDGE: f32 = 1.1 * MM;
/// Width of lines, m.
const LINE: f32 = 1.6 * MM;

/// Width over which the edge of a symbol fades out, m.
const SOFT: f32 = 0.4 * MM;

/// Scale of symbols on a body.
const ON_BODY: f32 = 0.62;

/// Shift of a symbol upwards and to the left, which makes room for a number, m.
const ASIDE: f32 = 2.0 * MM;

/// Centre of the plate with a number, m.
const PLATE: Vec2 = Vec2::new(12.0 * MM, -11.5 * MM);
/// Height of that plate, m.
const PLATE_HEIGHT: f32 = 13.5 * MM;

/// The body under a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenBody {
    /// No body: the symbol itself has the colour of its side.
    Bare,
    /// A stack of chips.
    Chips,
    /// A die.
    Die,
    /// A stack of pyramids.
    Pyramids,
}

/// A flat token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// The body.
    pub body: TokenBody,
    /// The symbol; `None` for a die that shows no chessman.
    pub kind: Option<PieceKind>,
    /// A number in the corner, or the face of a die that shows no chessman.
    pub label: String,
}

impl Token {
    /// The shape.
    #[must_use]
    pub fn shape(&self) -> TriangleMesh {
        let mut shape = TriangleMesh::default();
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
            put(&mut shape, &glyph::bold(&self.label, 18.0 * MM), 1.0);
            return shape;
        };
        let aside = if self.label.is_empty() { 0.0 } else { ASIDE };
        shape.append(&engraved(kind), Affine3A::from_translation(Vec3::new(-aside, 0.0, -aside)));
        if !self.label.is_empty() {
            number(&mut shape, &self.label);
        }
        shape
    }
}

/// Radius of the body of chips, m.
const CHIPS: f32 = 18.0 * MM;
/// Half the edge of the body of dice, m.
const DIE: f32 = 16.5 * MM;
/// Half the edge of the body of pyramids, m.
const PYRAMIDS: f32 = 17.0 * MM;

fn square(half: f32) -> [Vec2; 4] {
    [Vec2::new(-half, -half), Vec2::new(half, -half), Vec2::new(half, half), Vec2::new(-half, half)]
}

/// Puts a shape on top of another, with this coverage of ink, 0 to 1.
fn put(shape: &mut TriangleMesh, over: &TriangleMesh, ink: f32) {
    shape.append(&over.clone().inked(ink), Affine3A::IDENTITY);
}

/// An area in the colour of the body, with an inked edge.
fn filled(shape: &mut TriangleMesh, outline: &[Vec2]) {
    put(shape, &flat::area(&flat::offset(outline, EDGE), SOFT), 1.0);
    put(shape, &flat::area(outline, 0.2 * SOFT), 0.0);
}

/// The lines of a symbol's path at this scale, m.
fn scaled(path: &str, scale: f32) -> Vec<Vec<Vec2>> {
    lines(path).into_iter().map(|points| points.into_iter().map(|point| scale * UNIT * point).collect()).collect()
}

/// A symbol in the colour of its side.
fn chessman(kind: PieceKind) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
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
fn engraved(kind: PieceKind) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let symbol = Symbol::of(kind);
    for outline in symbol.outlines.iter().flat_map(|path| scaled(path, ON_BODY)) {
        // Separates overlapping outlines.
        put(&mut shape, &flat::area(&flat::offset(&outline, ON_BODY * EDGE), SOFT), 0.0);
        put(&mut shape, &flat::area(&outline, SOFT), 1.0);
    }
    for line in scaled(symbol.lines, ON_BODY) {
        put(&mut shape, &flat::stroke(&line, ON_BODY * LINE), 0.0);
    }
    shape
}

/// A number on a plate in the lower right corner.
fn number(shape: &mut TriangleMesh, label: &str) {
    let half = Vec2::X * 2.6 * MM * (label.chars().count() as f32 - 1.0);
    let ends = [PLATE - half, PLATE + half];
    put(shape, &flat::stroke(&ends, PLATE_HEIGHT + 1.4 * MM), 0.0);
    put(shape, &flat::stroke(&ends, PLATE_HEIGHT), 1.0);
    let figures = glyph::bold(label, 9.0 * MM).inked(0.0);
    shape.append(&figures, Affine3A::from_translation(Vec3::new(PLATE.x, 0.0, -PLATE.y)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(shape: &TriangleMesh) -> Vec2 {
        shape.positions().iter().fold(Vec2::ZERO, |most, at| most.max(Vec2::new(at.x.abs(), at.z.abs())))
    }

    /// The token of any piece fills its cell without leaving it, and faces up.
    #[test]
    fn tokens_fill_their_cells() {
        let kinds = PieceKind::ALL.map(|kind| Token { body: TokenBody::Bare, kind: Some(kind), label: String::new() });
        let bodies = [TokenBody::Chips, TokenBody::Die, TokenBody::Pyramids];
        let numbered = bodies.map(|body| Token { body, kind: Some(PieceKind::Knight), label: "16".into() });
        let face = Token { body: TokenBody::Die, kind: None, label: "4".into() };
        for token in kinds.into_iter().chain(numbered).chain([face]) {
            let shape = token.shape();
            let far = extent(&shape);
            assert!(far.min_element() > 0.011 && far.max_element() < 0.0249, "{token:?}: {far}");
            // A soft edge may fold over at sharp turns.
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
