//! The thread that writes a folder of rooms: all appends, in order.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tracing::warn;

use super::folder_lock::FolderLock;
use super::journal::Journal;
use super::journal_line::Written;
use super::room_file::{self, names, sync_folder, whole_lines};
use super::room_index::{INDEX, RoomIndex};
use super::room_log::{LogError, LogLine};
use super::settler::Settler;

/// The interval between probes of a failing disk.
const PROBE: Duration = Duration::from_secs(5);

/// The maximum number of jobs done together; their appends share one sync.
const BATCH: usize = 4096;

/// The length at which a segment of the journal is full, bytes. A start rereads the last segment.
const SEGMENT: u64 = 8 << 20;

/// The maximum number of rooms with lengths remembered by the writer.
const KNOWN: usize = 50_000;

/// The state of the writer, for the operator.
#[derive(Debug, Default)]
pub(super) struct WriterState {
    /// Whether an append has failed, and no probe has succeeded since.
    pub failing: AtomicBool,
    pub journal_bytes: AtomicU64,
}

/// A job for the thread that writes.
#[derive(Debug)]
pub(super) enum Job {
    Append(Append),
    /// A new index entry of a room.
    Note(String, String),
    /// A room to delete.
    Delete(String, oneshot::Sender<Result<(), LogError>>),
}

/// Lines to append, and the channel for the result.
#[derive(Debug)]
pub(super) struct Append {
    pub room: String,
    pub expected: u64,
    pub lines: Vec<LogLine>,
    pub done: oneshot::Sender<Result<u64, LogError>>,
}

/// The refusal after an error of the system.
pub(super) fn storage(error: &impl ToString) -> LogError {
    LogError::Storage(error.to_string())
}

/// Whether an error concerns a single room, with files changed or removed by others.
fn is_of_room(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, NotFound};
    matches!(error.kind(), InvalidData | InvalidInput | NotFound)
}

/// The state of the writing thread.
pub(super) struct Writer {
    folder: PathBuf,
    journal: Journal,
    index: RoomIndex,
    settler: Settler,
    state: Arc<WriterState>,
    /// The time of the next probe of a failing disk.
    probe_at: Option<Instant>,
    /// The file lengths of recently written rooms.
    known: HashMap<String, [u64; 2]>,
}

/// The lengths of a room's files before and after an append, and the texts.
type FileTexts = ([u64; 2], [u64; 2], [String; 2]);

/// An append that is in the files, but not yet in the journal.
struct Waiting {
    append: Append,
    before: [u64; 2],
    after: [u64; 2],
    texts: [String; 2],
}

impl Writer {
    pub fn new(folder: &Path, journal: Journal, index: RoomIndex, settler: Settler, state: Arc<WriterState>) -> Writer {
        Writer { folder: folder.to_path_buf(), journal, index, settler, state, probe_at: None, known: HashMap::new() }
    }

    /// Does jobs until all senders are dropped.
    pub fn run(&mut self, jobs: &Receiver<Job>) {
        while let Some(first) = self.next(jobs) {
            let mut appends = Vec::new();
            let mut others = Vec::new();
            for job in std::iter::once(first).chain(jobs.try_iter().take(BATCH - 1)) {
                match job {
                    Job::Append(append) => appends.push(append),
                    job => others.push(job),
                }
            }
            if !appends.is_empty() {
                self.write(appends);
            }
            for job in others {
                match job {
                    Job::Note(room, entry) => self.note(&room, Some(&entry)),
                    // The requester may be gone.
                    Job::Delete(room, done) => drop(done.send(self.delete(&room))),
                    Job::Append(_) => {}
                }
            }
            if self.journal.len() > SEGMENT {
                match self.journal.rotate() {
                    Ok(full) => self.settler.push(full),
                    // The segment keeps growing, and the next append tries again.
                    Err(error) => warn!("the journal cannot begin a new segment: {error}"),
                }
            }
        }
        self.index.close();
    }

    /// Waits for a job. Regularly probes a failing disk, so that its recovery is noticed without an
    /// append.
    fn next(&mut self, jobs: &Receiver<Job>) -> Option<Job> {
        while let Some(at) = self.probe_at {
            let wait = at.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                self.probe();
                continue;
            }
            match jobs.recv_timeout(wait) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        jobs.recv().ok()
    }

    /// Records an error of the disk, for the operator. Only a probe clears it: on a full disk, short
    /// appends still succeed.
    fn fail(&mut self, error: &io::Error) {
        if self.probe_at.is_none() {
            self.probe_at = Some(Instant::now() + PROBE);
            self.state.failing.store(true, Relaxed);
            warn!("rooms cannot be written: {error}");
        }
    }

    /// Checks whether the files of rooms and the journal can be written.
    fn probe(&mut self) {
        let probed = FolderLock::check(&self.folder)
            .and_then(|()| room_file::probe(&self.folder))
            .and_then(|()| self.journal.sync());
        self.probe_at = probed.is_err().then(|| Instant::now() + PROBE);
        if probed.is_ok() {
            self.state.failing.store(false, Relaxed);
            warn!("rooms can be written again");
        }
    }

    /// Sets the index entry of a room. It is synced before the segment with the room's last lines
    /// is removed.
    fn note(&mut self, room: &str, entry: Option<&str>) {
        self.index.set(room, entry);
        self.journal.touch(INDEX);
    }

    fn delete(&mut self, room: &str) -> Result<(), LogError> {
        self.known.remove(room);
        room_file::delete(&self.folder, room).map_err(|error| storage(&error))?;
        self.note(room, None);
        Ok(())
    }

