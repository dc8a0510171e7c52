//! What mouse, wheel and keys mean on the table.

mod annotation_input;
mod clicks;
mod free_hands_input;
mod in_hand;
mod in_the_way;
mod lift;
mod picking;
mod sections;

use bevy::prelude::*;

pub use picking::{Aim, Aimed, hover};

/// Everything by which a person acts on the table.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        picking::plugin,
        clicks::plugin,
        in_hand::plugin,
        in_the_way::plugin,
        lift::plugin,
        sections::plugin,
        annotation_input::plugin,
        free_hands_input::plugin,
    ));
}
