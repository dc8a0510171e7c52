//! Letters and digits as flat shapes, from the font of the panels.

use ab_glyph::{Font, FontRef, OutlineCurve};
use bevy::math::{Affine3A, Vec2, Vec3};

use super::sculpt::polygon;
use super::{Marks, TriangleMesh};

/// Triangulates a polygon with holes. Returns counter-clockwise triangles of indices into the outer
/// line followed by the holes.
#[must_use]
pub fn triangles(outer: &[Vec2], holes: &[Vec<Vec2>]) -> Vec<[usize; 3]> {
    let mut starts = Vec::with_capacity(holes.len());
    let mut points: Vec<Vec2> = outer.to_vec();
    for hole in holes {
        starts.push(points.len());
        points.extend(hole);
    }
    let flat: Vec<f64> = points.iter().flat_map(|p| [f64::from(p.x), f64::from(p.y)]).collect();
    let indices = earcutr::earcut(&flat, &starts, 2).unwrap_or_default();
    let turn = |c: &[usize]| (points[c[1]] - points[c[0]]).perp_dot(points[c[2]] - points[c[0]]);
    indices.chunks_exact(3).map(|c| if turn(c) < 0.0 { [c[0], c[2], c[1]] } else { [c[0], c[1], c[2]] }).collect()
}

/// A text on the plane y = 0, centred at the origin, with capitals `size` metres high, read from
/// +z.
#[must_use]
pub fn text(text: &str, size: f32) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let Ok(font) = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT) else { return shape };
    // Ubuntu's capitals are 0.693 em high.
    let scale = size / 0.693 / font.units_per_em().unwrap_or(1000.0);
    let width: f32 = text.chars().map(|c| font.h_advance_unscaled(font.glyph_id(c))).sum();
    let mut pen = Vec2::new(-width / 2.0, -size / scale / 2.0);
    for letter in text.chars() {
        let glyph = font.glyph_id(letter);
        let lines = font.outline(glyph).map(|outline| contours(&outline.curves)).unwrap_or_default();
        let (outer, holes): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| area(line) < 0.0);
        for line in outer {
            let inside: Vec<Vec<Vec2>> = holes.iter().filter(|hole| polygon(hole[0], &line) < 0.0).cloned().collect();
            let ids: Vec<u32> = line
                .iter()
                .chain(inside.iter().flatten())
                .map(|&p| {
                    let at = (pen + p) * scale;
                    shape.vertex(Vec3::new(at.x, 0.0, -at.y), Vec3::Y, Marks::INK)
                })
                .collect();
            for corners in triangles(&line, &inside) {
                shape.triangle(corners.map(|i| ids[i]));
            }
        }
        pen.x += font.h_advance_unscaled(glyph);
    }
    shape
}

/// Like [`text`], in bold: the light font is drawn three times side by side.
#[must_use]
pub fn bold(words: &str, size: f32) -> TriangleMesh {
    let light = text(words, size);
    let mut shape = TriangleMesh::default();
    for aside in [-0.04, 0.0, 0.04] {
        shape.append(&light, Affine3A::from_translation(Vec3::new(aside * size, 0.0, 0.0)));
    }
    shape
}

/// Twice the signed area.
fn area(line: &[Vec2]) -> f32 {
    (0..line.len()).map(|i| line[i].perp_dot(line[(i + 1) % line.len()])).sum()
}

/// The closed lines of an outline, with curves split into four segments.
fn contours(curves: &[OutlineCurve]) -> Vec<Vec<Vec2>> {
    let to = |p: ab_glyph::Point| Vec2::new(p.x, p.y);
    let mut lines: Vec<Vec<Vec2>> = Vec::new();
    let mut end = None;
    for curve in curves {
        let (start, stop) = match *curve {
            OutlineCurve::Line(a, b) | OutlineCurve::Quad(a, _, b) | OutlineCurve::Cubic(a, _, _, b) => (to(a), to(b)),
        };
        if end != Some(start) {
            lines.push(Vec::new());
        }
        end = Some(stop);
        let Some(line) = lines.last_mut() else { continue };
        for step in 0..4_u8 {
            let t = f32::from(step) / 4.0;
            match *curve {
                OutlineCurve::Line(..) if step > 0 => {}
                OutlineCurve::Line(..) => line.push(start),
                OutlineCurve::Quad(_, c, _) => line.push(start.lerp(to(c), t).lerp(to(c).lerp(stop, t), t)),
                OutlineCurve::Cubic(_, c, d, _) => {
                    let (c, d) = (to(c), to(d));
                    let (ab, bc, cd) = (start.lerp(c, t), c.lerp(d, t), d.lerp(stop, t));
                    line.push(ab.lerp(bc, t).lerp(bc.lerp(cd, t), t));
                }
            }
        }
    }
    lines.retain(|line| line.len() > 2);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_shape() {
        for letter in ('a'..='z').chain('1'..='9') {
            let shape = text(&letter.to_string(), 0.01);
            assert!(shape.indices().len() > 3, "{letter} is empty");
            for corner in shape.indices().chunks(3) {
                let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| shape.positions()[i as usize]);
                assert!((b - a).cross(c - a).y > -1e-9, "{letter} faces down");
            }
        }
    }
}
