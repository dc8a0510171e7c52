//! The end of a match file, as it grows.

use std::io::{self, Seek, SeekFrom, Write};

use crate::platform::fs::{self, File};
use crate::platform::storage::NewFile;

/// The end of a file.
#[derive(Debug)]
pub(super) struct Tail {
    file: File,
    /// How much of the file is known to be whole.
    end: u64,
    /// Whether something may stand behind that, which is to be cut off.
    dirty: bool,
    /// The text not written yet.
    pending: Vec<u8>,
    /// To be on the disk before more is written.
    unsynced: Vec<NewFile>,
}

impl Tail {
    /// The end of this file, of which the first `end` bytes are kept.
    pub fn new(file: File, end: u64) -> io::Result<Tail> {
        let dirty = file.metadata()?.len() > end;
        Ok(Tail { file, end, dirty, pending: Vec::new(), unsynced: Vec::new() })
    }

    /// The same, of a file that was just made. Before more is written, these have to be on the disk.
    pub fn of_new(file: File, end: u64, unsynced: Vec<NewFile>) -> io::Result<Tail> {
        let mut tail = Tail::new(file, end)?;
        tail.unsynced = unsynced;
        Ok(tail)
    }

    /// Writes a text behind what could not be written before, and waits for the disk.
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

    /// A lock keeps out only those who ask for it.
    fn check_undisturbed(&self) -> io::Result<()> {
        let metadata = self.file.metadata()?;
        if fs::names(&metadata) == Some(0) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the file was deleted or replaced"));
        }
        if !self.dirty && metadata.len() != self.end {
            return Err(io::Error::other("another program has changed the file"));
        }
        Ok(())
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that another thread is just starting has it open too, for a moment.
        let _ = self.file.unlock();
    }
}
