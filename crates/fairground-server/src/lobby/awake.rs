//! The rooms that are awake.

use std::collections::{HashMap, HashSet};

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::command::{Command, End};

/// The sender to the task of a room.
pub type Sender = mpsc::Sender<Box<Command>>;

/// The rooms that are awake, and what keeps others asleep.
#[derive(Debug, Default)]
pub struct Awake {
    pub rooms: HashMap<String, Sender>,
    /// The rooms being deleted, which do not wake meanwhile.
    pub deleting: HashSet<String>,
    /// Whether the server stops, and no room wakes any more.
    pub stopping: bool,
}

/// Ends rooms. A room whose queue is full delays no other.
pub fn end_all(rooms: Vec<Sender>, end: End) -> JoinSet<()> {
    let ends = rooms.into_iter().map(|room| async move {
        // The room may have ended.
        let _ = room.send(Box::new(Command::End(end))).await;
        room.closed().await;
    });
    ends.collect()
}
