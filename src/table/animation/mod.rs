//! How events are shown: the queue of what is left to show, the paths along which things move, and what each event looks like.

mod board_change;
mod capture_animation;
mod dice_animation;
mod effects;
mod event_animation;
mod fallen_king;
mod motion_path;
mod movement;
mod queue;
mod rewind;
mod sounds;
mod tidy_up;

use bevy::prelude::*;

pub use board_change::LIFT;
pub use event_animation::set_down;
pub use motion_path::{Effect, MotionPath, MovingAlong};
pub use queue::AnimationQueue;

/// Shows what the match writes.
pub fn plugin(app: &mut App) {
    app.add_plugins((queue::plugin, movement::plugin, capture_animation::plugin, effects::plugin));
}
