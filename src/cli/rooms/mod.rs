//! Rooms: keeping them, and a bot's seat in one.

pub(super) mod room_seat;
pub(super) mod serve;
