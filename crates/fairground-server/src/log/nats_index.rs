//! The index of rooms in NATS: a bucket with an entry for each room.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::kv::{Config, Store};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::nats_batch::read_batch;
use super::room_log::LogError;

/// The name of the bucket, and the prefix of its subjects.
const BUCKET: &str = "fairground-index";
const SUBJECT: &str = "$KV.fairground-index.";

/// The maximum time to write an entry.
const PATIENCE: Duration = Duration::from_secs(5);

/// The minimum and maximum pause after a failed write.
const MIN_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// The index.
pub(super) struct NatsIndex {
    store: Store,
    is_read: AtomicBool,
    /// The sequence number of the last entry read.
    last_read: AtomicU64,
    unwritten: Arc<Unwritten>,
}

/// Entries to be written. A newer entry of a room replaces an older one.
#[derive(Default)]
struct Unwritten {
    entries: Mutex<BTreeMap<String, String>>,
    added: Notify,
}

impl Unwritten {
    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NatsIndex {
    /// Opens the bucket, creating it if it is missing.
    pub async fn open(context: &Context) -> Result<NatsIndex, LogError> {
        let store = match context.get_key_value(BUCKET).await {
            Ok(store) => store,
            Err(_) => {
                let config = Config { bucket: BUCKET.to_string(), history: 1, ..Config::default() };
                context.create_key_value(config).await.map_err(|error| LogError::Storage(error.to_string()))?
            }
        };
        let unwritten = Arc::new(Unwritten::default());
        tokio::spawn(write(Arc::downgrade(&unwritten), store.clone()));
        Ok(NatsIndex { store, is_read: AtomicBool::new(false), last_read: AtomicU64::new(0), unwritten })
    }

    /// Whether the index was read before.
    pub fn is_read(&self) -> bool {
        self.is_read.load(Ordering::Relaxed)
    }

    /// The new entries since the last call, by room.
    pub async fn read_new(&self) -> Result<BTreeMap<String, String>, LogError> {
        let last_read = self.last_read.load(Ordering::Relaxed);
        let policy = match last_read {
            0 => DeliverPolicy::LastPerSubject,
            last => DeliverPolicy::ByStartSequence { start_sequence: last + 1 },
        };
        let messages = read_batch(&self.store.stream, format!("{SUBJECT}>"), policy, None).await?;
        let last = messages.last().map_or(last_read, |message| message.sequence);
        self.last_read.fetch_max(last, Ordering::Relaxed);
        self.is_read.store(true, Ordering::Relaxed);
        let entries = messages.into_iter().filter_map(|message| {
            let room = message.subject.strip_prefix(SUBJECT)?;
            Some((room.to_string(), message.text))
        });
        Ok(entries.collect())
    }

    /// Writes an entry in the background.
    pub fn set(&self, room: &str, entry: String) {
        self.unwritten.entries().insert(room.to_string(), entry);
        self.unwritten.added.notify_one();
    }

    /// Removes the entry of a room.
    pub async fn remove(&self, room: &str) -> Result<(), LogError> {
        self.unwritten.entries().remove(room);
        let purged = self.store.stream.purge().filter(format!("{SUBJECT}{room}")).await;
        purged.map(|_| ()).map_err(|error| LogError::Storage(error.to_string()))
    }
}

/// Writes entries as long as the index is used.
async fn write(unwritten: Weak<Unwritten>, store: Store) {
    let mut pause = MIN_PAUSE;
    loop {
        let Some(entries) = unwritten.upgrade() else { return };
        let next = entries.entries().pop_first();
        let Some((room, entry)) = next else {
            // The timeout regularly checks whether the index is still used.
            let _ = timeout(MAX_PAUSE, entries.added.notified()).await;
            continue;
        };
        if matches!(timeout(PATIENCE, store.put(room.clone(), entry.clone().into())).await, Ok(Ok(_))) {
            pause = MIN_PAUSE;
            continue;
        }
        entries.entries().entry(room).or_insert(entry);
        drop(entries);
        sleep(pause).await;
        pause = (2 * pause).min(MAX_PAUSE);
    }
}
