//! The logs of rooms.

mod folder_lock;
mod folder_log;
mod journal;
mod journal_line;
mod kept_time;
#[cfg(feature = "nats")]
mod nats_batch;
#[cfg(feature = "nats")]
mod nats_index;
#[cfg(feature = "nats")]
mod nats_log;
#[cfg(feature = "nats")]
mod nats_servers;
mod recovery;
mod request_files;
mod room_file;
mod room_index;
mod room_log;
mod settler;
#[cfg(test)]
mod tests;
mod writer;

pub(super) use folder_lock::FolderLock;
pub use folder_log::FolderLog;
pub(super) use kept_time::kept_time;
#[cfg(feature = "nats")]
pub use nats_log::NatsLog;
pub(super) use request_files::ask;
pub(super) use room_file::{delete, names, read_room};
pub use room_log::{BoxFuture, Claim, IndexedRoom, LogError, LogLine, LogStatus, Request, RoomLog, StoredRoom};
