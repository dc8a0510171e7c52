//! Wakes rooms: at a start, for visitors, and at deadlines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::warn;

use super::awake::{Sender, end_all};
use super::command::{End, NoEntry};
use super::registry::{Rooms, locked};
use super::summary::Summary;
use super::task::Task;
use crate::log::{Claim, LogError};
use crate::room::{Deadline, GRACE};

/// The maximum number of requests waiting for a room.
const QUEUE: usize = 64;

/// The number of rooms read at the same time to rebuild their index entries.
const READERS: usize = 16;

/// How long a start waits for rooms without index entries. Reading continues in the background.
const PATIENCE: Duration = Duration::from_secs(1);

/// The minimum and maximum pause between two changes of servers in quick succession.
const MIN_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(60);

impl Rooms {
    /// Reads the index, and wakes rooms in play. Rooms without an index entry are read.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn start(self: &Arc<Self>) -> Result<(), LogError> {
        let unknown = self.read_index().await?;
        // Rooms continue to age from the last known time, even if the system's clock has jumped.
        let newest = locked(&self.index).newest().or_else(|| unknown.iter().map(|(_, modified)| *modified).max());
        if let Some(time) = self.log.kept_time().max(newest) {
            self.retention_clock.resume(time);
        }
        let readers = tokio::spawn(Arc::clone(self).read_unknown(unknown));
        // Reading continues after the timeout.
        let _ = timeout(PATIENCE, readers).await;
        self.wake_claimed();
        Ok(())
    }

    /// Reads new entries of the index. Returns the rooms without an entry, with the time of their
    /// last change.
    async fn read_index(&self) -> Result<Vec<(String, u64)>, LogError> {
        let began = self.clock.now() + GRACE;
        let mut unknown = Vec::new();
        let rooms = self.log.index().await?;
        let awake = locked(&self.awake);
        let mut index = locked(&self.index);
        for room in rooms {
            match room.entry.as_deref().map(serde_json::from_str::<Summary>) {
                // The room itself has newer facts.
                _ if awake.rooms.contains_key(&room.room) => {}
                Some(Ok(summary)) if index.summary(&room.room) == Some(&summary) => {}
                Some(Ok(summary)) => {
                    let deadline = summary.left().map(|left| Deadline { began, left, lag: Duration::ZERO });
                    index.set(&room.room, summary, deadline);
                }
                _ => unknown.push((room.room, room.modified)),
            }
        }
        Ok(unknown)
    }

    /// Rebuilds the index entries of rooms from their logs.
    async fn read_unknown(self: Arc<Self>, unknown: Vec<(String, u64)>) {
        let mut readers = JoinSet::new();
        for part in unknown.chunks(unknown.len().div_ceil(READERS).max(1)) {
            let (rooms, part) = (Arc::clone(&self), part.to_vec());
            readers.spawn(async move {
                for (room, modified) in part {
                    if let Err(error) = rooms.index_room(&room, modified).await {
                        // The other rooms are not affected.
                        warn!("room {room}: {error}");
                    }
                }
            });
        }
        while readers.join_next().await.is_some() {}
    }

    async fn index_room(self: &Arc<Self>, room: &str, modified: u64) -> Result<(), String> {
        let stored = self.log.read(room).await.map_err(|error| error.to_string())?;
        let Some(stored) = stored else { return Ok(()) };
        let now = self.retention_clock.now();
        let active = if modified == 0 { now } else { modified.min(now) };
        let summary = Summary::of(&stored, active)?;
        let wakes = summary.wakes(now);
        if self.is_awake(room) {
            return Ok(());
        }
        self.note(room, summary, None);
        if wakes && self.log.claim(room) == Claim::Ours {
            drop(self.wake(room, usize::MAX));
        }
        Ok(())
    }

    /// Wakes this server's rooms in play.
    fn wake_claimed(self: &Arc<Self>) {
        let waking = locked(&self.index).waking(self.retention_clock.now());
        for room in waking.iter().filter(|room| self.log.claim(room) == Claim::Ours) {
            drop(self.wake(room, usize::MAX));
        }
    }

    /// Follows the claims of several servers while the server runs: ends rooms taken over by other
    /// servers, and wakes rooms taken over by this one. If servers come and go quickly, the pauses
    /// grow; visitors wake rooms without delay.
    pub async fn follow(self: &Arc<Self>) {
        let mut pause = Duration::ZERO;
        let mut last = None;
        loop {
            self.log.changed().await;
            let awake = locked(&self.awake).rooms.clone();
            let lost = awake.into_iter().filter(|(id, _)| self.log.claim(id) != Claim::Ours);
            end_all(lost.map(|(_, room)| room).collect(), End::Moved).detach_all();
            let is_quiet = last.is_none_or(|last: Instant| last.elapsed() > 2 * MAX_PAUSE);
            pause = if is_quiet { Duration::ZERO } else { (2 * pause).clamp(MIN_PAUSE, MAX_PAUSE) };
            sleep(pause).await;
            last = Some(Instant::now());
            // If the index cannot be read now, visitors wake the rooms.
            let Ok(unknown) = self.read_index().await else { continue };
            Arc::clone(self).read_unknown(unknown).await;
            self.wake_claimed();
        }
    }

    /// The sender to a room, for a visitor. Wakes a sleeping room, unless too many are awake.
    pub async fn visit(self: &Arc<Self>, id: &str) -> Result<Sender, NoEntry> {
        if !self.is_awake(id) && !self.may_exist(id).await {
            return Err(NoEntry::NoRoom);
        }
        let room = self.wake(id, self.limits.rooms);
        if let Err(NoEntry::Full) = room {
            self.metrics.refused("rooms");
        }
        room
    }

    /// Whether a room exists, as far as this server can tell. Only the log has rooms that were
    /// restored from a backup, or just taken over from another server.
    async fn may_exist(&self, id: &str) -> bool {
        let is_known = locked(&self.index).summary(id).is_some();
        is_known || self.log.claim(id) != Claim::Ours || self.log.read(id).await != Ok(None)
    }

    /// The sender to a room. Wakes a sleeping room, unless this many are awake.
    pub(super) fn wake(self: &Arc<Self>, id: &str, most: usize) -> Result<Sender, NoEntry> {
        let mut awake = locked(&self.awake);
        if let Some(room) = awake.rooms.get(id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        if awake.stopping {
            return Err(NoEntry::Stopping);
        }
        if awake.deleting.contains(id) {
            return Err(NoEntry::NoRoom);
        }
        if awake.rooms.len() >= most {
            return Err(NoEntry::Full);
        }
        let (send, commands) = mpsc::channel(QUEUE);
        awake.rooms.insert(id.to_string(), send.clone());
        let task = Task::new(Arc::clone(self), id.to_string(), commands, send.downgrade());
        tokio::spawn(task.run());
        Ok(send)
    }

    /// Whether a room is awake.
    pub(super) fn is_awake(&self, room: &str) -> bool {
        locked(&self.awake).rooms.contains_key(room)
    }

    /// The number of rooms that are awake.
    pub fn awake(&self) -> usize {
        locked(&self.awake).rooms.len()
    }

    /// Tells all rooms that the server stops, and waits for their end. No room wakes afterwards.
    pub async fn stop(&self) {
        let rooms = {
            let mut awake = locked(&self.awake);
            awake.stopping = true;
            awake.rooms.values().cloned().collect()
        };
        end_all(rooms, End::Restart).join_all().await;
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::net::Ipv4Addr;
    use std::path::Path;
    use std::time::UNIX_EPOCH;

    use super::super::command::Command;
    use super::super::retention::{MatchState, Retention};
    use super::*;
    use crate::limits::Limits;
    use crate::log::{FolderLog, LogLine, RoomLog};
    use fairground_rooms::CreateRoom;

    const DAY: u64 = 24 * 3600;

    /// The rooms of a server, with this many that have never begun.
    async fn rooms_in(folder: &Path, count: usize, limits: Limits) -> (Arc<Rooms>, Vec<String>) {
        let log = Arc::new(FolderLog::open(folder).unwrap());
        let rooms = Rooms::new(log, "a", limits, Retention::default());
        let mut names = Vec::new();
        for _ in 0..count {
            let created = rooms.create(CreateRoom::of_game("chess"), Ipv4Addr::LOCALHOST.into()).await.unwrap();
            names.push(created.room);
        }
        (rooms, names)
    }

    #[tokio::test]
    async fn visitors_wake_a_limited_number_of_rooms_and_no_unknown_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, names) = rooms_in(folder.path(), 3, Limits { rooms: 2, ..Limits::default() }).await;
        assert!(matches!(rooms.visit("a-00000000").await, Err(NoEntry::NoRoom)));
        assert_eq!(rooms.awake(), 0);
        // A room restored from a backup is not in the index.
        let restored = folder.path().join("a-00000001.room");
        std::fs::copy(folder.path().join(format!("{}.room", names[0])), restored).unwrap();
        for room in ["a-00000001", &names[1]] {
            rooms.visit(room).await.unwrap();
        }
        assert!(matches!(rooms.visit(&names[2]).await, Err(NoEntry::Full)));
        assert!(rooms.visit(&names[1]).await.is_ok(), "it is awake");
        // Neither flags nor restarts depend on visitors.
        assert!(rooms.wake(&names[2], usize::MAX).is_ok());
    }

    /// Neither does a room wake for a visitor who comes while the server stops.
    #[tokio::test]
    async fn a_room_that_is_busy_does_not_keep_the_others_from_stopping() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, names) = rooms_in(folder.path(), 20, Limits::default()).await;
        let senders: Vec<_> = names.iter().map(|name| rooms.wake(name, 20).unwrap()).collect();
        let (busy, _commands) = mpsc::channel(1);
        busy.send(Box::new(Command::Leave(1))).await.unwrap();
        locked(&rooms.awake).rooms.insert("a-00000000".to_string(), busy);
        let stopping = Arc::clone(&rooms);
        let stopping = tokio::spawn(async move { stopping.stop().await });
        for room in senders {
            room.closed().await;
        }
        assert!(matches!(rooms.visit(&names[0]).await, Err(NoEntry::Stopping)));
        assert!(!stopping.is_finished());
        locked(&rooms.awake).rooms.clear();
        stopping.abort();
    }

    /// According to its files, the server last ran in 1972.
    #[tokio::test]
    async fn rooms_age_from_the_stored_time() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a-00000001", "a-00000002"];
        let log = FolderLog::open(folder.path()).unwrap();
        for (room, active) in names.into_iter().zip([1000 * DAY, 1001 * DAY - 600]) {
            log.append(room, 0, vec![LogLine::Room("{}".to_string())]).await.unwrap();
            let file = File::options().write(true).open(folder.path().join(format!("{room}.room"))).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(active)).unwrap();
            let state = MatchState::Unstarted;
            log.note(room, Summary { state, active, listed: false, clocked: false, left_ms: None }.entry());
        }
        log.keep_time(1001 * DAY - 300);
        drop(log);
        let start = async || {
            let log = Arc::new(FolderLog::open(folder.path()).unwrap());
            let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
            rooms.start().await.unwrap();
            rooms
        };
        let rooms = start().await;
        let now = rooms.retention_clock.now();
        assert!((1001 * DAY - 300..1001 * DAY).contains(&now), "{now}");
        rooms.sweep(now).await;
        let left = |rooms: &Rooms| names.map(|room| locked(&rooms.index).summary(room).is_some());
        assert_eq!(left(&rooms), [true, true]);
        drop(rooms);
        // Without a stored time, the newest room counts.
        std::fs::remove_file(folder.path().join("time")).unwrap();
        let rooms = start().await;
        let now = rooms.retention_clock.now();
        assert!((1001 * DAY - 600..1001 * DAY - 300).contains(&now), "{now}");
        rooms.sweep(1001 * DAY).await;
        assert_eq!(left(&rooms), [false, true]);
    }
}
