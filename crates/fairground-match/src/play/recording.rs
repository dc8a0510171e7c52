//! The destination of a match's events: a match file or none.

use std::path::Path;

use crate::record::Journal;
use crate::record::{MatchEvent, RecordError};

/// Records a match in a file, if any. In a browser, which has no files, the caller takes the events
/// from the match's record.
#[derive(Debug, Default)]
pub(super) struct Recording {
    journal: Option<Journal>,
}

impl Recording {
    /// Queues events for the file.
    pub fn append(&mut self, events: &[MatchEvent]) -> Result<(), RecordError> {
        if let Some(journal) = self.journal.as_mut().filter(|_| !events.is_empty()) {
            return journal.append(events);
        }
        Ok(())
    }

    /// Waits until the file has everything.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        if let Some(journal) = &mut self.journal {
            return journal.flush();
        }
        Ok(())
    }

    /// The match file, if any.
    pub fn file(&self) -> Option<&Path> {
        if let Some(journal) = &self.journal {
            return Some(journal.file());
        }
        None
    }
}

impl From<Journal> for Recording {
    fn from(journal: Journal) -> Recording {
        Recording { journal: Some(journal) }
    }
}
