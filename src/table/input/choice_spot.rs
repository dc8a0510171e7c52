//! The position of a choice in the window: next to its cell.

use bevy::prelude::*;

use crate::session::{LegalActions, MainCamera, Selection};
use crate::table::layout::{Places, world};
use crate::table::schedule::FrameSet;

/// Updates the position when the camera moves.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(FrameSet::View));
}

fn follow(
    (legal, places): (Res<LegalActions>, Res<Places>),
    cameras: Query<(&Camera, &GlobalTransform), MainCamera>,
    mut selection: ResMut<Selection>,
) {
    let chosen = selection.choices.first().map(|(action, _)| action);
    let cell = chosen.and_then(|chosen| legal.0.iter().find(|(action, _)| action == chosen)?.1.to);
    let spot = cell.zip(cameras.iter().next()).and_then(|(cell, (camera, transform))| {
        let shape = places.layout.cells.get(cell.index())?;
        // At the right edge of the cell in the window: next to the cell, not on it.
        let corners = shape.corners.map(|corner| world(Vec2::new(corner.x, corner.y)));
        let corners = corners.iter().filter_map(|corner| camera.world_to_viewport(transform, *corner).ok());
        let (sum, right) = corners.fold((Vec2::ZERO, f32::MIN), |(sum, right), at| (sum + at, right.max(at.x)));
        (right > f32::MIN).then(|| Vec2::new(right, sum.y / 4.0).round())
    });
    if selection.spot != spot {
        selection.spot = spot;
    }
}
