//! Properties of the view that panels need: the lower corner of the picture where a card covers
//! less of the board, and the yaw of the table.

use bevy::prelude::*;

use super::components::shown_size;
use super::orbit::Orbit;
use crate::engine::Cell;
use crate::session::{FreeCorner, ViewYaw};
use crate::table::layout::Places;

/// The largest area of a card in a corner, as fractions of the picture's width and height.
const CARD: Vec2 = Vec2::new(0.44, 0.25);

/// Compares the corners after the camera or the board has moved.
pub(super) fn find(
    cameras: Query<(&Camera, Ref<GlobalTransform>), With<Orbit>>,
    places: Res<Places>,
    (mut free, mut yaw): (ResMut<FreeCorner>, ResMut<ViewYaw>),
) {
    let Some((camera, transform)) = cameras.iter().next() else { return };
    if !(transform.is_changed() || places.is_changed()) {
        return;
    }
    let right = transform.right();
    yaw.set_if_neq(ViewYaw((-right.z).atan2(right.x)));
    let scale = camera.target_scaling_factor().unwrap_or(1.0);
    let Some(size) = shown_size(camera).map(|size| size.as_vec2() / scale) else { return };
    let cells = (0..).map(Cell).zip(&places.layout.cells).filter(|(_, shape)| shape.is_placed());
    let pixels =
        cells.map(|(cell, _)| places.cell(cell)).filter_map(|point| camera.world_to_viewport(&transform, point).ok());
    free.set_if_neq(of(size, pixels));
}

/// The lower corner of a picture of this size that covers fewer of these pixels.
fn of(size: Vec2, pixels: impl Iterator<Item = Vec2>) -> FreeCorner {
    let (mut left, mut right) = (0, 0);
    for at in pixels.map(|at| at / size).filter(|at| at.y > 1.0 - CARD.y) {
        left += u32::from(at.x < CARD.x);
        right += u32::from(at.x > 1.0 - CARD.x);
    }
    if left < right { FreeCorner::Left } else { FreeCorner::Right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_goes_where_it_covers_less() {
        let at = |points: &[(f32, f32)]| of(Vec2::new(1000.0, 500.0), points.iter().map(|at| Vec2::from(*at)));
        assert_eq!(at(&[]), FreeCorner::Right);
        assert_eq!(at(&[(700.0, 450.0)]), FreeCorner::Left);
        assert_eq!(at(&[(700.0, 450.0), (100.0, 450.0), (300.0, 450.0)]), FreeCorner::Right);
        assert_eq!(at(&[(700.0, 300.0)]), FreeCorner::Right, "above the card");
    }
}
