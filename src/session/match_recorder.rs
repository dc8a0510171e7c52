use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;

use super::KeptMatch;
use crate::play::{Match, PlayError};

/// Records the matches that are begun in the window, and knows those that were.
#[derive(Resource, Debug, Clone, Default)]
pub struct MatchRecorder {
    /// The file for the next match, if the user has named one.
    pub next: Option<PathBuf>,
    /// The folder for all others; `None` to record none.
    pub folder: Option<PathBuf>,
    /// The file of the match on the table.
    current: Option<PathBuf>,
}

impl MatchRecorder {
    /// Records in these: the first match in `next`, if that is named, and all others in the folder.
    #[must_use]
    pub fn new(next: Option<PathBuf>, folder: Option<PathBuf>) -> MatchRecorder {
        MatchRecorder { next, folder, current: None }
    }

    /// Starts recording a match, and returns the file, or `None` if it is not recorded.
    ///
    /// # Errors
    /// If the file or its folder cannot be written.
    pub fn record(&mut self, running: &mut Match) -> Result<Option<PathBuf>, PlayError> {
        let named = self.next.take();
        self.current = None;
        let Some(file) = named.or_else(|| self.own_file(running)) else { return Ok(None) };
        if let Some(folder) = file.parent() {
            // If this fails, so does writing the file, with a better message.
            let _ = std::fs::create_dir_all(folder);
        }
        running.record_to(&file)?;
        self.current = Some(file.clone());
        Ok(Some(file))
    }

    /// Goes on with the match in a file, and with recording it there.
    ///
    /// # Errors
    /// If the file cannot be read or written, or does not agree with the rules.
    pub fn resume(&mut self, file: PathBuf) -> Result<Match, PlayError> {
        let resumed = Match::resume(&file)?;
        self.current = Some(file);
        Ok(resumed)
    }

    /// The file of the match on the table, if it is recorded.
    #[must_use]
    pub fn current(&self) -> Option<&Path> {
        self.current.as_deref()
    }

    /// The matches in the folder but the one on the table, the newest first.
    #[must_use]
    pub fn kept(&self) -> Vec<KeptMatch> {
        let mut kept = self.folder.as_deref().map(KeptMatch::list).unwrap_or_default();
        kept.retain(|kept| Some(&kept.file) != self.current.as_ref());
        kept
    }

    fn own_file(&self, running: &Match) -> Option<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}.jsonl", running.game().info().id, now.as_millis());
        Some(self.folder.as_ref()?.join(name))
    }
}
