//! Tests rays against pieces as drawn, by the triangles of their meshes. Colliders are simpler than
//! the drawn pieces.

use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::engine::Look;
use crate::table::marks::Plate;
use crate::table::piece::TablePiece;

/// The ray test starts this far before a piece's collider, m: small numbers are more exact.
const RUN_UP: f32 = 0.05;

/// The meshes of pieces, without the contact shadows, and of the labels above stacks.
#[derive(SystemParam)]
pub(super) struct DrawnShapes<'w, 's> {
    pieces: Query<'w, 's, (&'static TablePiece, &'static Transform, &'static Children)>,
    parts: Query<'w, 's, (&'static Mesh3d, &'static Transform), (With<ChildOf>, Without<NotShadowCaster>)>,
    plates: Query<'w, 's, (&'static Plate, &'static Mesh3d, &'static Transform, &'static Visibility)>,
    meshes: Option<Res<'w, Assets<Mesh>>>,
}

/// The result of testing a ray against a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meeting {
    /// The ray misses the drawn piece.
    Misses,
    /// The ray hits it at this distance from its origin, m.
    Hits(f32),
    /// The collider is the drawn shape, or the meshes are not ready yet.
    AsBody,
}

impl DrawnShapes<'_, '_> {
    /// Tests a ray against a piece. The ray hits the piece's collider, or the wider one for
    /// picking, at distance `body`, m.
    pub fn meeting(&self, piece: Entity, ray: Ray3d, body: f32) -> Meeting {
        let Ok((TablePiece { look, .. }, root, children)) = self.pieces.get(piece) else { return Meeting::AsBody };
        if matches!(look, Look::Chips(_) | Look::Die(..)) {
            return Meeting::AsBody;
        }
        let Some(meshes) = &self.meshes else { return Meeting::AsBody };
        let start = (body - RUN_UP).max(0.0);
        let (origin, direction) = (ray.get_point(start), *ray.direction);
        let mut nearest: Option<f32> = None;
        for (mesh, place) in self.parts.iter_many(children) {
            let Some(mesh) = meshes.get(&mesh.0) else { return Meeting::AsBody };
            let part = root.to_matrix() * place.to_matrix();
            nearest = nearest_hit(mesh, part, origin, direction).into_iter().chain(nearest).reduce(f32::min);
        }
        nearest.map_or(Meeting::Misses, |distance| Meeting::Hits(start + distance))
    }

    /// The first label on a ray, as its distance, m, and the uppermost piece of its stack. The label
    /// of a stack in hand does not count.
    pub fn plate(&self, ray: Ray3d) -> Option<(f32, Entity)> {
        let meshes = self.meshes.as_ref()?;
        let shown =
            self.plates.iter().filter(|(plate, .., visibility)| !plate.held && **visibility != Visibility::Hidden);
        let hits = shown.filter_map(|(plate, mesh, at, _)| {
            let mesh = meshes.get(&mesh.0)?;
            let distance = nearest_hit(mesh, at.to_matrix(), ray.origin, *ray.direction)?;
            Some((distance, plate.on))
        });
        hits.min_by(|(a, _), (b, _)| a.total_cmp(b))
    }
}

/// The distance of a mesh in this pose along `direction`, in units of its length.
fn nearest_hit(mesh: &Mesh, pose: Mat4, origin: Vec3, direction: Vec3) -> Option<f32> {
    // The direction is not normalised, so that distances remain in world units.
    let to_mesh = pose.inverse();
    let (origin, direction) = (to_mesh.transform_point3(origin), to_mesh.transform_vector3(direction));
    let triangles = mesh.triangles().ok()?;
    triangles.filter_map(|triangle| hit(origin, direction, triangle.vertices)).reduce(f32::min)
}

/// The distance of a triangle along `direction`, in units of its length, by the method of Möller
/// and Trumbore (1997).
fn hit(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let p = direction.cross(ac);
    let determinant = ab.dot(p);
    if determinant == 0.0 {
        return None;
    }
    let from_a = origin - a;
    let u = from_a.dot(p) / determinant;
    let q = from_a.cross(ab);
    let v = direction.dot(q) / determinant;
    let distance = ac.dot(q) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_hit_from_either_side() {
        let triangle = [Vec3::ZERO, Vec3::X, Vec3::Z];
        for way in [1.0, -1.0] {
            let down = Vec3::NEG_Y * way;
            assert_eq!(hit(Vec3::new(0.2, 2.0 * way, 0.2), down, triangle), Some(2.0));
            assert_eq!(hit(Vec3::new(0.2, 2.0 * way, 0.2), -down, triangle), None);
            assert_eq!(hit(Vec3::new(0.6, 2.0 * way, 0.6), down, triangle), None);
        }
        assert_eq!(hit(Vec3::Y, Vec3::X, triangle), None);
    }
}
