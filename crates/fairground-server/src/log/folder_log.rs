//! Rooms in a folder: for each a match file, `ID.jsonl`, and a file of its own, `ID.room`.

use std::collections::{BTreeSet, HashMap};
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tracing::warn;

use super::folder_lock::FolderLock;
use super::journal::Journal;
use super::journal_line::Written;
use super::request_files;
use super::room_file::{self, names, sync_folder, whole_lines};
use super::room_index::{INDEX, RoomIndex};
use super::room_log::{BoxFuture, IndexedRoom, LogError, LogLine, LogStatus, Request, RoomLog, StoredRoom};
use super::settler::Settler;

/// How often a failing journal is tried again.
const PROBE: Duration = Duration::from_secs(5);

/// The most jobs that are done together; their appends share one sync.
const BATCH: usize = 4096;

/// The length at which a segment of the journal is full, bytes. A start reads the texts of the last segment again.
const SEGMENT: u64 = 8 << 20;

/// The most rooms whose lengths the writer remembers.
const KNOWN: usize = 50_000;

/// A folder of rooms, used by one server at a time.
#[derive(Debug)]
pub struct FolderLog {
    folder: PathBuf,
    /// `None` only while it is dropped, which ends the thread.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    state: Arc<WriterState>,
    /// The index found at the start, until the first call of [`RoomLog::index`].
    index: Mutex<Vec<IndexedRoom>>,
    _lock: FolderLock,
}

/// The state of the writer, for the operator.
#[derive(Debug, Default)]
struct WriterState {
    /// Whether the last append failed.
    failing: AtomicBool,
    journal_bytes: AtomicU64,
}

/// A job for the thread that writes.
#[derive(Debug)]
enum Job {
    Append(Append),
    /// A new entry of a room for the index.
    Note(String, String),
    /// A room to delete.
    Delete(String, oneshot::Sender<Result<(), LogError>>),
}

/// Lines to append, and where the result goes.
#[derive(Debug)]
struct Append {
    room: String,
    expected: u64,
    lines: Vec<LogLine>,
    done: oneshot::Sender<Result<u64, LogError>>,
}

impl FolderLog {
    /// Locks a folder, which is created if it is missing, and recovers its rooms from the journal.
    ///
    /// # Errors
    /// If another server uses it, or the system refuses.
    pub fn open(folder: &Path) -> io::Result<FolderLog> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        // It holds the secrets of matches in play.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
        let lock = FolderLock::take(folder)?;
        request_files::create_folder(folder)?;
        let (journal, left) = Journal::open(folder, &room_file::sync)?;
        let in_journal: BTreeSet<_> = left.iter().flat_map(|segment| segment.touched()).cloned().collect();
        let (index, rooms) = RoomIndex::open(folder, &in_journal)?;
        let (jobs, received) = mpsc::channel();
        let state = Arc::<WriterState>::default();
        let mut writer = Writer {
            folder: folder.to_path_buf(),
            journal,
            index,
            settler: Settler::start(left)?,
            state: Arc::clone(&state),
            known: HashMap::new(),
        };
        let thread = thread::Builder::new().name("rooms".to_string()).spawn(move || writer.run(&received))?;
        let index = Mutex::new(rooms);
        Ok(FolderLog {
            folder: folder.to_path_buf(),
            jobs: Some(jobs),
            thread: Some(thread),
            state,
            index,
            _lock: lock,
        })
    }

    /// The match file of a room.
    #[must_use]
    pub fn match_file(folder: &Path, room: &str) -> PathBuf {
        let [_, record] = names(room);
        folder.join(record)
    }

    fn send(&self, job: Job) -> Result<(), LogError> {
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).map_err(|_| stopped())
    }
}

impl Drop for FolderLog {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic.
            let _ = thread.join();
        }
    }
}

impl RoomLog for FolderLog {
    fn read<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<Option<StoredRoom>, LogError>> {
        let (folder, room) = (self.folder.clone(), room.to_string());
        Box::pin(blocking(move || read_room(&folder, &room)))
    }

