//! Mouse, wheel, fingers and keys on the table.

mod annotation_input;
mod choice_spot;
mod clicks;
mod cursor;
mod drawn;
mod free_hands_input;
mod in_hand;
mod in_the_way;
mod lift;
mod picking;
mod press;
mod preview;
mod scroll;
pub(in crate::table) mod sections;

use bevy::prelude::*;

pub use picking::{Picked, Picker, at_height, hover};
pub use scroll::{PIXELS, notches};

/// All gestures on the table.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        picking::plugin,
        press::plugin,
        clicks::plugin,
        choice_spot::plugin,
        in_hand::plugin,
        in_the_way::plugin,
        lift::plugin,
        sections::plugin,
        preview::plugin,
        annotation_input::plugin,
        free_hands_input::plugin,
    ));
}
