//! Physics for show only: struck pieces and free hands. It never changes the position.

mod between_steps;
mod free_hands;
mod knocked;
mod rigid_bodies;

use bevy::prelude::*;

pub use free_hands::{Astray, Grabbed, flip, free, shake};
pub use knocked::{Knocked, Struck};
pub use rigid_bodies::Awake;

/// The physics of the table.
pub fn plugin(app: &mut App) {
    app.add_plugins((rigid_bodies::plugin, between_steps::plugin, knocked::plugin, free_hands::plugin));
}
