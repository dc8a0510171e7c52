//! Earlier matches, and the window that lists them.

use std::path::Path;

use bevy::prelude::Resource;

use super::file_choice::FileChoice;
use crate::play::Match;
use crate::session::{KeptList, KeptMatch, MatchRecorder, Session, WakeUp};

/// The list of matches in the folder, for the panels.
#[derive(Resource, Default)]
pub struct KeptMatches {
    list: KeptList,
    /// Whether the window is open.
    pub open: bool,
    /// The path being typed.
    pub file: String,
    /// The window in which a file is chosen.
    pub choice: FileChoice,
}

impl KeptMatches {
    /// Re-reads the folder when the list is next needed.
    pub fn refresh(&mut self) {
        self.list.refresh();
    }

    /// Takes the list when it has been read, and starts reading if needed.
    pub fn update(&mut self, session: &Session, recorder: &MatchRecorder, wake: &WakeUp) {
        self.list.look(recorder.folder.as_deref(), session.live_match().and_then(Match::recorded_in), wake);
    }

    /// The matches, the newest first; `None` until they have been read.
    pub fn list(&self) -> Option<&[KeptMatch]> {
        self.list.is_read().then(|| self.list.matches())
    }

    /// The match to continue: `last`, the last one on the table, or else the newest unfinished one.
    pub fn left(&self, last: Option<&Path>) -> Option<&KeptMatch> {
        let left = || self.list().unwrap_or_default().iter().filter(|kept| kept.goes_on());
        left().find(|kept| Some(kept.file.as_path()) == last).or_else(|| left().next())
    }

    /// The files that could not be read, with the reasons.
    pub fn errors(&self) -> &[String] {
        self.list.errors()
    }
}
