//! A room's entry in the index.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::retention::MatchState;
use crate::log::StoredRoom;
use crate::room::{Room, RoomEntry, Settings, is_result, match_lines};

/// Times of activity are rounded down to multiples of this, s, so that the index rarely changes.
const GRAIN: u64 = 600;

/// Listed rooms inactive for this long, s, are not woken at a start: they have left the list.
const RECENT: u64 = 3600;

/// The facts about a room that a server needs without loading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The state of the match.
    pub state: MatchState,
    /// The last change, or the last time a player was present, by the retention clock, Unix time,
    /// s.
    pub active: u64,
    /// Whether the room is public.
    pub listed: bool,
    /// Whether the match has clocks.
    pub clocked: bool,
    /// In a sleeping room: the time left to the player to act, after which the match ends, ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

impl Summary {
    /// The summary of a new room.
    pub fn new(settings: &Settings, active: u64) -> Summary {
        Summary {
            state: MatchState::Unstarted,
            active: rounded(active),
            listed: !settings.room.private,
            clocked: settings.room.clock.is_some(),
            left_ms: None,
        }
    }

    /// The summary of a sleeping room, from its log.
    ///
    /// # Errors
    /// If the log does not begin with the settings of a room.
    pub fn of(stored: &StoredRoom, active: u64) -> Result<Summary, String> {
        Ok(Summary { state: state(stored), ..Summary::new(&settings(stored)?, active) })
    }

    /// The summary of a room that is awake. `left` is the time until its
    /// [`Deadline`](crate::room::Deadline) if the room is about to sleep.
    pub fn awake(room: &Room, active: u64, left: Option<Duration>) -> Summary {
        let state = match room.game() {
            None => MatchState::Unstarted,
            Some(played) if played.outcome().is_some() => MatchState::Finished,
            Some(_) => MatchState::Playing,
        };
        Summary {
            state,
            active: rounded(active),
            listed: !room.request().private,
            clocked: room.request().clock.is_some(),
            left_ms: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        }
    }

    /// The time until the room's match ends without further action, if known.
    pub fn left(&self) -> Option<Duration> {
        self.left_ms.map(Duration::from_millis)
    }

    /// Whether a start wakes the room: it was listed recently, or was awake with clocks when the
    /// server was killed.
    pub fn wakes(&self, now: u64) -> bool {
        match self.state {
            MatchState::Finished => false,
            MatchState::Unstarted => self.is_recent(now),
            MatchState::Playing => self.is_recent(now) || (self.clocked && self.left_ms.is_none()),
        }
    }

    fn is_recent(&self, now: u64) -> bool {
        self.listed && now < self.active.saturating_add(GRAIN + RECENT)
    }

    /// The entry in the index.
    pub fn entry(&self) -> String {
        // Serializing numbers and words cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn rounded(active: u64) -> u64 {
    active - active % GRAIN
}

/// The settings of a stored room.
pub fn settings(stored: &StoredRoom) -> Result<Settings, String> {
    match serde_json::from_str(stored.room.lines().next().unwrap_or_default()) {
        Ok(RoomEntry::Created(settings)) => Ok(*settings),
        Ok(_) => Err("the room does not begin with its settings".to_string()),
        Err(error) => Err(format!("the settings of the room cannot be read: {error}")),
    }
}

/// The state of a stored match.
pub fn state(stored: &StoredRoom) -> MatchState {
    let is_begun = || stored.room.lines().any(|line| line == RoomEntry::Begun.line());
    if stored.record.is_empty() && !is_begun() {
        MatchState::Unstarted
    } else if match_lines(stored).into_iter().any(is_result) {
        MatchState::Finished
    } else {
        MatchState::Playing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_wakes_rooms_in_play_and_recent_listed_rooms() {
        let now = 1_000_000;
        let summary = Summary { state: MatchState::Playing, active: 0, listed: false, clocked: true, left_ms: None };
        assert!(summary.wakes(now), "a clock runs, and nobody knows until when");
        assert!(!Summary { left_ms: Some(1), ..summary.clone() }.wakes(now), "it sleeps until its flag falls");
        assert!(!Summary { clocked: false, ..summary.clone() }.wakes(now));
        assert!(!Summary { state: MatchState::Finished, listed: true, active: now, ..summary.clone() }.wakes(now));
        for state in [MatchState::Unstarted, MatchState::Playing] {
            let listed = Summary { state, listed: true, clocked: false, ..summary.clone() };
            assert!(Summary { active: now - RECENT, ..listed.clone() }.wakes(now));
            assert!(!Summary { active: now - RECENT - GRAIN, ..listed }.wakes(now));
        }
        let entry = summary.entry();
        assert_eq!(serde_json::from_str::<Summary>(&entry).unwrap(), summary, "{entry}");
    }
}
