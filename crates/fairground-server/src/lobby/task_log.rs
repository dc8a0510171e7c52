//! The log of a room that is awake: loads the room, and appends to it.

use std::ops::ControlFlow;
use std::time::Duration;

use tracing::{error, warn};

use super::command::{End, NoEntry};
use super::farewell::{broken, elsewhere};
use super::task::Task;
use crate::log::{Claim, LogError, LogLine};
use crate::room::{ConnectionId, Effects, Outgoing, Room, RoomEntry, To, Unlogged, frame, last_owner};
use fairground_match::play::PlayError;
use fairground_rooms::{Bye, Refused, ServerMessage};

/// The pause of bots, flags and automatic throws after a failed append.
const FAULT_PAUSE: Duration = Duration::from_secs(5);

impl Task {
    /// Loads the room from its log.
    ///
    /// # Errors
    /// The farewell to everybody, if the room cannot be read or is not here.
    pub(super) async fn open(&self) -> Result<Box<Room>, Bye> {
        let unreadable = |error: &dyn std::fmt::Display| broken(format!("the room cannot be read: {error}"));
        if let Claim::Elsewhere(node) = self.rooms.log.claim(&self.id) {
            return Err(elsewhere(&node));
        }
        let log = &self.rooms.log;
        loop {
            let stored = log.read(&self.id).await.map_err(|error| unreadable(&error))?;
            let mut stored = stored.ok_or_else(|| NoEntry::NoRoom.bye())?;
            if last_owner(&self.id, &stored) != self.rooms.node {
                // The previous server may still run the room. This line makes its appends fail.
                let owner = RoomEntry::Owner { node: self.rooms.node.clone() }.line();
                match log.append(&self.id, stored.version, vec![LogLine::Room(owner)]).await {
                    Ok(version) => stored.version = version,
                    Err(LogError::Conflict) => continue,
                    Err(error) => return Err(unreadable(&error)),
                }
            }
            let load = || Room::load(&self.id, &stored, self.now()).map(Box::new);
            return self.rooms.heavy.run(load).await.map_err(|error| unreadable(&error));
        }
    }

    /// Appends the new lines to the log, then sends the messages. If the log fails, the room goes back
    /// to the state `before` the request.
    pub(super) async fn perform(
        &mut self,
        room: &mut Room,
        effects: Effects,
        before: Box<Unlogged>,
    ) -> ControlFlow<Bye> {
        let Effects { lines, messages, answer, request, .. } = effects;
        if !lines.is_empty() {
            match self.rooms.append(&self.id, room.version, lines).await {
                Ok(version) => room.version = version,
                Err(LogError::Conflict) => return ControlFlow::Break(End::Moved.bye()),
                Err(LogError::Storage(error)) => {
                    return Box::pin(self.roll_back(room, *before, request, &error)).await;
                }
            }
            self.resumes = None;
            self.active = self.rooms.retention_clock.now();
            self.rooms.publish(&self.id, room, self.active);
        }
        for (to, text) in messages {
            match to {
                To::All => room.people.send_all(&text),
                To::AllBut(side) => room.people.send_all_but(Some(side), &text),
                To::One(id) => room.people.send(id, Outgoing::One(text)),
            }
        }
        if let Some((side, id, answer)) = answer {
            room.people.keep_answer(side, id, answer);
        }
        ControlFlow::Continue(())
    }

    /// The same, unless the match cannot continue.
    pub(super) async fn try_perform(
        &mut self,
        room: &mut Room,
        effects: Result<Effects, PlayError>,
        before: Box<Unlogged>,
    ) -> ControlFlow<Bye> {
        match effects {
            Ok(effects) => self.perform(room, effects, before).await,
            Err(error) => {
                error!(room = self.id, %error, "the match cannot continue");
                ControlFlow::Break(broken(format!("the match cannot continue: {error}")))
            }
        }
    }

    /// Undoes a request that could not be logged, and refuses it. If it would have begun the match,
    /// the players have to reconnect, because both texts are lost.
    async fn roll_back(
        &mut self,
        room: &mut Room,
        before: Unlogged,
        request: Option<(ConnectionId, u64)>,
        error: &str,
    ) -> ControlFlow<Bye> {
        // Once only, because clients could fill the log.
        if !std::mem::replace(&mut self.has_warned, true) {
            warn!(room = self.id, "a request could not be stored: {error}");
        }
        let stored = match Box::pin(self.open()).await {
            Ok(stored) => stored,
            Err(bye) => return ControlFlow::Break(bye),
        };
        let why = format!("The server cannot store this now, so it was not carried out: {error}");
        if room.game().is_some() && stored.game().is_none() {
            return ControlFlow::Break(broken(why));
        }
        room.roll_back(*stored, before);
        self.resumes = Some(self.now() + FAULT_PAUSE);
        if let Some(clocks) = room.clocks(self.now()) {
            room.people.send_all(&frame(&ServerMessage::Clock(clocks)));
        }
        // The request may have been to enter.
        room.people.send_all(&frame(&ServerMessage::Presence(room.people.presence())));
        if let Some((from, id)) = request {
            let refused = Refused { id, why, rule: None, cells: Vec::new() };
            room.people.send(from, Outgoing::One(frame(&ServerMessage::Refused(refused))));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;
    use std::net::Ipv4Addr;
    use std::sync::Arc;

    use tokio::sync::mpsc;

    use super::super::registry::Rooms;
    use super::super::retention::Retention;
    use super::*;
    use crate::limits::Limits;
    use crate::log::FolderLog;
    use fairground_rooms::CreateRoom;
    use fairground_rules::engine::Side;

    /// A bot would otherwise search three times a second.
    #[tokio::test]
    async fn a_room_pauses_after_a_failed_append() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let id = rooms.create(CreateRoom::of_game("chess"), Ipv4Addr::LOCALHOST.into()).await.unwrap().room;
        let (registered, commands) = mpsc::channel(1);
        let mut task = Task::new(rooms, id.clone(), commands, registered.downgrade());
        let mut room = task.open().await.unwrap();
        // A file of another length than expected is not written.
        let mut file = File::options().append(true).open(folder.path().join(format!("{id}.room"))).unwrap();
        file.write_all(b"x").unwrap();
        for is_paused in [true, false] {
            let line = RoomEntry::Muted { side: Side::White, on: true }.line();
            let effects = Effects { lines: vec![LogLine::Room(line)], ..Effects::default() };
            let before = room.unlogged();
            assert!(task.perform(&mut room, effects, before).await.is_continue());
            assert_eq!(task.resumes.is_some(), is_paused);
        }
    }
}
