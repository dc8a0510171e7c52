//! Rooms: serving and managing them, a bot's seat in one, and moving a seat.

pub(super) mod manage;
pub(super) mod move_seat;
pub(super) mod room_seat;
pub(super) mod serve;
