//! The servers that share a log in NATS. A running server has a lease: a key that expires unless
//! renewed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use async_nats::jetstream::kv::{Config, Store};
use async_nats::jetstream::stream::StorageType;
use futures_util::TryStreamExt;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::room_log::{Claim, LogError};
use crate::secrets::new_token;

/// The name of the bucket of leases, and the prefix of its subjects.
const BUCKET: &str = "fairground-servers";
const SUBJECT: &str = "$KV.fairground-servers.";

/// The duration of a lease without renewal.
const LEASE: Duration = Duration::from_secs(4);

/// The interval between renewals, and the time limit of each.
const RENEWAL: Duration = Duration::from_secs(1);

/// The running servers, as far as this server knows.
#[derive(Debug)]
pub(super) struct Servers {
    node: String,
    up: Mutex<Leases>,
    changed: Notify,
}

/// The current leases.
#[derive(Debug)]
struct Leases {
    names: BTreeSet<String>,
    /// The end of this server's own lease unless renewed.
    until: Instant,
}

impl Servers {
    /// Takes the lease of a name, and keeps renewing it. Waits for the end of an older lease of
    /// this name.
    ///
    /// # Errors
    /// If another server renews a lease of this name, or NATS refuses.
    pub async fn enter(context: &Context, node: &str) -> Result<Arc<Servers>, LogError> {
        let storage = |error: &dyn std::fmt::Display| LogError::Storage(error.to_string());
        let mut lease = Lease { store: bucket(context).await?, node: node.to_string(), holder: String::new() };
        lease.holder = new_token().map_err(|error| storage(&error))?;
        let begun = Instant::now();
        let until = loop {
            match lease.renew().await {
                Some(until) => break until,
                None if begun.elapsed() > 2 * LEASE => {
                    return Err(LogError::Storage(format!("another server is called '{node}'")));
                }
                None => sleep(RENEWAL / 4).await,
            }
        };
        let names = lease.names().await.unwrap_or_default();
        let servers = Arc::new(Servers {
            node: node.to_string(),
            up: Mutex::new(Leases { names, until }),
            changed: Notify::new(),
        });
        tokio::spawn(renew(Arc::downgrade(&servers), lease));
        Ok(servers)
    }

    fn up(&self) -> MutexGuard<'_, Leases> {
        self.up.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server that currently runs a room.
    pub fn claim(&self, room: &str) -> Claim {
        let up = self.up();
        let home = room.split('-').next().unwrap_or_default();
        match successor(&up.names, home) {
            // Without its own lease, other servers may have taken over this server's rooms.
            Some(name) if name == self.node && Instant::now() < up.until => Claim::Ours,
            Some(name) if name != self.node => Claim::Elsewhere(name.to_string()),
            _ => Claim::Elsewhere("of another name".to_string()),
        }
    }

    /// Waits until the set of servers changes.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }
}

/// The server that runs the rooms of `home`: `home` itself, or the next running one in order.
fn successor<'a>(up: &'a BTreeSet<String>, home: &str) -> Option<&'a str> {
    up.range(home.to_string()..).next().or_else(|| up.first()).map(String::as_str)
}

async fn bucket(context: &Context) -> Result<Store, LogError> {
    // An existing bucket keeps its number of replicas.
    if let Ok(store) = context.get_key_value(BUCKET).await {
        return Ok(store);
    }
    let config = Config {
        bucket: BUCKET.to_string(),
        history: 1,
        max_age: LEASE,
        storage: StorageType::Memory,
        ..Config::default()
    };
    context.create_key_value(config).await.map_err(|error| LogError::Storage(error.to_string()))
}

/// Renews a lease while the log is used, and watches the other leases.
async fn renew(servers: Weak<Servers>, lease: Lease) {
    loop {
        sleep(RENEWAL).await;
        let renewed = timeout(RENEWAL, lease.renew()).await.ok().flatten();
        let names = timeout(RENEWAL, lease.names()).await.ok().flatten();
        let Some(servers) = servers.upgrade() else { return };
        let mut up = servers.up();
        let (before, had) = (up.names.clone(), Instant::now() < up.until);
        up.until = renewed.unwrap_or(up.until);
        up.names = names.unwrap_or_else(|| before.clone());
        let changed = up.names != before || !had || Instant::now() >= up.until;
        drop(up);
        if changed {
            servers.changed.notify_one();
        }
    }
}

/// A server's lease.
struct Lease {
    store: Store,
    node: String,
    /// A random text that distinguishes servers of the same name.
    holder: String,
}

impl Lease {
    /// Takes or renews the lease. Returns its end; `None` if another server holds it or NATS does
    /// not answer.
    async fn renew(&self) -> Option<Instant> {
        let until = Instant::now() + LEASE;
        let value = || self.holder.clone().into_bytes().into();
        match self.store.entry(&self.node).await.ok()? {
            Some(entry) if entry.value == self.holder.as_bytes() => {
                self.store.update(&self.node, value(), entry.revision).await.ok()?;
            }
            Some(_) => return None,
            None => {
                self.store.create(&self.node, value()).await.ok()?;
            }
        }
        Some(until)
    }

    /// The names of all servers with a lease.
    async fn names(&self) -> Option<BTreeSet<String>> {
        let info = self.store.stream.info_with_subjects(format!("{SUBJECT}>")).await.ok()?;
        let subjects: BTreeMap<String, usize> = info.try_collect().await.ok()?;
        Some(subjects.keys().filter_map(|subject| subject.strip_prefix(SUBJECT)).map(str::to_string).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_running_server_takes_the_rooms() {
        let up = ["a", "c", "d"].map(String::from).into();
        for (home, runs) in [("a", "a"), ("b", "c"), ("c", "c"), ("e", "a")] {
            assert_eq!(successor(&up, home), Some(runs), "{home}");
        }
        assert_eq!(successor(&BTreeSet::new(), "a"), None);
    }
}
