//! The rooms of a server.

mod admin;
mod awake;
mod command;
mod farewell;
mod health;
mod index;
mod listing;
mod registry;
mod retention;
mod retention_clock;
mod summary;
mod task;
mod task_log;
mod upkeep;
mod waking;

pub use admin::{Deleted, DeletionResult, MatchDetails, RoomDetails, RoomFolder};
pub use command::{Command, NoEntry};
#[cfg(test)]
pub use listing::{ABANDONED, MAX_LISTED};
pub use registry::{CreateError, Rooms};
pub use retention::{MatchState, Retention};
