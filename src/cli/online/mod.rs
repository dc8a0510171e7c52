//! The commands for rooms: serving and managing them, a bot's seat, and moving a seat.

#[cfg(feature = "server")]
mod log_lines;
pub(super) mod manage;
pub(super) mod move_seat;
pub(super) mod serve;
