//! The index of a folder of rooms: the file `index` with an entry for each room, so that a start
//! reads one file instead of every room.
//!
//! Each line has a checksum, the name of a room, and its new entry, or nothing for a deleted room.
//! The last line of a room counts. The index is not synced with every line, but when the server
//! stops, which also adds a last line to mark it as closed. A damaged index is ignored, because it
//! can be rebuilt from the rooms. The entry of a room is ignored if the room's files changed later
//! than the index or, in an index that was not closed, if the journal still has lines of the room.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tracing::warn;

use super::journal_line::{checked, with_checksum};
use super::room_file::{check_regular, create, names};
use super::room_log::IndexedRoom;

/// The name of the file.
pub(super) const INDEX: &str = "index";

/// The contents of the line that closes the index.
const CLOSED: &[u8] = b"closed";

/// The temporary name of a shortened index.
const REWRITTEN: &str = "index.new";

/// The index is rewritten when it has this many lines and four times as many lines as rooms.
const MAX_LINES: usize = 10_000;

/// The index of a folder, open for further entries.
#[derive(Debug)]
pub(super) struct RoomIndex {
    folder: PathBuf,
    /// `None` after a failed write: the next start rebuilds the index.
    file: Option<File>,
    lines: usize,
    /// The number of rooms when the index was last rewritten.
    rooms: usize,
}

impl RoomIndex {
    /// Opens the index of a folder. Returns all rooms with their entries. `in_journal` are files
    /// with texts that the index may have missed.
    ///
    /// # Errors
    /// If the folder cannot be read, or the index cannot be written.
    pub fn open(folder: &Path, in_journal: &BTreeSet<String>) -> io::Result<(RoomIndex, Vec<IndexedRoom>)> {
        let rooms = read(folder, in_journal)?;
        let mut index = RoomIndex { folder: folder.to_path_buf(), file: None, lines: 0, rooms: 0 };
        let entries = rooms.iter().filter_map(|indexed| Some((indexed.room.as_str(), indexed.entry.as_deref()?)));
        index.rewrite(entries)?;
        Ok((index, rooms))
    }

    /// Replaces the entry of a room; `None` means that the room was deleted.
    pub fn set(&mut self, room: &str, entry: Option<&str>) {
        let Some(file) = &mut self.file else { return };
        // In one write, so that a kill does not leave half a line.
        if let Err(error) = file.write_all(&line(room, entry.unwrap_or_default())) {
            return self.discard(&error);
        }
        self.lines += 1;
        if self.lines > MAX_LINES.max(4 * self.rooms)
            && let Err(error) = self.shorten()
        {
            self.discard(&error);
        }
    }

    /// Marks the index as complete, and syncs it.
    pub fn close(&mut self) {
        let Some(mut file) = self.file.take() else { return };
        if let Err(error) = file.write_all(&with_checksum(CLOSED)).and_then(|()| file.sync_all()) {
            self.discard(&error);
        }
    }

    /// Discards the index, which is worthless with a damaged or missing line.
    fn discard(&mut self, error: &io::Error) {
        self.file = None;
        let removed = fs::remove_file(self.folder.join(INDEX));
        warn!("the index of the rooms will be rebuilt at the next start: {error}");
        if let Err(error) = removed {
            warn!("{INDEX}: {error}");
        }
    }

    fn shorten(&mut self) -> io::Result<()> {
        let Entries { by_room, .. } = Entries::read(&self.folder.join(INDEX)).ok_or(ErrorKind::InvalidData)?;
        self.rewrite(by_room.iter().map(|(room, entry)| (room.as_str(), entry.as_str())))
    }

