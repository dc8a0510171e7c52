//! Rooms in a folder: for each a match file, `ID.jsonl`, and a file of its own, `ID.room`.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::journal::Journal;
use super::journal_line::Written;
use super::room_file::{self, sync_folder, whole_lines};
use super::room_log::{Later, LogError, LogLine, LogStatus, RoomLog, StoredRoom};
use super::settler::Settler;
use crate::server::report::warn;

/// The file by which one server has the folder.
const LOCK: &str = "lock";

/// How often a journal that fails is tried again.
const PROBE: Duration = Duration::from_secs(5);

/// The most appends that are synced together.
const BATCH: usize = 4096;

/// A segment of the journal with more bytes is full.
const SEGMENT: u64 = 32 << 20;

/// The most rooms whose lengths the writer keeps in mind.
const KNOWN: usize = 50_000;

/// A folder of rooms. Only one server at a time has it.
#[derive(Debug)]
pub struct FolderLog {
    folder: PathBuf,
    /// `None` only while it is dropped, which ends the thread.
    appends: Option<Sender<Append>>,
    thread: Option<JoinHandle<()>>,
    state: Arc<WriterState>,
    /// Locked as long as this lives.
    _lock: File,
}

/// The state of the writer, for the operator.
#[derive(Debug, Default)]
struct WriterState {
    /// Whether the last append failed.
    failing: AtomicBool,
    journal_bytes: AtomicU64,
}

/// What a room waits for.
#[derive(Debug)]
struct Append {
    room: String,
    expected: u64,
    lines: Vec<LogLine>,
    done: oneshot::Sender<Result<u64, LogError>>,
}

impl FolderLog {
    /// Takes a folder, which is made if there is none, and brings it to where the last server left it.
    ///
    /// # Errors
    /// If another server has it, or the system refuses.
    pub fn open(folder: &Path) -> io::Result<FolderLog> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        // The secrets of matches that are not over lie in it.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(folder.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another server has this folder"));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let journal = Journal::open(folder)?;
        let (appends, received) = mpsc::channel();
        let state = Arc::<WriterState>::default();
        let mut writer = Writer {
            folder: folder.to_path_buf(),
            journal,
            settler: Settler::start()?,
            state: Arc::clone(&state),
            known: HashMap::new(),
        };
        let thread = thread::Builder::new().name("rooms".to_string()).spawn(move || writer.run(&received))?;
        Ok(FolderLog { folder: folder.to_path_buf(), appends: Some(appends), thread: Some(thread), state, _lock: lock })
    }

    /// The match file of a room.
    #[must_use]
    pub fn match_file(folder: &Path, room: &str) -> PathBuf {
        folder.join(format!("{room}.jsonl"))
    }
}

impl Drop for FolderLog {
    fn drop(&mut self) {
        self.appends = None;
        if let Some(thread) = self.thread.take() {
            // It has no panic to tell of.
            let _ = thread.join();
        }
    }
}

impl RoomLog for FolderLog {
    fn read<'a>(&'a self, room: &'a str) -> Later<'a, Result<Option<StoredRoom>, LogError>> {
        let files = names(room).map(|name| self.folder.join(name));
        let lock = self.folder.join(LOCK);
        Box::pin(async move {
            let read = spawn_blocking(move || -> io::Result<Option<StoredRoom>> {
                let [room, record] = files.each_ref().map(|file| whole_lines(file));
                let (room, record) = (room?, record?);
                if room.is_empty() {
                    // A folder that is away for a moment is no reason to say that there is no such room.
                    fs::metadata(lock)?;
                }
                let version = (room.len() + record.len()) as u64;
                Ok((!room.is_empty()).then_some(StoredRoom { room, record, version }))
            });
            read.await.map_err(|error| storage(&error))?.map_err(|error| storage(&error))
        })
    }

    fn append<'a>(&'a self, room: &'a str, expected: u64, lines: Vec<LogLine>) -> Later<'a, Result<u64, LogError>> {
        Box::pin(async move {
            let (done, answer) = oneshot::channel();
            let append = Append { room: room.to_string(), expected, lines, done };
            let stopped = || LogError::Storage("the writer has stopped".to_string());
            self.appends.as_ref().ok_or_else(stopped)?.send(append).map_err(|_| stopped())?;
            answer.await.map_err(|_| stopped())?
        })
    }

    fn status(&self) -> LogStatus {
        LogStatus {
            failing: self.state.failing.load(Relaxed),
            journal_bytes: self.state.journal_bytes.load(Relaxed),
            disk_free: fs4::available_space(&self.folder).ok(),
        }
    }

