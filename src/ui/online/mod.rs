//! Rooms elsewhere: the window that makes, joins and lists them, and the wait for the opponent.

pub mod play_online;
pub mod waiting;