    fn append<'a>(&'a self, room: &'a str, expected: u64, lines: Vec<LogLine>) -> BoxFuture<'a, Result<u64, LogError>> {
        Box::pin(async move {
            let (done, answer) = oneshot::channel();
            self.send(Job::Append(Append { room: room.to_string(), expected, lines, done }))?;
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

    fn delete<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<(), LogError>> {
        Box::pin(async move {
            let (done, answer) = oneshot::channel();
            self.send(Job::Delete(room.to_string(), done))?;
            answer.await.map_err(|_| stopped())?
        })
    }

    fn index(&self) -> BoxFuture<'_, Result<Vec<IndexedRoom>, LogError>> {
        let rooms = std::mem::take(&mut *self.index.lock().unwrap_or_else(PoisonError::into_inner));
        Box::pin(async { Ok(rooms) })
    }

    fn note(&self, room: &str, entry: String) {
        // A writer that has stopped leaves the index to the next start.
        let _ = self.send(Job::Note(room.to_string(), entry));
    }

    fn requests(&self) -> BoxFuture<'_, Vec<Request>> {
        let folder = self.folder.clone();
        // A folder that cannot be read now is read again soon.
        Box::pin(async { blocking(move || request_files::pending(&folder)).await.unwrap_or_default() })
    }

    fn answer(&self, request: &Request, answer: String) -> BoxFuture<'_, Result<(), LogError>> {
        let (folder, id) = (self.folder.clone(), request.id.clone());
        Box::pin(blocking(move || request_files::answer(&folder, &id, &answer)))
    }
}

/// Runs file operations off the threads that serve.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T, LogError> {
    spawn_blocking(work).await.map_err(|error| storage(&error))?.map_err(|error| storage(&error))
}

/// Reads the files of a room.
pub(crate) fn read_room(folder: &Path, room: &str) -> io::Result<Option<StoredRoom>> {
    let [own, record] = names(room).map(|name| whole_lines(&folder.join(name)));
    let (room, record) = (own?, record?);
    if room.is_empty() {
        // A folder that is away for a moment does not mean that the room is gone.
        FolderLock::check(folder)?;
    }
    let version = (room.len() + record.len()) as u64;
    Ok((!room.is_empty()).then_some(StoredRoom { room, record, version }))
}

fn storage(error: &impl ToString) -> LogError {
    LogError::Storage(error.to_string())
}

fn stopped() -> LogError {
    LogError::Storage("the writer has stopped".to_string())
}

/// The thread that writes.
struct Writer {
    folder: PathBuf,
    journal: Journal,
    index: RoomIndex,
    settler: Settler,
    state: Arc<WriterState>,
    /// The file lengths of rooms that were written to recently.
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
    fn run(&mut self, jobs: &Receiver<Job>) {
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
                match self.journal.turn() {
                    Ok(full) => self.settler.push(full),
                    // The segment keeps growing, and the next append tries again.
                    Err(error) => warn!("the journal cannot begin a new segment: {error}"),
                }
            }
        }
        self.index.close();
    }

    /// Waits for a job. A failing journal is tried again regularly, so that its recovery is noticed without an append.
    fn next(&mut self, jobs: &Receiver<Job>) -> Option<Job> {
        while self.state.failing.load(Relaxed) {
            match jobs.recv_timeout(PROBE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let probed = self.journal.append(&[]);
                    self.report(&probed);
                }
            }
        }
        jobs.recv().ok()
    }

    /// Notes whether the journal works, for the operator.
    fn report(&self, written: &io::Result<()>) {
        match (written, self.state.failing.swap(written.is_err(), Relaxed)) {
            (Err(error), false) => warn!("rooms cannot be written: {error}"),
            (Ok(()), true) => warn!("rooms can be written again"),
            _ => {}
        }
        self.state.journal_bytes.store(self.journal.len(), Relaxed);
    }

    /// Sets the entry of a room in the index, which is synced before the segment that has the room's last lines is removed.
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

    /// Writes to the files, and then to the journal, which is synced once.
    fn write(&mut self, batch: Vec<Append>) {
        let mut waiting = Vec::with_capacity(batch.len());
        for append in batch {
            match self.write_files(&append) {
                Ok((before, after, texts)) => waiting.push(Waiting { append, before, after, texts }),
                // The requester may be gone.
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
        // A file that is missing at a start was therefore deleted.
        let begins = journal.iter().any(|written| written.at == 0);
        let synced = if begins { sync_folder(&self.folder) } else { Ok(()) };
        let written = if journal.is_empty() { synced } else { synced.and_then(|()| self.journal.append(&journal)) };
        self.report(&written);
        // Last to first, so that each append is cut off where it began.
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
                // A file with another length was changed from outside, and is left alone.
                let written = if error.kind() == io::ErrorKind::InvalidData { index } else { index + 1 };
                self.cut(&append.room, &before[..written]);
                return Err(storage(&format!("{name}: {error}")));
            }
            after[index] += texts[index].len() as u64;
        }
        self.known.insert(append.room.clone(), after);
        Ok((before, after, texts))
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
        self.known.insert(room.to_string(), lengths);
        Ok(lengths)
    }

    /// Cuts the files of a room to these lengths.
    fn cut(&mut self, room: &str, to: &[u64]) {
        self.known.remove(room);
        for (&length, name) in to.iter().zip(names(room)) {
            // If this fails, the room's next append is refused because of the length.
            let _ = room_file::cut(&self.folder.join(name), length);
        }
    }
}
