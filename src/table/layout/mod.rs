//! Where everything lies: cells, trays and reserves, and the board as entities with bodies.

mod board;
pub mod bodies;
mod places;

pub use board::{Board, Letters, TABLE_RADIUS, TableTop, plugin, section_transform};
pub use places::{
    Aside, Bounds, HEADROOM, InUse, Lots, MAT_FLOOR, MAT_WALL, Places, TRAY_FLOOR, on_table, taker, world,
};
