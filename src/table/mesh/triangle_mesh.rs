//! Meshes under construction: triangles with the vertex attributes of the shader, to be simplified
//! and converted to meshes.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use std::collections::HashMap;
use std::f32::consts::{PI, TAU};

use bevy::asset::RenderAssetUsages;
use bevy::math::{Affine3A, Vec2, Vec3};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use meshopt::{
    SimplifyOptions, VertexDataAdapter, optimize_vertex_cache, simplify_with_attributes_and_locks, typed_to_bytes,
};

/// A millimetre, m. Turning and carving use millimetres, the table metres.
pub const MM: f32 = 0.001;

/// The shader's attributes of a vertex, stored as its vertex colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Coverage with the surface's ink, for engravings and inlays, 0 to 1.
    pub ink: f32,
    /// Selects the piece of material, 0 to 1, so that the cells of a board differ in grain.
    pub cut: f32,
    /// Rotation of the fibres about the vertical relative to the surface's, radians: for the rails
    /// of a frame.
    pub turn: f32,
    /// Wear, 0 to 1.
    pub wear: f32,
    /// Visible fraction of the sky, 0 to 1.
    pub open: f32,
}

impl Marks {
    /// No ink, cut, turn or wear, and fully open.
    pub const PLAIN: Marks = Marks { ink: 0.0, cut: 0.0, turn: 0.0, wear: 0.0, open: 1.0 };
    /// Covered with ink.
    pub const INK: Marks = Marks { ink: 1.0, ..Marks::PLAIN };
}

impl Marks {
    /// The values as the shader unpacks them. The integer part of the second number is the turn, in
    /// 32nds of half a turn.
    fn packed(self) -> [f32; 4] {
        let turn = (self.turn / PI * 32.0).round().rem_euclid(32.0);
        [self.ink, turn + self.cut.clamp(0.0, 0.99), self.wear, self.open]
    }
}

/// A solid or a flat figure: triangles, counter-clockwise seen from outside, in metres.
#[derive(Clone, Debug, Default)]
pub struct TriangleMesh {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    marks: Vec<Marks>,
    indices: Vec<u32>,
}

impl TriangleMesh {
    /// Adds a vertex and returns its index.
    pub fn vertex(&mut self, position: Vec3, normal: Vec3, marks: Marks) -> u32 {
        let index = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.push(position);
        self.normals.push(normal);
        self.marks.push(marks);
        index
    }

    /// Adds a triangle of three vertices, counter-clockwise seen from outside.
    pub fn triangle(&mut self, corners: [u32; 3]) {
        self.indices.extend(corners);
    }

    /// Adds a quad of four vertices, counter-clockwise seen from outside.
    pub fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// Adds a flat quad with its own vertices, counter-clockwise seen from outside.
    pub fn flat(&mut self, corners: [Vec3; 4], marks: Marks) {
        let normal = (corners[1] - corners[0]).cross(corners[3] - corners[0]).normalize_or(Vec3::Y);
        let quad = corners.map(|corner| self.vertex(corner, normal, marks));
        self.quad(quad);
    }

    /// Adds a wall between two copies of a closed line. Normals are smooth where the line turns by
    /// less than 40 degrees. Seen from outside, the line runs to the right, and `to` is above
    /// `from`.
    pub fn wall(&mut self, from: &[Vec3], to: &[Vec3], marks: Marks) {
        let n = from.len().min(to.len());
        let face = |i: usize| {
            let (a, b) = (from[i % n], from[(i + 1) % n]);
            (b - a).cross(to[i % n] - a).normalize_or_zero()
        };
        for i in 0..n {
            let own = face(i);
            let soft = |other: Vec3| if own.dot(other) > 0.77 { (own + other).normalize_or(own) } else { own };
            let (left, right) = (soft(face(i + n - 1)), soft(face(i + 1)));
            let j = (i + 1) % n;
            let quad = [
                self.vertex(from[i], left, marks),
                self.vertex(from[j], right, marks),
                self.vertex(to[j], right, marks),
                self.vertex(to[i], left, marks),
            ];
            self.quad(quad);
        }
    }

