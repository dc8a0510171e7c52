//! The positions of cells, trays and reserves, and the board as entities with colliders.

mod board;
pub mod bodies;
mod places;

pub use board::{BoardPart, Letters, TABLE_RADIUS, TableTop, plugin, section_transform};
pub use places::{
    BesideBoard, Bounds, CAPTURE_TRAY_FLOOR, CAPTURE_TRAY_WALL, HEADROOM, Places, TRAY_FLOOR, TraySlots, captor,
    on_table, world,
};
