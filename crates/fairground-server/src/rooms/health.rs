//! The health of the server, for `/health`, the metrics and the log.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tracing::{error, info};

use super::registry::{Rooms, locked};
use crate::log::{LogError, LogLine, LogStatus};
use crate::metrics::Snapshot;

/// How often the storage is checked.
const PERIOD: Duration = Duration::from_secs(5);

impl Rooms {
    /// Checks the storage, and logs when its disk gets full or has space again.
    async fn check_storage(self: &Arc<Self>) -> LogStatus {
        let log = Arc::clone(&self.log);
        let status = spawn_blocking(move || log.status()).await.unwrap_or_default();
        let least = self.limits.min_free_disk;
        let full = status.disk_free.filter(|free| *free < least).map(|free| {
            format!(
                "the disk is nearly full: {} MB are free, at least {} MB are wanted",
                free / 1_000_000,
                least / 1_000_000
            )
        });
        let before = std::mem::replace(&mut *locked(&self.disk_full), full.clone());
        match (before, full) {
            (None, Some(full)) => error!("{full}; no rooms are created"),
            (Some(_), None) => info!("the disk has space again"),
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
            return Err("appends to the journal fail".to_string());
        }
        locked(&self.disk_full).clone().map_or(Ok(()), Err)
    }

    /// Checks the storage regularly, as long as the server runs.
    pub async fn watch_storage(self: &Arc<Self>) {
        loop {
            self.check_storage().await;
            sleep(PERIOD).await;
        }
    }

    /// Appends to the log of a room, and measures how long that takes.
    pub(super) async fn append(&self, room: &str, expected: u64, lines: Vec<LogLine>) -> Result<u64, LogError> {
        let begun = Instant::now();
        let appended = self.log.append(room, expected, lines).await;
        self.metrics.append_time.observe(begun.elapsed().as_secs_f64());
        appended
    }

    /// The values of the metrics that are not counted. `connections` and `websockets` are open.
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
