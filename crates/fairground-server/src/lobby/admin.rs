//! Administration of the rooms of a folder: lists, match files and deletions, even while a server
//! uses the folder.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::retention::{MatchState, Retention};
use super::summary::{settings, state};
use crate::log::{FolderLock, StoredRoom, ask, delete, kept_time, names, read_room};
use crate::room::{RoomEntry, whole_match_lines};
use fairground_match::platform::clock::unix_seconds;
use fairground_match::record::MatchResult;
use fairground_rooms::{Sides, is_room};
use fairground_rules::engine::Side;

/// A folder of rooms. Reading needs no server, and does not disturb one. Deletions are left to the
/// server, if it is running.
#[derive(Clone, Debug)]
pub struct RoomFolder {
    folder: PathBuf,
}

/// A stored room.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomDetails {
    /// The name of the room.
    pub room: String,
    /// The last change of its files, Unix time, s.
    pub changed: u64,
    /// The size of its files, bytes.
    pub bytes: u64,
    /// The match, or the reason why it is unreadable.
    pub about: Result<MatchDetails, String>,
}

/// The match of a stored room.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchDetails {
    /// The state of the match.
    pub state: MatchState,
    /// The id of the game.
    pub game: String,
    /// The clock, as `300+5`.
    pub clock: Option<String>,
    /// Whether the room is not listed.
    pub private: bool,
    /// The seats: `human`, or a bot.
    pub seats: Sides<String>,
    /// The players' names.
    pub names: Sides<Option<String>>,
    /// The number of lines of the match file.
    pub lines: usize,
    /// The result: `white`, `black` or `draw`.
    pub outcome: Option<String>,
    /// The reason for the result.
    pub reason: Option<String>,
    /// The creation time, Unix time, s; 0 if unknown.
    pub created: u64,
}

/// A request to delete rooms.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Deletion {
    pub rooms: Vec<String>,
    /// Whether rooms that are awake are also ended and deleted.
    pub awake: bool,
}

/// The deletion of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deleted {
    /// The room.
    pub room: String,
    /// The result.
    pub result: DeletionResult,
}

/// The result of a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletionResult {
    /// The files of the room are deleted.
    Deleted,
    /// The room does not exist.
    Missing,
    /// The room is awake, and was not deleted.
    InUse,
    /// The system's error.
    Failed(String),
}

