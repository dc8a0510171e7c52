//! The camera of the table.

mod close_up;
mod components;
mod die_inset;
mod director;
mod follow;
mod free_corner;
mod orbit;
mod orbit_input;
mod subject;
mod two_fingers;

use bevy::prelude::*;
use bevy::window::WindowFocused;

pub use components::{CameraTarget, CinematicCamera, picture, shown_size};
pub use die_inset::DieInset;
pub use orbit::Orbit;
pub use subject::Subject;

use crate::session::{GameSet, request_frame};
use crate::table::input::hover;
use crate::table::schedule::FrameSet;

/// Moves cameras with a [`CameraTarget`] to the chosen view, or with the action. Needs no window.
pub fn plugin(app: &mut App) {
    app.init_resource::<close_up::CloseUp>().init_resource::<subject::Subject>().add_systems(
        Update,
        (
            subject::update_subject,
            follow::seat_player,
            follow::frame_view,
            close_up::choose,
            director::lead,
            follow::smooth,
            die_inset::follow_die,
            free_corner::find,
        )
            .chain()
            .in_set(FrameSet::View),
    );
    app.add_systems(Update, request_frame(0.0).run_if(is_gliding).in_set(GameSet::Rest));
}

fn is_gliding(cameras: Query<(&Orbit, &CameraTarget)>) -> bool {
    cameras.iter().any(|(orbit, target)| *orbit != target.0)
}

/// The window's camera, which the mouse and two fingers can also turn.
pub fn window_plugin(app: &mut App) {
    app.add_plugins(plugin).add_message::<WindowFocused>().add_systems(
        Update,
        (follow::crop, follow::place_inset, orbit_input::orbit_input.after(hover), two_fingers::two_fingers)
            .chain()
            .in_set(GameSet::Input),
    );
}
