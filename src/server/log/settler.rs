//! Settles full segments of the journal, beside further appends.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::journal::FullSegment;
use super::room_file;
use crate::server::report::warn;

/// A thread that settles full segments in order. Dropping it waits until it has ended.
#[derive(Debug)]
pub(super) struct Settler {
    /// `None` only while it is dropped, which ends the thread.
    full: Option<Sender<FullSegment>>,
    thread: Option<JoinHandle<()>>,
}

impl Settler {
    /// # Errors
    /// If the system refuses another thread.
    pub fn start() -> io::Result<Settler> {
        let (full, received) = mpsc::channel();
        let thread = thread::Builder::new().name("settle".to_string()).spawn(move || run(&received))?;
        Ok(Settler { full: Some(full), thread: Some(thread) })
    }

    /// Leaves a full segment to the thread.
    pub fn push(&self, segment: FullSegment) {
        if let Some(full) = &self.full {
            // A thread that has ended leaves its segments to the next start.
            let _ = full.send(segment);
        }
    }
}

impl Drop for Settler {
    fn drop(&mut self) {
        self.full = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(received: &Receiver<FullSegment>) {
    let mut waiting = VecDeque::new();
    while let Ok(full) = received.recv() {
        waiting.push_back(full);
        waiting.extend(received.try_iter());
        if let Err(error) = settle_in_order(&mut waiting, &room_file::sync) {
            warn(&format!("the journal is kept until the next attempt: {error}"));
        }
    }
}

/// Settles segments, the oldest first, up to the first that fails: a later one is not to go before it.
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
