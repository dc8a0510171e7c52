//! The task of a room that is awake.

use std::net::Ipv4Addr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tracing::error;

use super::command::{Command, End, NoEntry};
use super::registry::{Rooms, locked};
use crate::bots::BotDecision;
use crate::heavy::Turn;
use crate::room::{ConnectionId, Outgoing, Room, frame};
use fairground_rooms::{Bye, ByeReason, Role, ServerMessage};

/// The next item of a channel; without one, waits forever.
async fn next_of<T>(channel: Option<&mut mpsc::Receiver<T>>) -> Option<T> {
    match channel {
        Some(channel) => channel.recv().await,
        None => std::future::pending().await,
    }
}

/// A room that is awake.
pub struct Task {
    pub(super) rooms: Arc<Rooms>,
    pub(super) id: String,
    commands: mpsc::Receiver<Box<Command>>,
    /// The sender of its commands.
    own: mpsc::WeakSender<Box<Command>>,
    /// The last change of the log, or the last time a player was present, by the retention clock,
    /// s.
    pub(super) active: u64,
    /// The total time spent on requests instead of waiting for players.
    busy: Duration,
    /// When a bot was last asked, by the room's time.
    asked: Instant,
    /// Whether a failed append was logged.
    pub(super) has_warned: bool,
    /// After a failed append: when the room goes on by itself, by its own time.
    pub(super) resumes: Option<Instant>,
    /// Whether anybody has entered since the room was woken.
    entered: bool,
    /// When the room was last in use, by its own time.
    used: Instant,
}

/// An event for a room.
enum Event {
    Command(Command),
    BotDecision(BotDecision),
    Deadline,
}

impl Task {
    /// The task of a room that is being woken.
    pub fn new(
        rooms: Arc<Rooms>,
        id: String,
        commands: mpsc::Receiver<Box<Command>>,
        own: mpsc::WeakSender<Box<Command>>,
    ) -> Task {
        let active = locked(&rooms.index).summary(&id).map(|summary| summary.active);
        let active = active.unwrap_or_else(|| rooms.retention_clock.now());
        let now = rooms.clock.now();
        Task {
            rooms,
            id,
            commands,
            own,
            active,
            busy: Duration::ZERO,
            asked: now,
            has_warned: false,
            resumes: None,
            entered: false,
            used: now,
        }
    }

    /// The room's time. It stands still while the server stalls and while the room is busy, so that
    /// a slow disk costs no player time.
    pub(super) fn now(&self) -> Instant {
        let now = self.rooms.clock.now();
        now.checked_sub(self.busy).unwrap_or(now)
    }

    /// Converts the room's time to the machine's clock.
    fn to_machine(&self, time: Instant) -> Instant {
        self.rooms.clock.to_machine(time + self.busy)
    }

    /// Runs the room until it goes to sleep.
    pub async fn run(self) {
        // Boxed, because a task always takes the memory of its largest state.
        match Box::pin(self.open()).await {
            Ok(room) => self.serve(room).await,
            Err(bye) => {
                if bye.why == ByeReason::Broken {
                    error!(room = self.id, "{}", bye.text.as_deref().unwrap_or_default());
                }
                Box::pin(self.end(None, bye)).await;
            }
        }
    }

    /// Says farewell to everybody in the room, refuses all waiting commands, and ends.
    async fn end(mut self, room: Option<Box<Room>>, bye: Bye) {
        // Before the farewells, so that clients that reconnect immediately find a new task.
        locked(&self.rooms.awake).rooms.remove(&self.id);
        // By this a connection without a farewell knows that the room has ended.
        self.commands.close();
        if let Some(room) = room {
            room.people.dismiss(&bye);
        }
        let no = if bye.why == ByeReason::NoEntry { NoEntry::NoRoom } else { NoEntry::Unavailable };
        while let Some(command) = self.commands.recv().await {
            match *command {
                // The requester may be gone.
                Command::Enter(_, _, _, outlet) => drop(outlet.try_send(Outgoing::Bye(bye.clone()))),
                Command::File(_, answer) => drop(answer.send(Err(no))),
                Command::Show(answer) => drop(answer.send(Err(no))),
                _ => {}
            }
        }
    }

