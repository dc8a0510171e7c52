//! Synchronous appending to a match file, for platforms without threads or slow disks.

use std::io;

use super::tail::Tail;
use crate::platform::fs::File;
use crate::platform::storage::NewFile;

/// The end of a file, to which texts are appended immediately.
#[derive(Debug)]
pub(super) struct Writer(Tail);

impl Writer {
    /// Appends to a file after its first `end` bytes.
    pub fn new(file: File, end: u64) -> io::Result<Writer> {
        Ok(Writer(Tail::new(file, end)?))
    }

    /// Like [`Writer::new`] for a new file; `unsynced` is synced to disk first.
    pub fn of_new(file: File, end: u64, unsynced: Vec<NewFile>) -> io::Result<Writer> {
        let mut writer = Writer(Tail::of_new(file, end, unsynced)?);
        writer.flush()?;
        Ok(writer)
    }

    /// Appends a text after any that could not be written before.
    pub fn append(&mut self, text: String) -> io::Result<()> {
        self.0.append(&text)
    }

    /// Retries writing pending texts.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.append("")
    }
}
