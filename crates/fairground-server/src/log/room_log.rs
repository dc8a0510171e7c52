//! The storage interface of rooms: an append-only log for each room, and an index of all rooms.

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

/// A boxed future.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The ordered logs of rooms. Appended lines are durable once [`RoomLog::append`] returns.
pub trait RoomLog: Send + Sync {
    /// The whole log of a room; `None` for an unknown room.
    fn read<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<Option<StoredRoom>, LogError>>;

    /// Appends lines atomically if the log has the expected version, and waits for the disk.
    /// Returns the new version.
    fn append<'a>(&'a self, room: &'a str, expected: u64, lines: Vec<LogLine>) -> BoxFuture<'a, Result<u64, LogError>>;

    /// Deletes a room. Deleting a missing room is not an error.
    fn delete<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<(), LogError>>;

    /// The state of the storage, for the operator. May wait for the disk.
    fn status(&self) -> LogStatus {
        LogStatus::default()
    }

    /// The index: all rooms on the first call, later the rooms with entries changed by other
    /// servers since the last call.
    fn index(&self) -> BoxFuture<'_, Result<Vec<IndexedRoom>, LogError>>;

    /// Replaces a room's entry in the index, a line without its end. Does not wait for the disk:
    /// after a crash, [`RoomLog::index`] returns rooms with outdated entries as rooms without an
    /// entry.
    fn note(&self, room: &str, entry: String);

    /// The last stored time by which rooms age, Unix time, s; `None` if unknown.
    fn kept_time(&self) -> Option<u64> {
        None
    }

    /// Stores the time by which rooms age. May wait for the disk.
    fn keep_time(&self, time: u64) {
        let _ = time;
    }

    /// The requests of administrators since the last call.
    fn requests(&self) -> BoxFuture<'_, Vec<Request>> {
        Box::pin(async { Vec::new() })
    }

    /// Answers a request with a line of text.
    fn answer(&self, request: &Request, answer: String) -> BoxFuture<'_, Result<(), LogError>> {
        let _ = (request, answer);
        Box::pin(async { Ok(()) })
    }

    /// The server that runs a room: this one, unless several share the log.
    fn claim(&self, room: &str) -> Claim {
        let _ = room;
        Claim::Ours
    }

    /// Waits until [`RoomLog::claim`] may have changed for some rooms.
    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// The state of the storage.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogStatus {
    /// Whether rooms cannot be written at present.
    pub failing: bool,
    /// The size of the current segment of the journal, in bytes.
    pub journal_bytes: u64,
    /// The free space on the disk, in bytes, if known.
    pub disk_free: Option<u64>,
    /// Whether the folder of the rooms is missing.
    pub is_missing: bool,
}

/// The server that runs a room.
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
    /// A line of the room itself: its settings, its tokens.
    Room(String),
    /// A line of the match file.
    Match(String),
}

/// The log of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredRoom {
    /// The lines of the room itself, each with its end.
    pub room: String,
    /// The match file; empty before the match begins.
    pub record: String,
    /// The version of the log. Every append changes it.
    pub version: u64,
}

/// A room in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedRoom {
    /// The room.
    pub room: String,
    /// Its entry; `None` if it is missing or outdated, and must be rebuilt from the room's log.
    pub entry: Option<String>,
    /// The last change of the log, Unix time, s; 0 if unknown.
    pub modified: u64,
}

/// A request of an administrator, made by `fairground rooms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number.
    pub id: String,
    /// One line of JSON.
    pub text: String,
}

/// Why a log cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// The log does not have the expected version: another server writes to it, or the result of an
    /// append is unknown. Read it again.
    #[error("the log was changed by another server")]
    Conflict,
    /// The storage has failed. The lines were not appended.
    #[error("{0}")]
    Storage(String),
}
