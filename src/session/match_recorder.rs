use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;

use crate::play::{Match, PlayError};

/// Records the matches that are begun in the window.
#[derive(Resource, Debug, Default)]
pub struct MatchRecorder {
    /// The file for the next match, if the user has named one.
    pub next: Option<PathBuf>,
    /// The folder for all others; `None` to record none.
    pub folder: Option<PathBuf>,
}

impl MatchRecorder {
    /// Starts recording a match, and returns the file, or `None` if it is not recorded.
    ///
    /// # Errors
    /// If the file or its folder cannot be written.
    pub fn record(&mut self, running: &mut Match) -> Result<Option<PathBuf>, PlayError> {
        let named = self.next.take();
        let Some(file) = named.or_else(|| self.own_file(running)) else { return Ok(None) };
        if let Some(folder) = file.parent() {
            // If this fails, so does writing the file, with a better message.
            let _ = std::fs::create_dir_all(folder);
        }
        running.record_to(&file)?;
        Ok(Some(file))
    }

    fn own_file(&self, running: &Match) -> Option<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}.jsonl", running.game().info().id, now.as_millis());
        Some(self.folder.as_ref()?.join(name))
    }
}
