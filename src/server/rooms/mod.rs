//! The rooms of a server.

mod admin;
mod command;
mod index;
mod listing;
mod registry;
mod retention;
mod summary;
mod task;
mod upkeep;
mod waking;

pub use admin::{Deleted, DeletionResult, MatchDetails, RoomDetails, RoomFolder};
pub use command::{Command, NoEntry};
pub use registry::{NotMade, Rooms};
pub use retention::{Retention, RoomState};
