//! Regular work on all rooms: deadlines of sleeping rooms, deletions, and requests of
//! administrators.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;
use tokio::time::interval;
use tracing::warn;

use super::admin::{Deleted, Deletion, DeletionResult};
use super::awake::end_all;
use super::command::End;
use super::registry::{Rooms, locked};
use super::summary::{Summary, state};
use crate::log::{Claim, LogError, Request};
use crate::room::GRACE;
use fairground_rooms::is_room;

/// The interval between checks for deadlines and requests.
const TICK: Duration = Duration::from_millis(500);

/// The interval between deletions of expired rooms, and the maximum number of rooms deleted at a
/// time.
const SWEEP: Duration = Duration::from_secs(60);
const MAX_SWEPT: usize = 1000;

/// The delay before another attempt to delete a room, s.
const RETRY: u64 = 24 * 3600;

impl Rooms {
    /// Does this work while the server runs.
    pub async fn maintain(self: &Arc<Self>) {
        let mut ticks = interval(TICK);
        let mut swept: Option<Instant> = None;
        let mut unwritten = HashMap::new();
        loop {
            ticks.tick().await;
            self.wake_due(self.clock.now());
            if swept.is_none_or(|swept| swept.elapsed() >= SWEEP) {
                self.retention_clock.check();
                self.sweep(self.retention_clock.now()).await;
                self.keep_time().await;
                swept = Some(Instant::now());
            }
            unwritten = self.answer_requests(unwritten).await;
        }
    }

    /// Carries out and answers the requests of administrators. Takes and returns the answers, by the
    /// id of the request, that could not be written: on a full disk, for example.
    async fn answer_requests(&self, mut unwritten: HashMap<String, String>) -> HashMap<String, String> {
        let mut still_unwritten = HashMap::new();
        for request in self.log.requests().await {
            let answer = match unwritten.remove(&request.id) {
                Some(answer) => answer,
                None => self.carry_out(&request).await,
            };
            if self.log.answer(&request, answer.clone()).await.is_err() {
                still_unwritten.insert(request.id, answer);
            }
        }
        still_unwritten
    }

    /// Stores the time by which rooms age, for the next start.
    async fn keep_time(&self) {
        let (log, time) = (Arc::clone(&self.log), self.retention_clock.now());
        // The job does not panic.
        let _ = spawn_blocking(move || log.keep_time(time)).await;
    }

    /// Wakes rooms at their deadlines.
    fn wake_due(self: &Arc<Self>, now: Instant) {
        let due = locked(&self.index).take_due(now);
        for room in due {
            if self.log.claim(&room) == Claim::Ours {
                drop(self.wake(&room, usize::MAX));
            } else {
                // If this server takes over the room, its players get the grace period of a
                // restart.
                locked(&self.index).restart(&room, now + GRACE);
            }
        }
    }

    /// Deletes rooms that have expired by the retention clock, s.
    pub(super) async fn sweep(&self, now: u64) {
        let mut ended = locked(&self.index).ended(now);
        ended.retain(|room| self.log.claim(room) == Claim::Ours && !self.is_awake(room));
        for room in ended.into_iter().take(MAX_SWEPT) {
            if let Err(error) = self.delete_ended(&room, now).await {
                warn!("room {room} cannot be deleted: {error}");
                if let Some(postponed) = self.postponed(&room, now.saturating_add(RETRY)) {
                    locked(&self.index).set(&room, postponed, None);
                }
            }
        }
    }

    /// The summary of a room, as if it had been active at this time.
    fn postponed(&self, room: &str, active: u64) -> Option<Summary> {
        let summary = locked(&self.index).summary(room).cloned()?;
        Some(Summary { active, ..summary })
    }

    /// Deletes an expired room, unless its log disagrees: the index may be outdated.
    async fn delete_ended(&self, room: &str, now: u64) -> Result<(), LogError> {
        if let Some(stored) = self.log.read(room).await?
            && locked(&self.index).summary(room).is_some_and(|summary| summary.state != state(&stored))
            && let Ok(summary) = Summary::of(&stored, now)
        {
            self.note(room, summary, None);
            return Ok(());
        }
        self.delete(room, false).await.map(|_| ())
    }

    /// Deletes a room. If the room is awake, ends it first if `awake` is set, else skips it.
    async fn delete(&self, room: &str, awake: bool) -> Result<DeletionResult, LogError> {
        if !is_room(room) {
            return Ok(DeletionResult::Missing);
        }
        let task = {
            let mut all = locked(&self.awake);
            let task = all.rooms.get(room).cloned();
            if task.is_some() && !awake {
                return Ok(DeletionResult::InUse);
            }
            all.deleting.insert(room.to_string());
            task
        };
        end_all(task.into_iter().collect(), End::Deleted).join_all().await;
        let deleted = self.delete_asleep(room).await;
        locked(&self.awake).deleting.remove(room);
        deleted
    }

    /// Deletes a room that is not awake.
    async fn delete_asleep(&self, room: &str) -> Result<DeletionResult, LogError> {
        let is_known = locked(&self.index).summary(room).is_some();
        let is_there = is_known || self.log.read(room).await.is_ok_and(|stored| stored.is_some());
        self.log.delete(room).await?;
        locked(&self.listed).remove(room);
        locked(&self.index).remove(room);
        Ok(if is_there { DeletionResult::Deleted } else { DeletionResult::Missing })
    }

