//! Work that needs much processor time: dice, searches, whole matches.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::block_in_place;

/// Runs such work beside the threads that serve connections, on at most one thread per core.
pub(super) struct Heavy {
    permits: Semaphore,
}

impl Heavy {
    /// One permit for each core.
    pub fn new() -> Heavy {
        Heavy { permits: Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get)) }
    }

    /// Runs a piece of work, after waiting for a permit.
    pub async fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await.ok();
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::MultiThread => block_in_place(work),
            // A single-threaded runtime has no other thread to serve meanwhile.
            _ => work(),
        }
    }

    /// Runs work that needs much time only in this case.
    pub async fn run_if<T>(&self, is_heavy: bool, work: impl FnOnce() -> T) -> T {
        if is_heavy { self.run(work).await } else { work() }
    }
}

/// Turns of addresses, one at a time for each. A request that waits for its turn before it asks for
/// heavy work delays other addresses by one piece of work at most.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// A semaphore with one permit for each address with a request.
    addresses: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

impl Turns {
    /// Waits for a turn, which ends when it is dropped.
    pub async fn take(&self, address: IpAddr) -> Turn<'_> {
        let semaphore = Arc::clone(self.addresses().entry(address).or_insert_with(|| Arc::new(Semaphore::new(1))));
        let mut turn = Turn { turns: self, address, semaphore, permit: None };
        // The semaphore is never closed.
        turn.permit = Arc::clone(&turn.semaphore).acquire_owned().await.ok();
        turn
    }

    fn addresses(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue of an address, or its turn. Dropping the last one removes the queue.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    address: IpAddr,
    semaphore: Arc<Semaphore>,
    /// `None` while waiting.
    permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut addresses = self.turns.addresses();
        self.permit = None;
        // This clone and the one in the table.
        if Arc::strong_count(&self.semaphore) == 2 {
            addresses.remove(&self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    /// Even the only serving thread continues to serve; otherwise the message would never be sent.
    #[test]
    fn others_are_served_meanwhile() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let heavy = Arc::new(Heavy::new());
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (send, received) = std::sync::mpsc::channel();
        let work = runtime.spawn(async move {
            heavy.run(move || (begun.send(()).is_ok(), received.recv_timeout(Duration::from_secs(60)))).await
        });
        runtime.spawn(async move {
            begins.await.unwrap();
            send.send(7).unwrap();
        });
        assert_eq!(runtime.block_on(work).unwrap(), (true, Ok(7)));
    }

    #[test]
    fn addresses_take_turns() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (heavy, turns) = (&Heavy { permits: Semaphore::new(1) }, &Turns::default());
        let done = &Mutex::new(Vec::new());
        let work = async |name: &'static str, last: u8| {
            let _turn = turns.take([10, 0, 0, last].into()).await;
            heavy.run(move || done.lock().unwrap().push(name)).await;
        };
        runtime.block_on(async {
            let busy = heavy.permits.acquire().await.unwrap();
            let release = async {
                tokio::task::yield_now().await;
                drop(busy);
            };
            tokio::join!(work("a1", 1), work("a2", 1), work("a3", 1), work("b", 2), work("c", 3), release);
        });
        assert_eq!(*done.lock().unwrap(), ["a1", "b", "c", "a2", "a3"]);
        assert!(turns.addresses().is_empty());
    }
}
