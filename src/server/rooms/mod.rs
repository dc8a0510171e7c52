//! The rooms of a server: those that are awake, each a task of its own, and the list of open ones.

mod command;
mod health;
mod listing;
mod registry;
mod task;
mod waking;

pub use command::{Command, NoEntry};
#[cfg(test)]
pub use listing::MAX_LISTED;
pub use registry::{NotMade, Rooms};
