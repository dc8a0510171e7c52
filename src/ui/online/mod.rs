//! Online rooms: the window that creates, joins and lists them, the wait for the opponent, and the
//! links of a match.

pub mod links;
pub mod play_online;
pub mod waiting;
