//! Rooms in a folder. Each has a match file, `ID.jsonl`, and its own file, `ID.room`.

use std::collections::BTreeSet;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::folder_lock::FolderLock;
use super::journal::Journal;
use super::kept_time::{keep_time, kept_time};
use super::request_files;
use super::room_file::{self, names, read_room};
use super::room_index::RoomIndex;
use super::room_log::{BoxFuture, IndexedRoom, LogError, LogLine, LogStatus, Request, RoomLog, StoredRoom};
use super::settler::Settler;
use super::writer::{Append, Job, Writer, WriterState, storage};

/// A folder of rooms, used by one server at a time.
#[derive(Debug)]
pub struct FolderLog {
    folder: PathBuf,
    /// `None` only during drop, which ends the thread.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    state: Arc<WriterState>,
    /// The index found at the start, until [`RoomLog::index`] is first called.
    index: Mutex<Vec<IndexedRoom>>,
    _lock: FolderLock,
}

impl FolderLog {
    /// Locks a folder, creating it if it is missing, and recovers its rooms from the journal.
    ///
    /// # Errors
    /// If another server uses it, or the system refuses.
    pub fn open(folder: &Path) -> io::Result<FolderLog> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        // The folder holds the secrets of matches in progress.
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
        let mut writer = Writer::new(folder, journal, index, Settler::start(left)?, Arc::clone(&state));
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
            is_missing: FolderLock::check(&self.folder).is_err(),
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
        // If the writer has stopped, the next start updates the index.
        let _ = self.send(Job::Note(room.to_string(), entry));
    }

    fn kept_time(&self) -> Option<u64> {
        kept_time(&self.folder)
    }

    fn keep_time(&self, time: u64) {
        // If this fails, the newest activity in a room counts at the next start.
        let _ = keep_time(&self.folder, time);
    }

    fn requests(&self) -> BoxFuture<'_, Vec<Request>> {
        let folder = self.folder.clone();
        // If the folder cannot be read now, it is read again soon.
        Box::pin(async { blocking(move || request_files::pending(&folder)).await.unwrap_or_default() })
    }

    fn answer(&self, request: &Request, answer: String) -> BoxFuture<'_, Result<(), LogError>> {
        let (folder, id) = (self.folder.clone(), request.id.clone());
        Box::pin(blocking(move || request_files::answer(&folder, &id, &answer)))
    }
}

/// Runs file operations off the serving threads.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T, LogError> {
    spawn_blocking(work).await.map_err(|error| storage(&error))?.map_err(|error| storage(&error))
}

fn stopped() -> LogError {
    LogError::Storage("the writer has stopped".to_string())
}
