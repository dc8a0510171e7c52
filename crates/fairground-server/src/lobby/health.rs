//! The health of the server, for `/health`, the metrics and the log.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tracing::{error, info};

use super::registry::{Rooms, locked};
use crate::log::{LogError, LogLine, LogStatus};
use crate::metrics::Snapshot;

/// The interval between checks of the storage.
const PERIOD: Duration = Duration::from_secs(5);

impl Rooms {
    /// Checks the storage. Logs the beginning and end of problems.
    async fn check_storage(self: &Arc<Self>) -> LogStatus {
        let log = Arc::clone(&self.log);
        let status = spawn_blocking(move || log.status()).await.unwrap_or_default();
        let least = self.limits.min_free_disk;
        let problem = match status.disk_free {
            _ if status.is_missing => Some("the folder of the rooms is missing, or its file `lock`".to_string()),
            Some(free) if free < least => Some(format!(
                "the disk is nearly full: {} MB are free, at least {} MB are required",
                free / 1_000_000,
                least / 1_000_000
            )),
            _ => None,
        };
        let before = std::mem::replace(&mut *locked(&self.storage_problem), problem.clone());
        match (before, problem) {
            (None, Some(problem)) => error!("{problem}; no rooms are created"),
            (Some(_), None) => info!("rooms can be created again"),
            _ => {}
        }
        status
    }

    /// Checks the storage.
    ///
    /// # Errors
    /// The problem of the storage, for the operator.
    pub async fn health(self: &Arc<Self>) -> Result<(), String> {
        if self.check_storage().await.failing {
            return Err("rooms cannot be written".to_string());
        }
        locked(&self.storage_problem).clone().map_or(Ok(()), Err)
    }

    /// Checks the storage regularly while the server runs.
    pub async fn watch_storage(self: &Arc<Self>) {
        loop {
            self.check_storage().await;
            sleep(PERIOD).await;
        }
    }

    /// Appends to the log of a room, and measures the time taken.
    pub(super) async fn append(&self, room: &str, expected: u64, lines: Vec<LogLine>) -> Result<u64, LogError> {
        let begun = Instant::now();
        let appended = self.log.append(room, expected, lines).await;
        self.metrics.append_time.observe(begun.elapsed().as_secs_f64());
        appended
    }

    /// The values of metrics that are not counters. `connections` and `websockets` are the open
    /// ones.
    pub async fn snapshot(self: &Arc<Self>, [connections, websockets]: [usize; 2]) -> Snapshot {
        let status = self.check_storage().await;
        let (stalls, stalled) = self.clock.stalls();
        Snapshot {
            rooms_awake: self.awake(),
            rooms_listed: locked(&self.listed).len(),
            connections,
            websockets,
            searches: self.bots.load(),
            journal_bytes: status.journal_bytes,
            journal_failing: status.failing,
            disk_free: status.disk_free,
            stalls,
            stalled,
        }
    }
}
