//! The table: what things look like, how they move, and what the mouse means on it. Knows no game: it shows the
//! engine's events.

mod badges;
pub mod board_view;
pub mod camera;
mod deeds;
pub mod director;
mod effects;
mod figure;
pub mod finish;
mod flight;
mod hull;
mod knock;
pub mod lift;
mod marks;
pub mod material;
pub mod mesh;
pub mod model;
mod motion;
mod noise;
pub mod orbit;
pub mod palette;
pub mod pick;
pub mod pieces;
pub mod places;
mod preview;
mod rearrange;
mod scribble;
pub mod studio;
mod tumble;
mod tween;

use bevy::prelude::*;

pub use motion::Motion;

/// How things look: the material, and the workshop that makes what it is asked for.
pub fn look_plugin(app: &mut App) {
    app.add_plugins(material::plugin).init_resource::<model::Store>();
}

/// The table as it stands and moves, without a camera and without hands.
pub fn plugin(app: &mut App) {
    app.init_resource::<pieces::Pieces>().add_plugins((
        motion::plugin,
        board_view::plugin,
        marks::plugin,
        palette::plugin,
        preview::plugin,
        badges::plugin,
    ));
}
