//! Where rooms are kept: an ordered log for each.

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

/// What will be there later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The ordered logs of rooms. What was appended is on the disk.
pub trait RoomLog: Send + Sync {
    /// Everything in the log of a room; `None` if there is no such room.
    fn read<'a>(&'a self, room: &'a str) -> Later<'a, Result<Option<StoredRoom>, LogError>>;

    /// Appends lines together, if the log has the expected version, and waits until they are on the disk. Returns the new version.
    fn append<'a>(&'a self, room: &'a str, expected: u64, lines: Vec<LogLine>) -> Later<'a, Result<u64, LogError>>;

    /// The names of all rooms.
    fn rooms(&self) -> Later<'_, Result<Vec<String>, LogError>>;

    /// The state of the storage, for the operator. May take as long as the disk does.
    fn status(&self) -> LogStatus {
        LogStatus::default()
    }

    /// Which server runs a room. Where no other can have it, this one.
    fn claim(&self, room: &str) -> Claim {
        let _ = room;
        Claim::Ours
    }

    /// Waits until [`RoomLog::claim`] may say something else of some rooms.
    fn changed(&self) -> Later<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// The state of the storage.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogStatus {
    /// Whether the last append failed.
    pub failing: bool,
    /// The size of the current segment of the journal, in bytes.
    pub journal_bytes: u64,
    /// The free space on the disk, in bytes, where it is known.
    pub disk_free: Option<u64>,
}

/// Who runs a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This server.
    Ours,
    /// Another server, by its name.
    Elsewhere(String),
}

/// A line of a room's log, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// Of the room itself: its settings, its tokens.
    Room(String),
    /// Of the match file.
    Match(String),
}

/// The log of a room as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredRoom {
    /// The lines of the room itself, each with its end.
    pub room: String,
    /// The match file so far; empty before the match begins.
    pub record: String,
    /// The version of the log: another number after every append.
    pub version: u64,
}

/// Why a log cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// The log has gone on, because another server writes to it, or it cannot be known whether it has: it is to be read anew.
    #[error("the log has gone on without this server")]
    Conflict,
    /// The storage refuses. What was to be appended is not in the log.
    #[error("{0}")]
    Storage(String),
}