    async fn serve(mut self, mut room: Box<Room>) {
        // Only rooms with a bot need a channel.
        let (thought, mut thoughts) = room.has_bot().then(|| mpsc::channel::<BotDecision>(1)).unzip();
        let rooms = Arc::clone(&self.rooms);
        self.used = self.now();
        let deadline = locked(&self.rooms.index).wake(&self.id);
        if let Some(deadline) = deadline {
            room.resume(deadline);
        }
        let before = room.unlogged();
        let effects = room.begin(self.now());
        let mut then = self.perform(&mut room, effects, before).await;
        self.rooms.publish(&self.id, &room, self.active);
        let bye = loop {
            if let ControlFlow::Break(bye) = then {
                break bye;
            }
            let now = self.now();
            if self.resumes.is_none_or(|resumes| resumes <= now)
                && let Some(thought) = &thought
                && let Some((address, search)) = room.bot_to_think(now, thought)
            {
                self.asked = now;
                if !self.rooms.bots.think(address, search) {
                    // The queue is full. Asks again in a second.
                    self.rooms.metrics.refused("waiting_searches");
                    room.let_bot_wait(now + Duration::from_secs(1));
                }
            }
            if !room.people.is_empty() || room.goes_on_alone() {
                self.used = now;
            }
            // Sleep loses chat and offers, which are not in the log.
            let idle = self.rooms.limits.idle;
            let patience = match self.entered {
                _ if room.has_talk() => idle,
                true => idle / 10,
                // Otherwise, page views alone could keep all rooms awake.
                false => idle / 120,
            };
            let idle = self.used + patience;
            let due = room.next_deadline().map(|due| self.resumes.map_or(due, |resumes| due.max(resumes)));
            let wakes = self.to_machine(due.map_or(idle, |due| due.min(idle)));
            let event = tokio::select! {
                command = self.commands.recv() => {
                    // The registry holds a sender.
                    let Some(command) = command else { return };
                    Event::Command(*command)
                }
                Some(thought) = next_of(thoughts.as_mut()) => Event::BotDecision(thought),
                () = tokio::time::sleep_until(wakes.into()) => Event::Deadline,
            };
            let now = self.now();
            let is_idle = matches!(event, Event::Deadline) && idle <= now && due.is_none_or(|due| due > now);
            if is_idle && self.try_sleep(&room, now) {
                return;
            }
            // Before the room is busy: a player who waits for requests from the same address does so
            // on the own clock.
            let turn = match &event {
                Event::Command(Command::Message(id, message)) if room.is_heavy(*id, message) => {
                    let address = room.people.address(*id).unwrap_or(Ipv4Addr::UNSPECIFIED.into());
                    Some(rooms.turns.take(address).await)
                }
                _ => None,
            };
            let begun = self.rooms.clock.now();
            // Otherwise, a visitor reloading the page of a long match would stop its clocks.
            let is_visit = matches!(event, Event::Command(Command::File(..) | Command::Show(_)));
            then = self.handle(&mut room, event, turn).await;
            if !is_visit {
                self.busy += self.rooms.clock.now().saturating_duration_since(begun);
            }
        };
        Box::pin(self.end(Some(room), bye)).await;
    }

    /// Handles an event; heavy requests have a turn.
    async fn handle(&mut self, room: &mut Room, event: Event, turn: Option<Turn<'_>>) -> ControlFlow<Bye> {
        let now = self.now();
        match event {
            Event::Command(command) => self.execute(room, command, turn, now).await,
            Event::BotDecision(BotDecision { at, action, took }) => {
                self.rooms.metrics.search_time.observe(took.as_secs_f64());
                // The bot is not charged for a stall either.
                let took = took.min(now.saturating_duration_since(self.asked));
                let before = room.unlogged();
                // The bot may claim a draw, which requires another search.
                let decide = || room.bot_decided(at, &action, took, now);
                let effects = self.rooms.heavy.run(decide).await;
                self.try_perform(room, effects, before).await
            }
            Event::Deadline if self.resumes.is_some_and(|resumes| now < resumes) => ControlFlow::Continue(()),
            Event::Deadline => {
                let before = room.unlogged();
                let effects = self.rooms.heavy.run_if(room.throws(now), || room.tick(now)).await;
                self.try_perform(room, effects, before).await
            }
        }
    }

    /// Ends the task, unless a visitor is arriving. The index then has the room's deadline.
    fn try_sleep(&mut self, room: &Room, now: Instant) -> bool {
        let mut awake = locked(&self.rooms.awake);
        // Senders are made only under this lock: one besides the registry's belongs to a visitor.
        let free = self.commands.is_empty() && self.own.strong_count() <= 1;
        if free {
            self.rooms.note_sleep(&self.id, room, self.active, self.busy);
            awake.rooms.remove(&self.id);
        } else {
            // An attempt for each period, however long the visitor takes.
            self.used = now;
        }
        free
    }