    fn rewrite<'a>(&mut self, entries: impl Iterator<Item = (&'a str, &'a str)>) -> io::Result<()> {
        let mut text = Vec::new();
        self.rooms = 0;
        for (room, entry) in entries {
            text.extend(line(room, entry));
            self.rooms += 1;
        }
        let rewritten = self.folder.join(REWRITTEN);
        match fs::remove_file(&rewritten) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        create(&rewritten)?.write_all(&text)?;
        let index = self.folder.join(INDEX);
        fs::rename(&rewritten, &index)?;
        self.file = Some(OpenOptions::new().append(true).open(&index)?);
        self.lines = self.rooms;
        Ok(())
    }
}

fn line(room: &str, entry: &str) -> Vec<u8> {
    with_checksum(format!("{room} {entry}").as_bytes())
}

/// The entries of an index.
#[derive(Default)]
struct Entries {
    by_room: HashMap<String, String>,
    is_closed: bool,
}

impl Entries {
    /// Reads an index; `None` if it is missing, unreadable or damaged. Skips a torn last line.
    fn read(index: &Path) -> Option<Entries> {
        let bytes = check_regular(index).and_then(|()| fs::read(index)).ok()?;
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let mut entries = Entries::default();
        for line in bytes[..end].split_inclusive(|byte| *byte == b'\n') {
            let contents = checked(line.strip_suffix(b"\n").unwrap_or(line))?;
            entries.is_closed = contents == CLOSED;
            match std::str::from_utf8(contents).ok()?.split_once(' ') {
                Some((room, "")) => drop(entries.by_room.remove(room)),
                Some((room, entry)) => drop(entries.by_room.insert(room.to_string(), entry.to_string())),
                None if entries.is_closed => {}
                None => return None,
            }
        }
        Some(entries)
    }
}

