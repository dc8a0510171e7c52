//! The matches that were played before, read on another thread.

use crate::session::{Background, KeptMatch, MatchRecorder, WakeUp};

/// What the panels know of the matches that were played before.
#[derive(Default)]
pub struct KeptMatches {
    /// Those in the folder when it was last read; `None` until then.
    list: Option<Vec<KeptMatch>>,
    /// Whether nothing has happened in the folder since the last reading began, as far as is known.
    fresh: bool,
    job: Option<Background<Vec<KeptMatch>>>,
    /// Whether the window is open.
    pub open: bool,
    /// The file that is being typed.
    pub file: String,
}

impl KeptMatches {
    /// Reads the folder anew when it is needed next.
    pub fn refresh(&mut self) {
        self.fresh = false;
    }

    /// Takes what has been read, and starts reading where that is needed.
    pub fn update(&mut self, recorder: &MatchRecorder, wake: &WakeUp) {
        if let Some(list) = self.job.as_ref().and_then(Background::take) {
            (self.list, self.job) = (Some(list), None);
        }
        if self.fresh || self.job.is_some() {
            return;
        }
        self.fresh = true;
        if recorder.folder.is_none() {
            self.list = Some(Vec::new());
            return;
        }
        let recorder = recorder.clone();
        self.job = Some(Background::start(wake, move |_| recorder.kept()));
    }

    /// The matches, the newest first; `None` until they have been read.
    pub fn list(&self) -> Option<&[KeptMatch]> {
        self.list.as_deref()
    }
}
