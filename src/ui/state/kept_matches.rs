//! The matches that were played before, and the window that lists them.

use crate::session::{KeptList, KeptMatch, MatchRecorder, Session, WakeUp};

/// The panels' list of the matches kept in the folder.
#[derive(Default)]
pub struct KeptMatches {
    list: KeptList,
    /// Whether the window is open.
    pub open: bool,
    /// The file that is being typed.
    pub file: String,
}

impl KeptMatches {
    /// Reads the folder anew when it is needed next.
    pub fn refresh(&mut self) {
        self.list.refresh();
    }

    /// Takes the list if it has been read, and starts reading if needed.
    pub fn update(&mut self, session: &Session, recorder: &MatchRecorder, wake: &WakeUp) {
        let played = session.live_match().and(recorder.current());
        self.list.look(recorder.folder.as_deref(), played, wake);
    }

    /// The matches, the newest first; `None` until they have been read.
    pub fn list(&self) -> Option<&[KeptMatch]> {
        self.list.is_read().then(|| self.list.matches())
    }

    /// Files that could not be read, and why.
    pub fn errors(&self) -> &[String] {
        self.list.errors()
    }
}