/// All rooms of a folder, with current entries.
pub(super) fn read(folder: &Path, in_journal: &BTreeSet<String>) -> io::Result<Vec<IndexedRoom>> {
    let index = folder.join(INDEX);
    let mut entries = Entries::read(&index).unwrap_or_default();
    let written = fs::symlink_metadata(&index).and_then(|found| found.modified()).ok();
    let mut changed: HashMap<String, SystemTime> = HashMap::new();
    let mut rooms = Vec::new();
    for found in fs::read_dir(folder)? {
        let found = found?;
        let name = found.file_name();
        let Some((room, end)) = name.to_str().and_then(|name| name.rsplit_once('.')) else { continue };
        if !matches!(end, "room" | "jsonl") {
            continue;
        }
        if end == "room" {
            rooms.push(room.to_string());
        }
        // The file may have just been deleted.
        let modified = found.metadata().and_then(|found| found.modified()).unwrap_or(UNIX_EPOCH);
        let last = changed.entry(room.to_string()).or_insert(modified);
        *last = modified.max(*last);
    }
    let indexed = rooms.into_iter().map(|room| {
        let modified = changed.get(&room).copied().unwrap_or(UNIX_EPOCH);
        let is_newer = written.is_none_or(|written| modified >= written);
        let is_unsure = !entries.is_closed && names(&room).iter().any(|name| in_journal.contains(name));
        let entry = entries.by_room.remove(&room).filter(|_| !is_newer && !is_unsure);
        let modified = modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        IndexedRoom { room, entry, modified }
    });
    Ok(indexed.collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A folder of three rooms, and a later index with entries for them.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(1000);
        for room in ["a-1", "a-2", "a-3"] {
            for end in ["room", "jsonl"] {
                let file = File::create(folder.path().join(format!("{room}.{end}"))).unwrap();
                file.set_modified(long_ago).unwrap();
            }
        }
        let (mut index, rooms) = RoomIndex::open(folder.path(), &BTreeSet::new()).unwrap();
        assert_eq!(rooms.iter().filter_map(|indexed| indexed.entry.as_ref()).count(), 0);
        for (room, entry) in [
            ("a-1", Some("one")),
            ("a-2", Some("two")),
            ("a-2", Some("second")),
            ("a-3", Some("three")),
            ("a-4", Some("four")),
            ("a-4", None),
        ] {
            index.set(room, entry);
        }
        folder
    }

    fn found(folder: &tempfile::TempDir, in_journal: &[&str]) -> Vec<(String, Option<String>)> {
        let in_journal = in_journal.iter().map(|file| (*file).to_string());
        let (_, rooms) = RoomIndex::open(folder.path(), &in_journal.collect()).unwrap();
        let mut rooms: Vec<_> = rooms.into_iter().map(|indexed| (indexed.room, indexed.entry)).collect();
        rooms.sort();
        rooms
    }

    fn expected(entries: [Option<&str>; 3]) -> Vec<(String, Option<String>)> {
        let rooms = ["a-1", "a-2", "a-3"].into_iter().zip(entries);
        rooms.map(|(room, entry)| (room.to_string(), entry.map(str::to_string))).collect()
    }

    #[test]
    fn the_last_entry_of_a_room_counts() {
        let folder = folder();
        for _ in 0..2 {
            assert_eq!(found(&folder, &[]), expected([Some("one"), Some("second"), Some("three")]));
        }
    }

    #[test]
    fn rooms_that_changed_later_and_rooms_in_the_journal_have_no_entry() {
        let folder = folder();
        let file = OpenOptions::new().write(true).open(folder.path().join("a-1.jsonl")).unwrap();
        file.set_modified(SystemTime::now() + Duration::from_secs(10)).unwrap();
        assert_eq!(found(&folder, &["a-3.room"]), expected([None, Some("second"), None]));
        // The entry stays ignored until it is noted again.
        file.set_modified(SystemTime::now() - Duration::from_secs(10)).unwrap();
        assert_eq!(found(&folder, &[]), expected([None, Some("second"), None]));
    }

    /// A stopping server has noted everything.
    #[test]
    fn a_closed_index_knows_rooms_in_the_journal() {
        let folder = folder();
        let (mut index, _) = RoomIndex::open(folder.path(), &BTreeSet::new()).unwrap();
        index.set("a-1", Some("last"));
        index.close();
        let all = expected([Some("last"), Some("second"), Some("three")]);
        assert_eq!(found(&folder, &["a-1.room", "a-3.jsonl"]), all);
        // This time, the server is killed.
        assert_eq!(found(&folder, &["a-1.room"]), expected([None, Some("second"), Some("three")]));
    }

    #[test]
    fn rooms_whose_files_were_deleted_are_gone() {
        let folder = folder();
        fs::remove_file(folder.path().join("a-2.room")).unwrap();
        let rooms = found(&folder, &[]);
        assert_eq!(rooms.iter().map(|(room, _)| room.as_str()).collect::<Vec<_>>(), ["a-1", "a-3"]);
    }

    /// A damaged line could hide that an earlier one is outdated.
    #[test]
    fn a_damaged_or_missing_index_counts_for_nothing() {
        let length = fs::metadata(folder().path().join(INDEX)).unwrap().len() as usize;
        for index in (0..length).step_by(7) {
            let folder = folder();
            let path = folder.path().join(INDEX);
            let mut bytes = fs::read(&path).unwrap();
            bytes[index] ^= 1;
            fs::write(&path, bytes).unwrap();
            let rooms = found(&folder, &[]);
            // Without its line end, the last line looks torn. It only deletes a room that does not
            // exist.
            assert!(rooms == expected([None; 3]) || index + 1 == length, "byte {index}: {rooms:?}");
        }
        let folder = folder();
        fs::remove_file(folder.path().join(INDEX)).unwrap();
        assert_eq!(found(&folder, &[]), expected([None; 3]));
    }

    #[test]
    fn the_index_stays_short() {
        let folder = folder();
        let (mut index, _) = RoomIndex::open(folder.path(), &BTreeSet::new()).unwrap();
        for number in 0..3 * MAX_LINES {
            index.set("a-1", Some(&number.to_string()));
        }
        assert!(index.lines <= MAX_LINES);
        let last = (3 * MAX_LINES - 1).to_string();
        assert_eq!(found(&folder, &[]), expected([Some(&last), Some("second"), Some("three")]));
    }
}
