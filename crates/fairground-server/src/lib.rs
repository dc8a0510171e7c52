//! A server of rooms, over HTTP and WebSocket. The contract is in [`fairground_rooms`], and in prose in `docs/rooms.md`.
//!
//! Each room is a task of its own, which owns its match. What comes in is validated, then appended to the room's log and synced, and then
//! told. The log is the match file, and a second file for what is no part of the match: settings, hashes of tokens.

mod bots;
mod clock;
#[cfg(test)]
mod contract;
mod heavy;
mod limits;
mod log;
mod metrics;
mod network;
mod room;
mod rooms;
mod secrets;
mod start;
mod text;
mod web;

pub use limits::{Limits, MAX_MESSAGE, SITE_SHARE};
#[cfg(feature = "nats")]
pub use log::NatsLog;
pub use log::{BoxFuture, Claim, FolderLog, IndexedRoom, LogError, LogLine, LogStatus, Request, RoomLog, StoredRoom};
pub use rooms::{Deleted, DeletionResult, MatchDetails, Retention, RoomDetails, RoomFolder, RoomState};
pub use start::{Server, ServerConfig, ServerError};
