//! Where everything lies: cells, trays, reserves and what was taken, and the board as entities.

pub mod board_view;
mod places;

pub use places::{
    Aside, Bounds, HEADROOM, InUse, Lots, MAT_FLOOR, MAT_WALL, Places, TRAY_FLOOR, on_table, taker, world,
};
