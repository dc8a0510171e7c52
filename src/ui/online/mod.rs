//! Online rooms: the window to create, join and list them, the wait for the opponent, and the links
//! of a match.

pub mod links;
pub mod play_online;
pub mod waiting;
