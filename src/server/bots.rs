//! The searches of bots: a few at once, and a bounded queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;

use crate::play::{Deadline, SearchJob};

/// The longest that a bot thinks: the levels take a fraction of it, unless the machine is busy.
const LONGEST: Duration = Duration::from_secs(5);

/// A bot's decision.
#[derive(Debug)]
pub(super) struct Thought {
    /// The number of lines at which it was asked.
    pub at: u64,
    /// The action.
    pub action: String,
    /// How long it thought.
    pub took: Duration,
}

/// Where bots think.
#[derive(Clone, Debug)]
pub(super) struct Bots {
    searches: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl Bots {
    /// So many searches at once, and so many that wait.
    pub fn new(searches: usize, most_waiting: usize) -> Bots {
        Bots { searches: Arc::new(Semaphore::new(searches)), waiting: Arc::default(), most_waiting }
    }

    /// Lets a bot think, and sends its decision. Returns whether there was room in the queue.
    pub fn think(&self, at: u64, job: SearchJob, decided: mpsc::Sender<Thought>) -> bool {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        let (searches, waiting) = (Arc::clone(&self.searches), Arc::clone(&self.waiting));
        tokio::spawn(async move {
            let place = searches.acquire_owned().await;
            waiting.fetch_sub(1, Ordering::Relaxed);
            // The room may sleep, or wait for nothing any more.
            if place.is_err() || decided.is_closed() {
                return;
            }
            let search = spawn_blocking(move || {
                let begun = Instant::now();
                let deadline = Deadline::after(Some(LONGEST));
                let action = job.think_until(&|| deadline.has_passed(), &mut |_| {});
                Thought { at, action, took: begun.elapsed() }
            });
            if let Ok(thought) = search.await {
                // Who sleeps by now asks again when woken.
                let _ = decided.send(thought).await;
            }
        });
        true
    }
}
