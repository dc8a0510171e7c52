//! The logs of rooms.

mod folder_log;
mod journal;
#[cfg(feature = "nats")]
mod nats_log;
#[cfg(feature = "nats")]
mod nats_servers;
mod recovery;
mod room_file;
mod room_log;
mod settler;

pub use folder_log::FolderLog;
#[cfg(feature = "nats")]
pub use nats_log::NatsLog;
pub use room_log::{Claim, Later, LogError, LogLine, RoomLog, StoredRoom};
