use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;

use crate::play::{Match, PlayError};

/// Where matches that are begun in the window are recorded.
#[derive(Resource, Debug, Default)]
pub struct MatchRecorder {
    /// The file of the next one, if a person has named it.
    pub next: Option<PathBuf>,
    /// The folder of all others; `None` records none.
    pub folder: Option<PathBuf>,
}

impl MatchRecorder {
    /// Records a match from now on; where it is recorded, if it is.
    ///
    /// # Errors
    /// If the file or its folder cannot be written.
    pub fn record(&mut self, running: &mut Match) -> Result<Option<PathBuf>, PlayError> {
        let named = self.next.take();
        let Some(file) = named.or_else(|| self.own_file(running)) else { return Ok(None) };
        if let Some(folder) = file.parent() {
            // Writing the file says what is wrong if there is no folder.
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
