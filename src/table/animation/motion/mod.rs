//! Movements: paths, their pace and their sounds. Independent of events.

mod movement;
mod pace;
mod path;
pub(super) mod sounds;

use bevy::prelude::*;

pub use movement::{RidesOn, StartMoving, finish_all, start};
pub use pace::Pace;
pub use path::{EffectBall, MotionPath, MovingAlong};

/// Advances all movements.
pub fn plugin(app: &mut App) {
    app.add_plugins((pace::plugin, movement::plugin));
}
