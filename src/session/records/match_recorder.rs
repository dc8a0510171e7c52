//! The recording of matches.

use std::path::PathBuf;

use bevy::prelude::*;
use web_time::{SystemTime, UNIX_EPOCH};

use crate::platform::fs;
use crate::play::{Match, PlayError};

/// Chooses the files in which the window's matches are recorded.
#[derive(Resource, Debug, Clone, Default)]
pub struct MatchRecorder {
    /// The file for the next match, if the user named one.
    pub next: Option<PathBuf>,
    /// The folder for all other matches; `None` not to record them.
    pub folder: Option<PathBuf>,
}

impl MatchRecorder {
    /// Records the first match in `next`, if given, and all others in the folder.
    #[must_use]
    pub fn new(next: Option<PathBuf>, folder: Option<PathBuf>) -> MatchRecorder {
        MatchRecorder { next, folder }
    }

    /// Starts recording a match, if there is a file for it.
    ///
    /// # Errors
    /// If the file or its folder cannot be written.
    pub fn record(&mut self, running: &mut Match) -> Result<(), PlayError> {
        let named = self.next.take();
        let Some(file) = named.or_else(|| self.own_file(running)) else { return Ok(()) };
        if let Some(folder) = file.parent() {
            // If this fails, writing the file fails too, with a better message.
            let _ = fs::create_dir_all(folder);
        }
        running.record_to(&file)
    }

    /// Saves a match played in a room after its end, once its secret is known.
    ///
    /// # Errors
    /// If the file or its folder cannot be written.
    pub fn record_of_room(&self, played: &mut Match, room: &str) -> Result<(), PlayError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = folder.join(format!("{}-room-{room}.jsonl", played.game().info().id));
        if fs::exists(&file).unwrap_or(false) || played.is_recorded() {
            return Ok(());
        }
        // If this fails, writing the file fails too, with a better message.
        let _ = fs::create_dir_all(folder);
        played.record_to(&file)
    }

    fn own_file(&self, running: &Match) -> Option<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}.jsonl", running.game().info().id, now.as_millis());
        Some(self.folder.as_ref()?.join(name))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchRecorder>();
}