    /// Writes to the files, then to the journal with a single sync.
    fn write(&mut self, batch: Vec<Append>) {
        let mut waiting = Vec::with_capacity(batch.len());
        let mut in_files = Ok(());
        for append in batch {
            let refused = match self.write_files(&append) {
                Ok(Some((before, after, texts))) => {
                    waiting.push(Waiting { append, before, after, texts });
                    continue;
                }
                Ok(None) => LogError::Conflict,
                Err(error) => {
                    let refused = storage(&error);
                    if !is_of_room(&error) {
                        in_files = Err(error);
                    }
                    refused
                }
            };
            // The requester may be gone.
            let _ = append.done.send(Err(refused));
        }
        let mut journal = Vec::with_capacity(waiting.len());
        let files: Vec<_> = waiting.iter().map(|waiting| names(&waiting.append.room)).collect();
        for (waiting, files) in waiting.iter().zip(&files) {
            for (index, file) in files.iter().enumerate() {
                if !waiting.texts[index].is_empty() {
                    let (file, text) = (file.as_str().into(), waiting.texts[index].as_str().into());
                    journal.push(Written { file, at: waiting.before[index], text });
                }
            }
        }
        // So that a file missing at a start was deleted.
        let begins = journal.iter().any(|written| written.at == 0);
        let synced = if begins { sync_folder(&self.folder) } else { Ok(()) };
        let written = if journal.is_empty() { synced } else { synced.and_then(|()| self.journal.append(&journal)) };
        if let Err(error) = written.as_ref().and(in_files.as_ref()) {
            self.fail(error);
        }
        self.state.journal_bytes.store(self.journal.len(), Relaxed);
        // In reverse order, so that each append is cut off where it began.
        for Waiting { append, before, after, .. } in waiting.into_iter().rev() {
            let answer = match &written {
                Ok(()) => Ok(after[0] + after[1]),
                Err(error) => {
                    self.cut(&append.room, &before);
                    Err(storage(error))
                }
            };
            let _ = append.done.send(answer);
        }
    }

    /// Returns the lengths of the files before and after, and the texts; `None` if the room has
    /// another version.
    fn write_files(&mut self, append: &Append) -> io::Result<Option<FileTexts>> {
        let before = self.lengths(&append.room)?;
        if before[0] + before[1] != append.expected {
            // The files may have been restored by hand.
            self.known.remove(&append.room);
            return Ok(None);
        }
        let mut texts = [String::new(), String::new()];
        for line in &append.lines {
            let (text, line) = match line {
                LogLine::Room(line) => (&mut texts[0], line),
                LogLine::Match(line) => (&mut texts[1], line),
            };
            text.push_str(line);
            text.push('\n');
        }
        let mut after = before;
        for (index, name) in names(&append.room).iter().enumerate() {
            if let Err(error) = room_file::append(&self.folder.join(name), before[index], &texts[index]) {
                // A file of another length was changed by others, and stays unchanged.
                let written = if error.kind() == io::ErrorKind::InvalidData { index } else { index + 1 };
                self.cut(&append.room, &before[..written]);
                return Err(io::Error::new(error.kind(), format!("{name}: {error}")));
            }
            after[index] += texts[index].len() as u64;
        }
        self.known.insert(append.room.clone(), after);
        Ok(Some((before, after, texts)))
    }

    /// The lengths of a room's files. A torn last line was never acknowledged, and is cut off.
    fn lengths(&mut self, room: &str) -> io::Result<[u64; 2]> {
        if let Some(lengths) = self.known.get(room) {
            return Ok(*lengths);
        }
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        let mut lengths = [0; 2];
        for (length, name) in lengths.iter_mut().zip(names(room)) {
            let path = self.folder.join(name);
            *length = whole_lines(&path)?.len() as u64;
            room_file::cut(&path, *length)?;
        }
        if lengths == [0; 2] {
            // A room is not new because its folder is briefly missing.
            FolderLock::check(&self.folder)?;
        }
        self.known.insert(room.to_string(), lengths);
        Ok(lengths)
    }

    /// Cuts the files of a room to these lengths, and removes those that were created.
    fn cut(&mut self, room: &str, to: &[u64]) {
        self.known.remove(room);
        for (&length, name) in to.iter().zip(names(room)) {
            let path = self.folder.join(name);
            // If this fails, the length causes the room's next append to be refused.
            let _ = if length == 0 { fs::remove_file(path) } else { room_file::cut(&path, length) };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// On a full disk, short appends succeed and longer ones fail.
    #[test]
    fn only_a_probe_ends_the_alarm() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let _lock = FolderLock::take(folder).unwrap();
        let (journal, left) = Journal::open(folder, &room_file::sync).unwrap();
        let (index, _) = RoomIndex::open(folder, &BTreeSet::new()).unwrap();
        let state = Arc::<WriterState>::default();
        let mut writer = Writer::new(folder, journal, index, Settler::start(left).unwrap(), Arc::clone(&state));
        writer.fail(&io::ErrorKind::StorageFull.into());
        let (done, mut answer) = oneshot::channel();
        let lines = vec![LogLine::Room("{}".to_string())];
        writer.write(vec![Append { room: "a-00000000".to_string(), expected: 0, lines, done }]);
        assert_eq!(answer.try_recv().unwrap(), Ok(3));
        assert!(state.failing.load(Relaxed));
        let length = writer.journal.len();
        // A folder of this name makes writing the probe fail.
        let blocked = folder.join(room_file::PROBE);
        fs::create_dir(&blocked).unwrap();
        writer.probe();
        assert!(state.failing.load(Relaxed) && writer.probe_at.is_some());
        fs::remove_dir(&blocked).unwrap();
        writer.probe();
        assert!(!state.failing.load(Relaxed) && writer.probe_at.is_none());
        assert_eq!(writer.journal.len(), length);
        assert!(!blocked.exists());
    }
}
