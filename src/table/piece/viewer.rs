//! Rotates dice so that their symbols are upright for the viewer on either half of the table.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::components::{DiceTurn, Home, TablePiece};
use super::stacks;
use crate::engine::Look;
use crate::session::{Animating, MainCamera};
use crate::table::schedule::FrameSet;

/// Turns dice to the viewer.
pub fn plugin(app: &mut App) {
    let turn = (stacks::keep_homes, turn_dice).chain().run_if(resource_changed::<DiceTurn>);
    app.init_resource::<DiceTurn>().add_systems(Update, (follow_viewer, turn).chain().in_set(FrameSet::Dress));
}

/// Detects, while nothing moves, that the viewer has changed to the other half.
fn follow_viewer(cameras: Query<&Transform, MainCamera>, animating: Res<Animating>, mut turn: ResMut<DiceTurn>) {
    let Some(camera) = cameras.iter().next() else { return };
    let half = if (camera.rotation * Vec3::X).x < -1e-3 { PI } else { 0.0 };
    if !animating.0 {
        turn.set_if_neq(DiceTurn(Quat::from_rotation_y(half)));
    }
}

fn turn_dice(mut dice: Query<(&TablePiece, &Home, &mut Transform)>) {
    for (TablePiece { look, .. }, Home(home), mut transform) in &mut dice {
        if matches!(look, Look::Die(..)) {
            transform.set_if_neq(*home);
        }
    }
}
