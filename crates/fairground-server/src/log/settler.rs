//! Settles full segments of the journal in the background.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tracing::warn;

use super::journal::FullSegment;
use super::room_file;

/// A thread that settles full segments in order. Dropping it stops it after the current file; the
/// next start continues.
#[derive(Debug)]
pub(super) struct Settler {
    /// `None` only during drop, which ends the thread.
    full: Option<Sender<FullSegment>>,
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Settler {
    /// Starts the thread with the segments left by an earlier server, oldest first.
    ///
    /// # Errors
    /// If the system refuses another thread.
    pub fn start(left: VecDeque<FullSegment>) -> io::Result<Settler> {
        let (full, received) = mpsc::channel();
        let stopping = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopping);
        let thread = thread::Builder::new().name("settle".to_string()).spawn(move || run(left, &received, &stop))?;
        Ok(Settler { full: Some(full), stopping, thread: Some(thread) })
    }

    /// Adds a full segment.
    pub fn push(&self, segment: FullSegment) {
        if let Some(full) = &self.full {
            // If the thread has ended, the next start settles the segment.
            let _ = full.send(segment);
        }
    }
}

impl Drop for Settler {
    fn drop(&mut self) {
        self.full = None;
        self.stopping.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(mut waiting: VecDeque<FullSegment>, received: &Receiver<FullSegment>, stopping: &AtomicBool) {
    let sync = |path: &Path| {
        if stopping.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let begun = Instant::now();
        room_file::sync(path)?;
        // Leaves half of the disk's time to appends.
        thread::sleep(begun.elapsed());
        Ok(())
    };
    loop {
        match settle_in_order(&mut waiting, &sync) {
            Err(error) if !stopping.load(Ordering::Relaxed) => {
                warn!("the journal is kept until the next attempt: {error}");
            }
            _ => {}
        }
        let Ok(full) = received.recv() else { return };
        waiting.push_back(full);
        waiting.extend(received.try_iter());
    }
}

/// Settles segments, oldest first, up to the first failure, since segments must be removed in
/// order.
pub(super) fn settle_in_order(
    waiting: &mut VecDeque<FullSegment>,
    sync: &dyn Fn(&Path) -> io::Result<()>,
) -> io::Result<()> {
    while let Some(oldest) = waiting.front() {
        oldest.settle(sync)?;
        waiting.pop_front();
    }
    Ok(())
}
