//! The commands for rooms: the server, a bot's seat, and moving a seat.

#[cfg(feature = "server")]
mod log_lines;
pub(super) mod move_seat;
pub(super) mod room_seat;
pub(super) mod serve;
