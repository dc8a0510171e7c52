//! How long inactive rooms are kept.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The state of a room's match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// The match has not begun.
    Unstarted,
    /// The match is in progress.
    Playing,
    /// The match is over.
    Finished,
}

/// How long rooms are kept after their last change or a player's last visit. `None` is forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Rooms before the match.
    pub unstarted: Option<Duration>,
    /// Rooms after the match.
    pub finished: Option<Duration>,
    /// Rooms with a match in progress.
    pub waiting: Option<Duration>,
}

const DAY: Duration = Duration::from_secs(24 * 3600);

impl Default for Retention {
    fn default() -> Self {
        Retention { unstarted: Some(DAY), finished: Some(30 * DAY), waiting: Some(90 * DAY) }
    }
}

impl Retention {
    /// When a room that was last active at `active` is deleted, Unix time, s; `None` for never.
    #[must_use]
    pub fn end(&self, state: MatchState, active: u64) -> Option<u64> {
        let kept = match state {
            MatchState::Unstarted => self.unstarted,
            MatchState::Playing => self.waiting,
            MatchState::Finished => self.finished,
        };
        kept.map(|kept| active.saturating_add(kept.as_secs()))
    }
}
