//! Pieces as entities: their looks, places, stacks and colliders, and how they are drawn.

pub mod collider;
mod components;
mod dress;
mod index;
pub mod model;
mod read_pieces;
pub mod stacks;
pub mod tray;
mod viewer;

use bevy::prelude::*;

pub use components::{
    Boxed, DrawnScale, Facing, GrainSeed, Home, SeenThrough, ShownFlat, Spot, StackedOn, Supports, TablePiece, Toppled,
    TrayDie, TrayPlace,
};
pub use index::PieceIndex;
pub use read_pieces::{ReadPieces, TablePieces};
pub use stacks::StackCommands;

/// Maintains the index of pieces, and draws them.
pub fn plugin(app: &mut App) {
    app.init_resource::<stacks::LastSeed>().add_plugins((index::plugin, viewer::plugin, dress::plugin));
}