impl RoomFolder {
    /// Opens a folder of rooms.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn open(folder: &Path) -> io::Result<RoomFolder> {
        fs::read_dir(folder)?;
        Ok(RoomFolder { folder: folder.to_path_buf() })
    }

    /// All rooms, most recently changed first.
    ///
    /// # Errors
    /// If the folder cannot be read. Unreadable rooms are in the list.
    pub fn list(&self) -> io::Result<Vec<RoomDetails>> {
        let mut rooms = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            if let Some(room) = name.to_str().and_then(|name| name.strip_suffix(".room")) {
                rooms.extend(self.details(room));
            }
        }
        rooms.sort_by(|one, other| other.changed.cmp(&one.changed).then_with(|| one.room.cmp(&other.room)));
        Ok(rooms)
    }

    /// A room; `None` for an unknown room.
    #[must_use]
    pub fn details(&self, room: &str) -> Option<RoomDetails> {
        if Path::new(room).file_name() != Some(room.as_ref()) {
            return None;
        }
        let files = names(room).map(|name| fs::symlink_metadata(self.folder.join(name)).ok());
        files[0].as_ref()?;
        let found = || files.iter().flatten();
        let modified = found().filter_map(|file| file.modified().ok()?.duration_since(UNIX_EPOCH).ok()).max();
        Some(RoomDetails {
            room: room.to_string(),
            changed: modified.unwrap_or_default().as_secs(),
            bytes: found().map(fs::Metadata::len).sum(),
            about: self.read(room).and_then(|stored| MatchDetails::of(room, &stored)),
        })
    }

    fn read(&self, room: &str) -> Result<StoredRoom, String> {
        if !is_room(room) {
            return Err("the file does not have the name of a room".to_string());
        }
        let stored = read_room(&self.folder, room).map_err(|error| error.to_string())?;
        stored.ok_or_else(|| "the file has no whole line".to_string())
    }

    /// The match file of a room; `None` if the match has not begun.
    ///
    /// # Errors
    /// If the room cannot be read.
    pub fn match_file(&self, room: &str) -> Result<Option<String>, String> {
        let stored = self.read(room)?;
        let text: String = whole_match_lines(room, &stored)?.into_iter().flat_map(|line| [line, "\n"]).collect();
        Ok((!text.is_empty()).then_some(text))
    }

    /// The time by which rooms age, Unix time, s: from the last server in this folder, or else from
    /// the system.
    #[must_use]
    pub fn now(&self) -> u64 {
        kept_time(&self.folder).unwrap_or_else(unix_seconds)
    }

    /// The rooms that a server with this retention deletes by `now`, Unix time, s. Unreadable rooms
    /// are kept.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn ended(&self, retention: &Retention, now: u64) -> io::Result<Vec<RoomDetails>> {
        let mut rooms = self.list()?;
        rooms.retain(|room| {
            let end = room.about.as_ref().ok().and_then(|about| retention.end(about.state, room.changed));
            end.is_some_and(|end| end <= now)
        });
        Ok(rooms)
    }

    /// Deletes rooms. Rooms that are awake in a running server are ended first if `awake` is set,
    /// else skipped.
    ///
    /// # Errors
    /// If the server that uses the folder does not answer, or the system refuses.
    pub fn delete(&self, rooms: Vec<String>, awake: bool) -> io::Result<Vec<Deleted>> {
        let request = Deletion { rooms, awake };
        loop {
            if let Some(_lock) = FolderLock::try_take(&self.folder)? {
                return Ok(request.rooms.into_iter().map(|room| self.delete_unused(room)).collect());
            }
            if let Some(answer) = ask(&self.folder, &serde_json::to_string(&request)?)? {
                return serde_json::from_str(&answer).map_err(|_| io::Error::new(ErrorKind::InvalidData, answer));
            }
        }
    }

    fn delete_unused(&self, room: String) -> Deleted {
        // Another name may belong to a file that is not a room's, or lead out of the folder.
        if !is_room(&room) || !names(&room).iter().any(|name| self.folder.join(name).exists()) {
            return Deleted { room, result: DeletionResult::Missing };
        }
        let deleted = delete(&self.folder, &room).map_err(|error| DeletionResult::Failed(error.to_string()));
        Deleted { room, result: deleted.err().unwrap_or(DeletionResult::Deleted) }
    }
}

impl MatchDetails {
    fn of(room: &str, stored: &StoredRoom) -> Result<MatchDetails, String> {
        let settings = settings(stored)?;
        let mut names = Sides::<Option<String>>::default();
        for line in stored.room.lines() {
            if let Ok(RoomEntry::Name { side, name }) = serde_json::from_str(line) {
                *names.of_mut(side) = name;
            }
        }
        let lines = whole_match_lines(room, stored)?;
        let result = lines.iter().find_map(|line| serde_json::from_str::<ResultLine>(line).ok());
        let (outcome, reason) = result.map(|line| (line.result.outcome, line.result.reason)).unzip();
        let about = settings.room;
        Ok(MatchDetails {
            state: state(stored),
            game: about.game,
            clock: about.clock,
            private: about.private,
            seats: Sides::each(|side| if side == Side::White { about.white.clone() } else { about.black.clone() }),
            names,
            lines: lines.len(),
            outcome,
            reason,
            created: settings.created,
        })
    }
}

#[derive(Deserialize)]
struct ResultLine {
    result: MatchResult,
}
