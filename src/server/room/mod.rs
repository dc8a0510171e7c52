//! A room: its match, its clocks, its people, and what they may ask for.

mod core;
mod people;
mod proof;
mod requests;
mod settings;
#[cfg(test)]
mod tests;
mod turn_time;

pub use core::{Effects, Room, To};
pub use people::{ConnectionId, Outgoing, Outlet, frame};
pub use settings::{RoomEntry, Settings, cannot_wait, last_owner, setup_of};