    /// Carries out a request of an administrator. Returns the answer, one line of JSON.
    async fn carry_out(&self, request: &Request) -> String {
        let deletion: Deletion = match serde_json::from_str(&request.text) {
            Ok(deletion) => deletion,
            Err(error) => return serde_json::json!({ "error": error.to_string() }).to_string(),
        };
        let mut deleted = Vec::new();
        for room in deletion.rooms {
            let result = match self.delete(&room, deletion.awake).await {
                Ok(result) => result,
                Err(error) => DeletionResult::Failed(error.to_string()),
            };
            deleted.push(Deleted { room, result });
        }
        // Serializing texts cannot fail.
        serde_json::to_string(&deleted).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::super::command::{Command, NoEntry};
    use super::super::retention::{MatchState, Retention};
    use super::*;
    use crate::limits::Limits;
    use crate::log::{FolderLog, LogLine, RoomLog};
    use crate::room::{RoomEntry, Settings};
    use fairground_rooms::{CreateRoom, Sides};

    const DAY: u64 = 24 * 3600;

    fn created() -> LogLine {
        let settings = Settings {
            room: CreateRoom::of_game("chess"),
            secret: "7".repeat(64),
            seats: Sides::default(),
            watch: String::new(),
            created: 0,
            next: Sides::default(),
        };
        LogLine::Room(RoomEntry::Created(Box::new(settings)).line())
    }

    /// The index may be outdated, and have entries of deleted rooms.
    #[tokio::test]
    async fn a_room_is_deleted_if_its_log_agrees_with_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let [begun, unstarted, gone] = ["a-00000001", "a-00000002", "a-00000003"];
        let header = LogLine::Match("{}".to_string());
        log.append(begun, 0, vec![created(), LogLine::Room(RoomEntry::Begun.line()), header]).await.unwrap();
        log.append(unstarted, 0, vec![created()]).await.unwrap();
        let shared: Arc<dyn RoomLog> = Arc::clone(&log) as Arc<dyn RoomLog>;
        let rooms = Rooms::new(shared, "a", Limits::default(), Retention::default());
        let LogLine::Room(line) = created() else { unreachable!() };
        let Ok(RoomEntry::Created(settings)) = serde_json::from_str(&line) else { unreachable!() };
        for room in [begun, unstarted, gone] {
            rooms.note(room, Summary::new(&settings, 0), None);
        }
        rooms.sweep(DAY - 1).await;
        assert!(log.read(unstarted).await.unwrap().is_some());
        rooms.sweep(DAY).await;
        assert_eq!(log.read(unstarted).await.unwrap(), None);
        assert!(log.read(begun).await.unwrap().is_some());
        let state = |room: &str| locked(&rooms.index).summary(room).map(|summary| summary.state);
        assert_eq!([begun, unstarted, gone].map(state), [Some(MatchState::Playing), None, None]);
        rooms.sweep(90 * DAY).await;
        assert!(log.read(begun).await.unwrap().is_some(), "90 days after the state was found");
        rooms.sweep(91 * DAY).await;
        assert_eq!(log.read(begun).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_room_does_not_wake_while_it_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let room = "a-00000001";
        log.append(room, 0, vec![created()]).await.unwrap();
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        // A task that ends slowly.
        let (task, mut commands) = mpsc::channel(1);
        locked(&rooms.awake).rooms.insert(room.to_string(), task);
        let deleting = Arc::clone(&rooms);
        let deletion = tokio::spawn(async move { deleting.delete(room, true).await });
        assert!(matches!(*commands.recv().await.unwrap(), Command::End(End::Deleted)));
        locked(&rooms.awake).rooms.remove(room);
        assert!(matches!(rooms.wake(room, 1), Err(NoEntry::NoRoom)));
        drop(commands);
        assert_eq!(deletion.await.unwrap(), Ok(DeletionResult::Deleted));
        assert_eq!(rooms.delete(room, true).await, Ok(DeletionResult::Missing));
        assert!(locked(&rooms.awake).deleting.is_empty());
    }

    /// Carrying it out again would report a missing room.
    #[tokio::test]
    async fn a_request_is_carried_out_once() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let room = "a-00000001";
        log.append(room, 0, vec![created()]).await.unwrap();
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let file = |name: &str| folder.path().join("requests").join(name);
        let deletion = Deletion { rooms: vec![room.to_string()], awake: false };
        std::fs::write(file("1.request"), serde_json::to_string(&deletion).unwrap()).unwrap();
        // A folder in place of the unfinished answer.
        std::fs::create_dir(file("1.unfinished")).unwrap();
        let unwritten = rooms.answer_requests(HashMap::new()).await;
        std::fs::remove_dir(file("1.unfinished")).unwrap();
        assert!(rooms.answer_requests(unwritten).await.is_empty());
        let answer = std::fs::read_to_string(file("1.answer")).unwrap();
        assert_eq!(answer, r#"[{"room":"a-00000001","result":"deleted"}]"#);
    }
}
