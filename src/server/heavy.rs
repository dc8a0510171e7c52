//! Work that takes the processor for long: dice, searches, whole matches.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

/// Where such work is done: beside the threads that serve everybody, and at most as much at once as there are cores.
pub(super) struct Heavy {
    permits: Semaphore,
}

impl Heavy {
    /// One permit for each core.
    pub fn new() -> Heavy {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Heavy { permits: Semaphore::new(cores) }
    }

    /// Does a piece of work, once there is a permit.
    pub async fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await.ok();
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::MultiThread => block_in_place(work),
            // A runtime with one thread has no other to serve meanwhile.
            _ => work(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    /// The only thread that serves goes on serving, or nothing would ever be sent.
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
}
