//! A match file that is locked and appended to.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::VERSION;
use super::error::RecordError;
use super::model::{MatchEvent, Record};
use super::reader::Reader;
use super::writer::Writer;
use crate::platform::fs::{self, File, OpenOptions};
use crate::platform::storage::{self, NewFile, canonical, sync, sync_folder_of, written_beside};

/// A match file that this program has locked for writing. It is not changed until its contents are
/// checked.
#[derive(Debug)]
pub(crate) struct LockedMatchFile {
    file: PathBuf,
    handle: File,
}

impl LockedMatchFile {
    /// Locks a match file and starts to read it.
    ///
    /// # Errors
    /// If another program has locked the file, it is not writable, or [`Reader::open`] fails.
    pub fn open(file: &Path) -> Result<(Self, Reader<'static>), RecordError> {
        let opened = OpenOptions::new().read(true).write(true).open(file);
        let handle = opened.map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => RecordError::Read { file: file.to_path_buf(), source },
            _ => RecordError::Write { file: file.to_path_buf(), source },
        })?;
        lock(file, &handle)?;
        let read = handle.try_clone().map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
        let reader = Reader::new(file, Box::new(BufReader::new(read)))?;
        Ok((LockedMatchFile { file: canonical(file), handle }, reader))
    }
}

/// Appends the events of a match in progress to its file, on its own thread. Written lines never
/// change. Dropping it waits until everything is on disk.
#[derive(Debug)]
pub struct Journal {
    file: PathBuf,
    writer: Writer,
    /// The replaced file of version 1. It stays locked for programs that opened it before.
    _replaced: Option<File>,
}

impl Journal {
    /// Creates a match file that appears complete with the whole record. The appending thread syncs
    /// it to disk.
    ///
    /// # Errors
    /// If the file already exists, or the system refuses.
    pub fn create(file: &Path, record: &Record) -> Result<Self, RecordError> {
        Journal::create_after(None, file, record)
    }

    /// Like [`Journal::create`], but syncs the file of the secret first.
    pub(crate) fn create_after(secret: Option<NewFile>, file: &Path, record: &Record) -> Result<Self, RecordError> {
        let failed = |source| RecordError::Write { file: file.to_path_buf(), source };
        if file.is_dir() {
            return Err(RecordError::Folder { file: file.to_path_buf() });
        }
        // Checked early, so that no file is written in vain.
        if fs::symlink_metadata(file).is_ok() {
            return Err(RecordError::Exists { file: file.to_path_buf() });
        }
        let text = record.to_text().map_err(|error| failed(error.into()))?;
        let fresh = written_beside(file, &text, false).map_err(failed)?;
        lock(file, fresh.as_file())?;
        let handle = fresh.persist_noclobber(file).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => RecordError::Exists { file: file.to_path_buf() },
            _ => failed(error.error),
        })?;
        let new = NewFile { handle: handle.try_clone().map_err(failed)?, path: canonical(file) };
        let file = new.path.clone();
        let unsynced = secret.into_iter().chain([new]).collect();
        let writer = Writer::of_new(handle, text.len() as u64, unsynced).map_err(failed)?;
        Ok(Journal { file, writer, _replaced: None })
    }

    /// Resumes a file whose record was checked. A file of version 1 is replaced atomically by an
    /// equivalent one of the current version.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn resume(claim: LockedMatchFile, record: &mut Record) -> Result<Self, RecordError> {
        let LockedMatchFile { file, handle } = claim;
        let failed = |source| RecordError::Write { file: file.clone(), source };
        if record.header.version == VERSION {
            let torn = record.torn().map_or(0, |torn| torn.bytes as u64);
            let end = handle.metadata().map_err(failed)?.len().saturating_sub(torn);
            let writer = Writer::new(handle, end).map_err(failed)?;
            return Ok(Journal { file, writer, _replaced: None });
        }
        let text = record.to_text().map_err(|error| failed(error.into()))?;
        let fresh = written_beside(&file, &text, false).map_err(failed)?;
        // The contents must be on disk before the file replaces the old one.
        sync(fresh.as_file()).map_err(failed)?;
        lock(&file, fresh.as_file())?;
        let new = fresh.persist(&file).map_err(|error| failed(error.error))?;
        sync_folder_of(&file).map_err(failed)?;
        record.header.version = VERSION;
        let writer = Writer::new(new, text.len() as u64).map_err(failed)?;
        Ok(Journal { file, writer, _replaced: Some(handle) })
    }

    /// The match file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Queues events to be appended together, without waiting for the disk.
    ///
    /// # Errors
    /// If an earlier write failed; these events are then not appended.
    pub fn append(&mut self, events: &[MatchEvent]) -> Result<(), RecordError> {
        let failed = |source| RecordError::Write { file: self.file.clone(), source };
        let lines = events.iter().map(MatchEvent::to_line).collect::<Result<String, _>>();
        let lines = lines.map_err(|error| failed(error.into()))?;
        self.writer.append(lines).map_err(failed)
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    /// If a write failed. The next call of any method retries it.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.writer.flush().map_err(|source| RecordError::Write { file: self.file.clone(), source })
    }
}

fn lock(file: &Path, handle: &File) -> Result<(), RecordError> {
    storage::lock(handle).map_err(|source| match source.kind() {
        io::ErrorKind::WouldBlock => RecordError::Locked { file: file.to_path_buf() },
        _ => RecordError::Write { file: file.to_path_buf(), source },
    })
}