    fn rooms(&self) -> Later<'_, Result<Vec<String>, LogError>> {
        let folder = self.folder.clone();
        Box::pin(async move {
            let list = spawn_blocking(move || -> io::Result<Vec<String>> {
                let mut rooms = Vec::new();
                for entry in fs::read_dir(folder)? {
                    let name = entry?.file_name();
                    rooms.extend(name.to_str().and_then(|name| name.strip_suffix(".room")).map(str::to_string));
                }
                Ok(rooms)
            });
            list.await.map_err(|error| storage(&error))?.map_err(|error| storage(&error))
        })
    }
}

/// The files of a room: its own, and the match file.
fn names(room: &str) -> [String; 2] {
    [format!("{room}.room"), format!("{room}.jsonl")]
}

fn storage(error: &impl ToString) -> LogError {
    LogError::Storage(error.to_string())
}

/// The thread that writes.
struct Writer {
    folder: PathBuf,
    journal: Journal,
    settler: Settler,
    state: Arc<WriterState>,
    /// The lengths of the files of rooms that were written to lately.
    known: HashMap<String, [u64; 2]>,
}

/// An append that is in the files, and waits for the journal.
struct Waiting {
    append: Append,
    before: [u64; 2],
    after: [u64; 2],
    texts: [String; 2],
}

impl Writer {
    fn run(&mut self, appends: &Receiver<Append>) {
        while let Some(first) = self.next(appends) {
            let mut batch = vec![first];
            batch.extend(appends.try_iter().take(BATCH - 1));
            self.write(batch);
            if self.journal.len() > SEGMENT {
                match self.journal.turn() {
                    Ok(full) => self.settler.push(full),
                    // The segment grows on, and the next append tries again.
                    Err(error) => warn(&format!("the journal cannot begin a new segment: {error}")),
                }
            }
        }
    }

    /// Waits for an append. A journal that fails is tried again and again, so that its end is noticed without one.
    fn next(&mut self, appends: &Receiver<Append>) -> Option<Append> {
        while self.state.failing.load(Relaxed) {
            match appends.recv_timeout(PROBE) {
                Ok(append) => return Some(append),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let probed = self.journal.append(&[]);
                    self.note(&probed);
                }
            }
        }
        appends.recv().ok()
    }

    /// Notes whether the journal works, for the operator.
    fn note(&self, written: &io::Result<()>) {
        match (written, self.state.failing.swap(written.is_err(), Relaxed)) {
            (Err(error), false) => warn(&format!("nothing is kept until this ends: {error}")),
            (Ok(()), true) => warn("rooms are kept again"),
            _ => {}
        }
        self.state.journal_bytes.store(self.journal.len(), Relaxed);
    }

    /// Writes to the files, and then to the journal, which is synced once for all.
    fn write(&mut self, batch: Vec<Append>) {
        let mut waiting = Vec::with_capacity(batch.len());
        for append in batch {
            match self.write_files(&append) {
                Ok((before, after, texts)) => waiting.push(Waiting { append, before, after, texts }),
                // Who has gone does not want to know.
                Err(error) => drop(append.done.send(Err(error))),
            }
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
        // So that a file which is missing at a start is one that was deleted.
        let begins = journal.iter().any(|written| written.at == 0);
        let synced = if begins { sync_folder(&self.folder) } else { Ok(()) };
        let written = if journal.is_empty() { synced } else { synced.and_then(|()| self.journal.append(&journal)) };
        self.note(&written);
        // The last first, so that each is cut off to where it began.
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

    fn write_files(&mut self, append: &Append) -> Result<([u64; 2], [u64; 2], [String; 2]), LogError> {
        let before = self.lengths(&append.room).map_err(|error| storage(&error))?;
        if before[0] + before[1] != append.expected {
            return Err(LogError::Conflict);
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
                // A file of another length than expected was changed by somebody else, and is left alone.
                let written = if error.kind() == io::ErrorKind::InvalidData { index } else { index + 1 };
                self.cut(&append.room, &before[..written]);
                return Err(storage(&format!("{name}: {error}")));
            }
            after[index] += texts[index].len() as u64;
        }
        self.known.insert(append.room.clone(), after);
        Ok((before, after, texts))
    }

    /// The lengths of the files of a room. Half a line at the end, of which nobody was told, is cut off.
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
        self.known.insert(room.to_string(), lengths);
        Ok(lengths)
    }

    /// Has the files of a room end where they ended before.
    fn cut(&mut self, room: &str, to: &[u64]) {
        self.known.remove(room);
        for (&length, name) in to.iter().zip(names(room)) {
            // What cannot be cut off is found by its length: the room's next append is refused.
            let _ = room_file::cut(&self.folder.join(name), length);
        }
    }
}
