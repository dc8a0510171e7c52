//! Rooms elsewhere: the window that makes, joins and lists them, the wait for the opponent, and the link for another device.

pub mod other_device;
pub mod play_online;
pub mod waiting;
