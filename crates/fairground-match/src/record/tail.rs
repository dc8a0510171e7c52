//! Appending to a match file.

use std::io::{self, Seek, SeekFrom, Write};

use crate::platform::fs::{self, File};
use crate::platform::storage::NewFile;

/// The end of a file, with text to be appended.
#[derive(Debug)]
pub(super) struct Tail {
    file: File,
    /// The length of the intact part of the file.
    end: u64,
    /// Whether the file may have data after `end`, to be cut off.
    dirty: bool,
    /// Text not written yet.
    pending: Vec<u8>,
    /// Files to be synced to disk before more is written.
    unsynced: Vec<NewFile>,
}

impl Tail {
    /// Appends to a file after its first `end` bytes.
    pub fn new(file: File, end: u64) -> io::Result<Tail> {
        let dirty = file.metadata()?.len() > end;
        Ok(Tail { file, end, dirty, pending: Vec::new(), unsynced: Vec::new() })
    }

    /// Like [`Tail::new`] for a new file; `unsynced` is synced to disk before more is written.
    pub fn of_new(file: File, end: u64, unsynced: Vec<NewFile>) -> io::Result<Tail> {
        let mut tail = Tail::new(file, end)?;
        tail.unsynced = unsynced;
        Ok(tail)
    }

    /// Writes `text` after any pending text and syncs it to disk.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        self.pending.extend_from_slice(text.as_bytes());
        while let Some(new) = self.unsynced.first() {
            new.sync()?;
            self.unsynced.remove(0);
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        self.check_undisturbed()?;
        if self.dirty {
            self.file.set_len(self.end)?;
        }
        self.dirty = true;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&self.pending)?;
        self.file.sync_data()?;
        self.dirty = false;
        self.end += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Checks that no other program changed the file: not all programs respect locks.
    fn check_undisturbed(&self) -> io::Result<()> {
        let metadata = self.file.metadata()?;
        if fs::names(&metadata) == Some(0) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the file was deleted or replaced"));
        }
        if !self.dirty && metadata.len() != self.end {
            return Err(io::Error::other("another program changed the file"));
        }
        Ok(())
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        // Closing is not enough: a child process being started by another thread briefly has the
        // file open, too.
        let _ = self.file.unlock();
    }
}
