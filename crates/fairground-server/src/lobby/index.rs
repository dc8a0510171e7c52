//! An index of a server's rooms, awake or asleep: when to wake them, and when to delete them.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use super::retention::Retention;
use super::summary::Summary;
use crate::room::Deadline;

/// All rooms, in memory.
#[derive(Debug)]
pub struct Index {
    retention: Retention,
    rooms: HashMap<String, Entry>,
    /// The sleeping rooms with a deadline.
    due: BTreeSet<(Instant, String)>,
    /// When rooms are deleted, by the retention clock, s.
    ends: BTreeSet<(u64, String)>,
}

#[derive(Debug)]
struct Entry {
    summary: Summary,
    /// The deadline of a sleeping room.
    deadline: Option<Deadline>,
}

impl Index {
    /// An empty index.
    pub fn new(retention: Retention) -> Index {
        Index { retention, rooms: HashMap::new(), due: BTreeSet::new(), ends: BTreeSet::new() }
    }

    /// Sets the summary of a room and, for a sleeping room, its deadline. Returns whether the
    /// summary has changed.
    pub fn set(&mut self, room: &str, summary: Summary, deadline: Option<Deadline>) -> bool {
        let before = self.remove(room);
        self.due.extend(deadline.map(|deadline| (deadline.due(), room.to_string())));
        let end = self.retention.end(summary.state, summary.active);
        self.ends.extend(end.map(|end| (end, room.to_string())));
        let is_news = before.as_ref() != Some(&summary);
        self.rooms.insert(room.to_string(), Entry { summary, deadline });
        is_news
    }

    /// Removes a room.
    pub fn remove(&mut self, room: &str) -> Option<Summary> {
        let Entry { summary, deadline } = self.rooms.remove(room)?;
        if let Some(deadline) = deadline {
            self.due.remove(&(deadline.due(), room.to_string()));
        }
        if let Some(end) = self.retention.end(summary.state, summary.active) {
            self.ends.remove(&(end, room.to_string()));
        }
        Some(summary)
    }

    /// Takes the deadline of a room that is being woken.
    pub fn wake(&mut self, room: &str) -> Option<Deadline> {
        let deadline = self.rooms.get_mut(room)?.deadline.take()?;
        self.due.remove(&(deadline.due(), room.to_string()));
        Some(deadline)
    }

    /// The summary of a room; `None` for an unknown room.
    pub fn summary(&self, room: &str) -> Option<&Summary> {
        self.rooms.get(room).map(|entry| &entry.summary)
    }

    /// The last activity in any room; `None` without rooms.
    pub fn newest(&self) -> Option<u64> {
        self.rooms.values().map(|entry| entry.summary.active).max()
    }

    /// Takes the rooms with a deadline in the past. Each is returned once.
    pub fn take_due(&mut self, now: Instant) -> Vec<String> {
        let mut due = Vec::new();
        while self.due.first().is_some_and(|(at, _)| *at <= now) {
            due.extend(self.due.pop_first().map(|(_, room)| room));
        }
        due
    }

    /// The rooms that have expired, longest expired first.
    pub fn ended(&self, now: u64) -> Vec<String> {
        self.ends.iter().take_while(|(end, _)| *end <= now).map(|(_, room)| room.clone()).collect()
    }

    /// The rooms to wake at a start.
    pub fn waking(&self, now: u64) -> Vec<String> {
        self.rooms.iter().filter(|(_, entry)| entry.summary.wakes(now)).map(|(room, _)| room.clone()).collect()
    }

    /// Restarts the time of a sleeping room.
    pub fn restart(&mut self, room: &str, began: Instant) {
        let Some(entry) = self.rooms.get(room) else { return };
        let (summary, deadline) = (entry.summary.clone(), entry.deadline);
        self.set(room, summary, deadline.map(|deadline| Deadline { began, ..deadline }));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lobby::MatchState;

    fn summary(state: MatchState, active: u64) -> Summary {
        Summary { state, active, listed: false, clocked: true, left_ms: None }
    }

    #[test]
    fn rooms_end_by_their_state_and_last_activity() {
        let mut index = Index::new(Retention { finished: None, ..Retention::default() });
        let (hour, day) = (3600, 24 * 3600);
        for (room, state) in
            [("unstarted", MatchState::Unstarted), ("playing", MatchState::Playing), ("finished", MatchState::Finished)]
        {
            assert!(index.set(room, summary(state, 0), None));
        }
        assert_eq!(index.ended(day - 1), [""; 0]);
        assert_eq!(index.ended(day), ["unstarted"]);
        assert_eq!(index.ended(1000 * day), ["unstarted", "playing"]);
        assert!(!index.set("unstarted", summary(MatchState::Unstarted, 0), None), "nothing new");
        assert!(index.set("unstarted", summary(MatchState::Unstarted, hour), None));
        assert_eq!(index.ended(day), [""; 0]);
        assert_eq!(index.ended(day + hour), ["unstarted"]);
        index.remove("unstarted");
        assert_eq!((index.ended(89 * day).len(), index.summary("unstarted")), (0, None));
    }

    #[test]
    fn a_room_sleeps_until_its_deadline_or_a_visit() {
        let now = Instant::now();
        let second = Duration::from_secs(1);
        let deadline = |after: u32| Deadline { began: now, left: after * second, lag: Duration::ZERO };
        let mut index = Index::new(Retention::default());
        for (room, after) in [("a", 3), ("b", 1), ("c", 2)] {
            index.set(room, summary(MatchState::Playing, 0), Some(deadline(after)));
        }
        assert_eq!(index.take_due(now), [""; 0]);
        assert_eq!(index.wake("c"), Some(deadline(2)));
        assert_eq!(index.wake("c"), None);
        assert_eq!(index.take_due(now + 2 * second), ["b"]);
        assert_eq!(index.wake("b"), Some(deadline(1)), "the room that is woken by it takes it over");
        assert_eq!(index.take_due(now + 9 * second), ["a"]);
        assert_eq!(index.take_due(now + 9 * second), [""; 0], "once");
    }
}
