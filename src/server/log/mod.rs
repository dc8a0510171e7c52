//! The logs of rooms.

mod folder_log;
mod journal;
mod journal_line;
#[cfg(feature = "nats")]
mod nats_log;
#[cfg(feature = "nats")]
mod nats_servers;
mod recovery;
mod room_file;
mod room_log;
mod settler;
#[cfg(test)]
mod tests;

pub use folder_log::FolderLog;
#[cfg(feature = "nats")]
pub use nats_log::NatsLog;
pub use room_log::{Claim, Later, LogError, LogLine, LogStatus, RoomLog, StoredRoom};