    /// Adds a copy of another shape, transformed by a rotation, translation and uniform scale.
    pub fn append(&mut self, other: &TriangleMesh, by: Affine3A) {
        let first = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.extend(other.positions.iter().map(|&p| by.transform_point3(p)));
        self.normals.extend(other.normals.iter().map(|&n| by.transform_vector3(n).normalize_or_zero()));
        self.marks.extend(&other.marks);
        self.indices.extend(other.indices.iter().map(|&i| i + first));
    }

    /// Returns a transformed copy.
    #[must_use]
    pub fn moved(&self, by: Affine3A) -> TriangleMesh {
        let mut moved = TriangleMesh::default();
        moved.append(self, by);
        moved
    }

    /// Sets the wear of all vertices, 0 to 1.
    #[must_use]
    pub fn worn(mut self, wear: f32) -> TriangleMesh {
        self.marks.iter_mut().for_each(|marks| marks.wear = wear);
        self
    }

    /// Sets the ink of all vertices, 0 to 1.
    #[must_use]
    pub fn inked(mut self, ink: f32) -> TriangleMesh {
        self.marks.iter_mut().for_each(|marks| marks.ink = ink);
        self
    }

    /// A copy with fewer triangles. No face moves by more than `error`, m, and ink, wear and
    /// openness are preserved.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    #[must_use]
    pub fn simplified(&self, error: f32) -> TriangleMesh {
        const NUMBERS: usize = 6;
        /// Weights of attribute errors (normal, ink, wear, openness), relative to the size of the
        /// shape.
        const WEIGHTS: [f32; NUMBERS] = [0.02, 0.02, 0.02, 1.0, 0.02, 0.02];
        let bytes = typed_to_bytes(&self.positions);
        let Ok(places) = VertexDataAdapter::new(bytes, size_of::<Vec3>(), 0) else { return self.clone() };
        let numbers: Vec<f32> = self
            .normals
            .iter()
            .zip(&self.marks)
            .flat_map(|(normal, marks)| [normal.x, normal.y, normal.z, marks.ink, marks.wear, marks.open])
            .collect();
        let stride = NUMBERS * size_of::<f32>();
        let free = vec![false; self.positions.len()];
        let options = SimplifyOptions::ErrorAbsolute;
        let indices = simplify_with_attributes_and_locks(
            &self.indices,
            &places,
            &numbers,
            &WEIGHTS,
            stride,
            &free,
            0,
            error,
            options,
            None,
        );
        let indices = optimize_vertex_cache(&indices, self.positions.len());
        let mut simple = TriangleMesh::default();
        let mut moved = HashMap::new();
        for index in indices {
            let old = index as usize;
            let new = *moved
                .entry(old)
                .or_insert_with(|| simple.vertex(self.positions[old], self.normals[old], self.marks[old]));
            simple.indices.push(new);
        }
        simple
    }

    /// The highest point, m.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.positions.iter().map(|p| p.y).fold(0.0, f32::max)
    }

    /// The vertices, m.
    #[must_use]
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// The shader's attributes of each vertex.
    #[must_use]
    pub fn marks(&self) -> &[Marks] {
        &self.marks
    }

    /// The triangles, three indices each.
    #[must_use]
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// Converts to a mesh for the renderer.
    #[must_use]
    pub fn mesh(self) -> Mesh {
        let colours: Vec<[f32; 4]> = self.marks.iter().map(|m| m.packed()).collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// A circle in the plane of two axes, counter-clockwise from the first axis to the second.
#[must_use]
pub fn circle(centre: Vec2, radius: f32, points: u16) -> Vec<Vec2> {
    (0..points)
        .map(|i| {
            let (sin, cos) = (f32::from(i) / f32::from(points) * TAU).sin_cos();
            centre + radius * Vec2::new(cos, sin)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::mesh::{Detail, chessmen};

    #[test]
    fn a_simplified_shape_is_as_large_with_fewer_triangles() {
        let king = chessmen::king(Detail::FULL);
        let simple = king.simplified(0.0002);
        assert!(simple.indices.len() < king.indices.len() / 2, "{} of {}", simple.indices.len(), king.indices.len());
        assert!((simple.height() - king.height()).abs() < 0.0004);
        let wide = |shape: &TriangleMesh| shape.positions.iter().map(|p| p.x).fold(0.0, f32::max);
        assert!((wide(&simple) - wide(&king)).abs() < 0.0004);
        assert!(simple.indices.iter().all(|index| (*index as usize) < simple.positions.len()));
    }
}