    async fn execute(
        &mut self,
        room: &mut Room,
        command: Command,
        turn: Option<Turn<'_>>,
        now: Instant,
    ) -> ControlFlow<Bye> {
        match command {
            Command::Enter(id, address, hello, outlet) => {
                let before = room.unlogged();
                let effects = room.enter((id, address), &hello, outlet, &self.rooms.limits, now);
                self.visited(room, id);
                self.entered |= !room.people.is_empty();
                let then = self.perform(room, effects, before).await;
                self.rooms.publish(&self.id, room, self.active);
                then
            }
            Command::Message(id, message) => {
                self.rooms.metrics.request(&message);
                let before = room.unlogged();
                let handle = || room.handle(id, &message, now);
                let mut effects = self.rooms.heavy.run_if(turn.is_some(), handle).await;
                // Before waiting for the disk.
                drop(turn);
                if effects.rematch.is_some() {
                    Box::pin(self.rooms.rematch(room, id, &mut effects)).await;
                }
                let then = self.perform(room, effects, before).await;
                self.rooms.metrics.request_time.observe(self.now().saturating_duration_since(now).as_secs_f64());
                then
            }
            Command::Pong(id, lag) => {
                room.people.heard(id, Some(lag), now);
                self.presence(room, now);
                ControlFlow::Continue(())
            }
            Command::Leave(id) => {
                self.visited(room, id);
                room.people.leave(id);
                self.rooms.publish(&self.id, room, self.active);
                self.presence(room, now);
                ControlFlow::Continue(())
            }
            Command::File(token, answer) => {
                let record = match room.role(token.as_deref()) {
                    Some(_) => Ok(self.rooms.heavy.run_if(!room.has_record(), || room.record()).await),
                    None => Err(NoEntry::Private),
                };
                let _ = answer.send(record);
                ControlFlow::Continue(())
            }
            Command::Show(answer) => {
                // Otherwise, visitors who load a page again and again would delay the room's moves.
                let shown = self.rooms.heavy.run_if(!room.has_record(), || room.shown()).await;
                let _ = answer.send(Ok(Box::new(shown)));
                ControlFlow::Continue(())
            }
            Command::End(end) => {
                match end {
                    End::Restart => self.rooms.note_sleep(&self.id, room, self.active, self.busy),
                    End::Moved | End::Deleted => locked(&self.rooms.listed).remove(&self.id),
                }
                ControlFlow::Break(end.bye())
            }
        }
    }

    /// Sends the presence, if it has changed.
    fn presence(&self, room: &mut Room, now: Instant) {
        if let Some(presence) = room.people.changed_presence(now) {
            room.people.send_all(&frame(&ServerMessage::Presence(presence)));
        }
    }

    /// Notes that a player is present, so that the room is kept longer.
    fn visited(&mut self, room: &Room, id: ConnectionId) {
        if room.people.role(id).and_then(Role::side).is_some() {
            self.active = self.rooms.retention_clock.now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::retention::Retention;
    use super::*;
    use crate::limits::Limits;
    use crate::log::FolderLog;
    use fairground_rooms::CreateRoom;

    /// A client may reconnect at the moment when its room ends.
    #[tokio::test]
    async fn whoever_enters_a_room_that_ends_gets_its_farewell() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let localhost = Ipv4Addr::LOCALHOST.into();
        let id = rooms.create(CreateRoom::of_game("chess"), localhost).await.unwrap().room;
        let room = rooms.visit(&id).await.unwrap();
        // Both commands are in the queue when the room ends.
        room.send(Box::new(Command::End(End::Restart))).await.unwrap();
        let (outlet, mut outgoing) = mpsc::channel(4);
        room.send(Box::new(Command::Enter(1, localhost, Box::default(), outlet))).await.unwrap();
        let farewell = outgoing.recv().await;
        assert!(matches!(farewell, Some(Outgoing::Bye(Bye { why: ByeReason::Restart, .. }))), "{farewell:?}");
        assert!(!rooms.is_awake(&id));
    }

    #[tokio::test]
    async fn a_room_waits_another_period_for_a_slow_visitor() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let id = rooms.create(CreateRoom::of_game("chess"), Ipv4Addr::LOCALHOST.into()).await.unwrap().room;
        let (registered, commands) = mpsc::channel(1);
        let mut task = Task::new(rooms, id, commands, registered.downgrade());
        let room = task.open().await.unwrap();
        let visitor = registered.clone();
        let later = task.now() + Duration::from_secs(3600);
        assert!(!task.try_sleep(&room, later));
        assert_eq!(task.used, later);
        drop(visitor);
        assert!(task.try_sleep(&room, later));
    }

    /// A server has thousands of tasks.
    #[test]
    fn a_room_that_is_awake_takes_little_memory() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let (send, commands) = mpsc::channel(1);
        let task = Task::new(rooms, "a-0".to_string(), commands, send.downgrade());
        let sizes = [size_of_val(&task.run()), size_of::<Room>(), size_of::<Command>()];
        println!("task, room and command: {sizes:?} bytes");
        assert!(sizes[0] <= 2048 && sizes[1] <= 2048 && sizes[2] <= 48, "{sizes:?}");
    }
}
