//! Waking rooms, and letting them go.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::command::Command;
use super::registry::{Rooms, locked};
use super::task::Task;
use crate::rooms::ByeReason;
use crate::server::log::{Claim, LogError};
use crate::server::report::warn;
use crate::server::room::cannot_wait;

/// The requests that wait for a room.
const QUEUE: usize = 64;

impl Rooms {
    /// Wakes the rooms of this server that cannot wait for somebody to come: those that are listed, and those in which a clock runs.
    pub async fn wake_all(self: &Arc<Self>) -> Result<(), LogError> {
        for id in self.log.rooms().await? {
            if self.log.claim(&id) != Claim::Ours || locked(&self.awake).contains_key(&id) {
                continue;
            }
            match self.log.read(&id).await {
                Ok(Some(stored)) if cannot_wait(&stored) => drop(self.room(&id)),
                Ok(_) => {}
                // The others are woken all the same.
                Err(error) => warn(&format!("room {id}: {error}")),
            }
        }
        Ok(())
    }

    /// Lets rooms go that are another server's by now, and wakes those that have become this one's; as long as the server runs.
    pub async fn follow(self: &Arc<Self>) {
        loop {
            self.log.changed().await;
            let awake: Vec<_> = locked(&self.awake).iter().map(|(id, room)| (id.clone(), room.clone())).collect();
            for (id, room) in awake {
                if self.log.claim(&id) != Claim::Ours {
                    // One that has ended has let go.
                    let _ = room.send(Command::End(ByeReason::Moved)).await;
                }
            }
            // If the log cannot be read now, each room is woken by who comes.
            let _ = self.wake_all().await;
        }
    }

    /// The way to a room, which is woken if it sleeps.
    pub fn room(self: &Arc<Self>, id: &str) -> mpsc::Sender<Command> {
        let mut awake = locked(&self.awake);
        if let Some(room) = awake.get(id).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (send, commands) = mpsc::channel(QUEUE);
        awake.insert(id.to_string(), send.clone());
        let task = Task {
            rooms: Arc::clone(self),
            id: id.to_string(),
            commands,
            own: send.downgrade(),
            busy: Duration::ZERO,
            asked: self.clock.now(),
        };
        tokio::spawn(task.run());
        send
    }

    /// How many rooms are awake.
    pub fn awake(&self) -> usize {
        locked(&self.awake).len()
    }

    /// Tells all rooms that the server stops, and waits until they have.
    pub async fn stop(&self) {
        let rooms: Vec<_> = locked(&self.awake).values().cloned().collect();
        for room in &rooms {
            // One that has ended has stopped.
            let _ = room.send(Command::End(ByeReason::Restart)).await;
        }
        for room in rooms {
            room.closed().await;
        }
    }
}
