//! A room server, over HTTP and WebSocket. The protocol is defined in [`fairground_rooms`] and
//! documented in `docs/rooms.md`.
//!
//! Each room is a task that owns its match. Requests are validated, appended to the room's log and
//! synced; then the result is sent to everybody. The log has two files: the match file, and one for
//! settings and hashes of tokens.

mod bots;
mod clock;
#[cfg(test)]
mod contract;
mod heavy;
mod limits;
mod lobby;
mod log;
mod metrics;
mod network;
mod room;
mod secrets;
mod start;
mod text;
mod web;

pub use limits::{Limits, MAX_MESSAGE, SITE_SHARE};
pub use lobby::{Deleted, DeletionResult, MatchDetails, MatchState, Retention, RoomDetails, RoomFolder};
#[cfg(feature = "nats")]
pub use log::NatsLog;
pub use log::{BoxFuture, Claim, FolderLog, IndexedRoom, LogError, LogLine, LogStatus, Request, RoomLog, StoredRoom};
pub use start::{Server, ServerConfig, ServerError};
