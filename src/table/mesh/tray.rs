//! Trays for dice and for captured pieces.

use bevy::math::Vec2;

use super::board::sweep;
use super::{Marks, TriangleMesh};

/// A tray with this inner length (x) and width, m: its walls and its lining. The walls rise to
/// `wall` above the floor on y = 0 and extend down by `depth`.
#[must_use]
pub fn tray(length: f32, width: f32, wall: f32, thickness: f32, depth: f32) -> (TriangleMesh, TriangleMesh) {
    let (x, y) = (length / 2.0, width / 2.0);
    let corners = [Vec2::new(-x, -y), Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y)];
    let round = thickness / 2.0;
    let mut profile = vec![Vec2::new(thickness, -depth), Vec2::new(thickness, wall - round)];
    profile.extend((1..8_u8).map(|step| {
        let angle = std::f32::consts::PI * f32::from(step) / 8.0;
        Vec2::new(round, wall - round) + round * Vec2::from_angle(angle)
    }));
    profile.extend([Vec2::new(0.0, wall - round), Vec2::new(0.0, 0.0)]);
    let mut walls = TriangleMesh::default();
    sweep(&mut walls, &corners, &profile);
    let mut lining = TriangleMesh::default();
    lining.flat(corners.map(|p| bevy::math::Vec3::new(p.x, 0.0, -p.y)), Marks { open: 0.85, ..Marks::PLAIN });
    (walls, lining)
}

/// The panes of glass on the inner edge of a tray's walls, between these heights above the floor,
/// m. Their edges catch the light; the rest is almost clear.
#[must_use]
pub fn panes(length: f32, width: f32, from: f32, to: f32) -> TriangleMesh {
    const THICKNESS: f32 = 0.0015;
    /// Transparency of the panes relative to their edges, 0 to 1. For flat colours, wear is
    /// transparency.
    const CLEAR: f32 = 0.87;
    let (x, y) = (length / 2.0, width / 2.0);
    let corners = [Vec2::new(-x, -y), Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y)];
    let mut panes = TriangleMesh::default();
    sweep(&mut panes, &corners, &[(THICKNESS, from), (THICKNESS, to)].map(Vec2::from));
    sweep(&mut panes, &corners, &[(0.0, to), (0.0, from)].map(Vec2::from));
    let mut panes = panes.worn(CLEAR);
    let edge = to - THICKNESS;
    sweep(&mut panes, &corners, &[(THICKNESS, edge), (THICKNESS, to), (0.0, to), (0.0, edge)].map(Vec2::from));
    for corner in corners {
        let around = corners.map(|other| corner + other.signum() * THICKNESS / 2.0);
        sweep(&mut panes, &around, &[(0.0, from), (0.0, to)].map(Vec2::from));
    }
    panes
}
