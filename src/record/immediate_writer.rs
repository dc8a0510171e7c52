//! Appending to a match file where there are no threads, and no disk to wait for.

use std::io;

use super::tail::Tail;
use crate::platform::fs::File;
use crate::platform::storage::NewFile;

/// The end of a file, to which texts are appended at once.
#[derive(Debug)]
pub(super) struct Writer(Tail);

impl Writer {
    /// Appends to a file of which the first `end` bytes are kept.
    pub fn new(file: File, end: u64) -> io::Result<Writer> {
        Ok(Writer(Tail::new(file, end)?))
    }

    /// The same for a file that was just made, as were these.
    pub fn of_new(file: File, end: u64, unsynced: Vec<NewFile>) -> io::Result<Writer> {
        let mut writer = Writer(Tail::of_new(file, end, unsynced)?);
        writer.flush()?;
        Ok(writer)
    }

    /// Appends a text, after those that could not be written before.
    pub fn append(&mut self, text: String) -> io::Result<()> {
        self.0.append(&text)
    }

    /// Tries again what could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.append("")
    }
}
