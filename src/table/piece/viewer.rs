//! Dice lie so that their symbols are upright for who looks at them, from whichever half of the table.

use bevy::prelude::*;

use super::components::{Home, Piece};
use super::stacks;
use crate::engine::Look;
use crate::session::Animating;
use crate::table::schedule::FrameSet;

/// How a die on its cell is turned beside what it shows: half a turn for who sits on Black's half.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct DiceTurn(pub Quat);

/// Turns dice to the viewer.
pub fn plugin(app: &mut App) {
    app.init_resource::<DiceTurn>().add_systems(Update, turn_dice.in_set(FrameSet::Dress));
}

/// Turns them when the viewer has gone to the other half and nothing moves.
fn turn_dice(world: &mut World, mut cameras: Local<Option<QueryState<&'static Transform, With<Camera3d>>>>) {
    let cameras = cameras.get_or_insert_with(|| QueryState::new(world));
    let Some(camera) = cameras.iter(world).next() else { return };
    let half = if (camera.rotation * Vec3::X).x < -1e-3 { std::f32::consts::PI } else { 0.0 };
    let turn = DiceTurn(Quat::from_rotation_y(half));
    if *world.resource::<DiceTurn>() == turn || world.resource::<Animating>().0 {
        return;
    }
    world.insert_resource(turn);
    stacks::refresh_homes(world);
    let mut dice = world.query::<(&Piece, &Home, &mut Transform)>();
    for (Piece { look, .. }, Home(home), mut transform) in dice.iter_mut(world) {
        if matches!(look, Look::Die(..)) {
            transform.set_if_neq(*home);
        }
    }
}
