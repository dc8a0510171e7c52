//! The rooms of a server: those that are awake, each a task of its own, and the list of open ones.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::bots::{Bots, Thought};
use super::limits::{Allowance, Limits};
use super::log::{Claim, LogError, LogLine, RoomLog};
use super::room::{
    ConnectionId, Effects, Outgoing, Outlet, Room, RoomEntry, Settings, To, cannot_wait, frame, last_owner, setup_of,
};
use super::secrets::{new_room, new_token, token_hash};
use crate::engine::Side;
use crate::play::Secret;
use crate::rooms::{
    Bye, ByeReason, ClientMessage, CreateRoom, Created, Hello, ListedRoom, Refused, Rematch, ServerMessage, Sides,
};

/// The requests that wait for a room.
const QUEUE: usize = 64;

/// What is said when a room is another server's.
const MOVED: &str = "the room goes on at another server";

/// A client comes back so long after the server has stopped, s.
const RETRY: f64 = 2.5;

/// The most addresses whose allowance is remembered.
const ADDRESSES: usize = 10_000;

/// What comes to a room.
pub(super) enum Command {
    /// A connection wants to enter.
    Enter(ConnectionId, Box<Hello>, Outlet),
    /// A message of a connection.
    Message(ConnectionId, Box<ClientMessage>),
    /// A pong, after so long.
    Pong(ConnectionId, Duration),
    /// A connection has gone.
    Leave(ConnectionId),
    /// Somebody asks for the match file, and shows a token.
    File(Option<String>, oneshot::Sender<Result<Option<String>, NoEntry>>),
    /// The server stops, or the room is another server's.
    End(ByeReason),
}

/// Why a room does not show its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoEntry {
    /// There is none.
    NoRoom,
    /// It is private, and the token does not open it.
    Private,
    /// It cannot be read, or goes on elsewhere.
    Unavailable,
}

/// Why a room is not made.
#[derive(Debug)]
pub(super) enum NotMade {
    /// What was asked for cannot be played.
    Wrong(String),
    /// There are too many already.
    TooMany(String),
    /// The storage refuses.
    Broken(String),
}

/// All rooms of a server.
pub(super) struct Rooms {
    log: Arc<dyn RoomLog>,
    /// The server's name, with which the names of its rooms begin.
    node: String,
    /// How much clients may ask for.
    pub limits: Limits,
    bots: Bots,
    awake: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    listed: Mutex<BTreeMap<String, ListedRoom>>,
    makers: Mutex<HashMap<IpAddr, Allowance>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rooms {
    /// The rooms of a log.
    pub fn new(log: Arc<dyn RoomLog>, node: &str, limits: Limits) -> Arc<Rooms> {
        let bots = Bots::new(limits.searches, limits.waiting_searches);
        Arc::new(Rooms {
            log,
            node: node.to_string(),
            limits,
            bots,
            awake: Mutex::default(),
            listed: Mutex::default(),
            makers: Mutex::default(),
        })
    }

    /// Wakes the rooms of this server that cannot wait for somebody to come: those that are listed, and those in which a clock runs.
    pub async fn wake_all(self: &Arc<Self>) -> Result<(), LogError> {
        for id in self.log.rooms().await? {
            if self.log.claim(&id) == Claim::Ours
                && !locked(&self.awake).contains_key(&id)
                && self.log.read(&id).await?.is_some_and(|stored| cannot_wait(&stored))
            {
                self.room(&id);
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

    /// Makes a room.
    pub async fn create(&self, room: CreateRoom, from: IpAddr) -> Result<Created, NotMade> {
        setup_of(&room).map_err(NotMade::Wrong)?;
        if locked(&self.awake).len() >= self.limits.rooms {
            return Err(NotMade::TooMany(format!("this server has its most rooms, {}", self.limits.rooms)));
        }
        if !self.may_make(from) {
            let most = self.limits.rooms_per_address;
            return Err(NotMade::TooMany(format!("your address has made its most rooms for now, {most} an hour")));
        }
        self.make(room).await
    }

    async fn make(&self, room: CreateRoom) -> Result<Created, NotMade> {
        let random = |error: &dyn std::fmt::Display| NotMade::Broken(error.to_string());
        let secret = Secret::random().map_err(|error| random(&error))?;
        let id = new_room(&self.node).map_err(|error| random(&error))?;
        let mut seats = Sides::<Option<String>>::default();
        for side in Side::BOTH {
            let player = if side == Side::White { &room.white } else { &room.black };
            if player == "human" {
                *seats.of_mut(side) = Some(new_token().map_err(|error| random(&error))?);
            }
        }
        let watch = new_token().map_err(|error| random(&error))?;
        let settings = Settings {
            room: room.clone(),
            secret: secret.to_string(),
            seats: Sides::each(|side| seats.of(side).as_deref().map(token_hash)),
            watch: token_hash(&watch),
        };
        let lines = vec![LogLine::Room(RoomEntry::Created(Box::new(settings)).line())];
        self.log.append(&id, 0, lines).await.map_err(|error| NotMade::Broken(error.to_string()))?;
        if !room.private {
            let listed = ListedRoom {
                room: id.clone(),
                game: room.game,
                clock: room.clock,
                seats: Sides { white: room.white, black: room.black },
                names: Sides::default(),
                actions: 0,
            };
            locked(&self.listed).insert(id.clone(), listed);
        }
        Ok(Created { room: id, seats, watch, commitment: secret.hash().to_string() })
    }

    /// Whether an address may make another room.
    fn may_make(&self, from: IpAddr) -> bool {
        let now = Instant::now();
        let most = f64::from(self.limits.rooms_per_address);
        let mut makers = locked(&self.makers);
        if makers.len() >= ADDRESSES {
            makers.retain(|_, left| !left.is_full(now));
        }
        if makers.len() >= ADDRESSES {
            return false;
        }
        makers.entry(from).or_insert_with(|| Allowance::new(most, most / 3600.0, now)).take(1.0, now)
    }

    /// The open rooms, the newest first as far as names tell.
    pub fn list(&self) -> Vec<ListedRoom> {
        locked(&self.listed).values().take(500).cloned().collect()
    }

    /// The way to a room, which is woken if it sleeps.
    pub fn room(self: &Arc<Self>, id: &str) -> mpsc::Sender<Command> {
        let mut awake = locked(&self.awake);
        if let Some(room) = awake.get(id).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (send, commands) = mpsc::channel(QUEUE);
        awake.insert(id.to_string(), send.clone());
        let task = Task { rooms: Arc::clone(self), id: id.to_string(), commands, own: send.downgrade() };
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

/// What comes next, if anything can.
async fn next_of<T>(channel: Option<&mut mpsc::Receiver<T>>) -> Option<T> {
    match channel {
        Some(channel) => channel.recv().await,
        None => std::future::pending().await,
    }
}

/// A room that is awake.
struct Task {
    rooms: Arc<Rooms>,
    id: String,
    commands: mpsc::Receiver<Command>,
    own: mpsc::WeakSender<Command>,
}

/// Why a task goes on or ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    GoOn,
    End,
}

impl Task {
    async fn run(self) {
        match self.open().await {
            Ok(room) => self.serve(room).await,
            Err((why, text)) => self.refuse_all(why, &text).await,
        }
    }

    /// Reads the room from its log.
    async fn open(&self) -> Result<Room, (ByeReason, String)> {
        let broken = |error: &dyn std::fmt::Display| (ByeReason::Broken, format!("the room cannot be read: {error}"));
        if let Claim::Elsewhere(node) = self.rooms.log.claim(&self.id) {
            return Err((ByeReason::Moved, format!("the room is at the server '{node}'")));
        }
        let log = &self.rooms.log;
        loop {
            let stored = log.read(&self.id).await.map_err(|error| broken(&error))?;
            let mut stored = stored.ok_or((ByeReason::NoEntry, "there is no such room".to_string()))?;
            if last_owner(&self.id, &stored) != self.rooms.node {
                // The server that ran the room before may still do so: from here on it can append nothing.
                let owner = RoomEntry::Owner { node: self.rooms.node.clone() }.line();
                match log.append(&self.id, stored.version, vec![LogLine::Room(owner)]).await {
                    Ok(version) => stored.version = version,
                    Err(LogError::Conflict) => continue,
                    Err(error) => return Err(broken(&error)),
                }
            }
            return Room::load(&self.id, &stored, Instant::now()).map_err(|error| broken(&error));
        }
    }

    /// Answers everybody who waits that there is no room, and ends.
    async fn refuse_all(mut self, why: ByeReason, text: &str) {
        locked(&self.rooms.awake).remove(&self.id);
        self.commands.close();
        let retry = matches!(why, ByeReason::Moved | ByeReason::Broken).then_some(1.0);
        let bye = frame(&ServerMessage::Bye(Bye { why, text: Some(text.to_string()), retry }));
        while let Some(command) = self.commands.recv().await {
            match command {
                // Who has gone needs no answer.
                Command::Enter(_, _, outlet) => drop(outlet.try_send(Outgoing::One(bye.clone()))),
                Command::File(_, answer) => {
                    let no = if why == ByeReason::NoEntry { NoEntry::NoRoom } else { NoEntry::Unavailable };
                    let _ = answer.send(Err(no));
                }
                _ => {}
            }
        }
    }

    async fn serve(mut self, mut room: Room) {
        // The other rooms, which are most, do without it.
        let (thought, mut thoughts) = room.has_bot().then(|| mpsc::channel::<Thought>(1)).unzip();
        let mut busy_until = Instant::now();
        let effects = room.begin(Instant::now());
        let mut then = self.perform(&mut room, effects).await;
        self.list(&room);
        while then == Then::GoOn {
            let now = Instant::now();
            if let Some(thought) = &thought
                && let Some((at, job)) = room.bot_to_think(now)
                && !self.rooms.bots.think(at, job, thought.clone())
            {
                // The queue is full: again in a second.
                room.let_bot_wait(now + Duration::from_secs(1));
            }
            if !room.people.is_empty() || room.has_running_clock() {
                busy_until = now;
            }
            // What the log has is not lost by sleep.
            let patience = if room.has_talk() { self.rooms.limits.idle } else { self.rooms.limits.idle / 10 };
            let idle = busy_until + patience;
            let deadline = room.next_deadline().map_or(idle, |deadline| deadline.min(idle));
            tokio::select! {
                command = self.commands.recv() => {
                    let Some(command) = command else { break };
                    then = self.obey(&mut room, command).await;
                }
                Some(Thought { at, action, took }) = next_of(thoughts.as_mut()) => {
                    let effects = room.bot_decided(at, &action, took, Instant::now());
                    then = self.try_perform(&mut room, effects).await;
                }
                () = tokio::time::sleep_until(deadline.into()) => {
                    let now = Instant::now();
                    if idle <= now && self.sleeps() {
                        return;
                    }
                    let effects = room.tick(now);
                    then = self.try_perform(&mut room, effects).await;
                }
            }
        }
        locked(&self.rooms.awake).remove(&self.id);
    }

    /// Ends the task, unless somebody is on the way.
    fn sleeps(&mut self) -> bool {
        let mut awake = locked(&self.rooms.awake);
        // Senders are made only while this is locked; one besides the list's own is somebody's.
        let free = self.commands.is_empty() && self.own.strong_count() <= 1;
        if free {
            awake.remove(&self.id);
        }
        free
    }

    async fn obey(&mut self, room: &mut Room, command: Command) -> Then {
        let now = Instant::now();
        match command {
            Command::Enter(id, hello, outlet) => {
                let effects = room.enter(id, &hello, outlet, &self.rooms.limits, now);
                let then = self.perform(room, effects).await;
                self.list(room);
                then
            }
            Command::Message(id, message) => {
                let effects = room.handle(id, &message, now);
                self.perform(room, effects).await
            }
            Command::Pong(id, lag) => {
                room.people.heard(id, Some(lag), now);
                self.presence(room, now);
                Then::GoOn
            }
            Command::Leave(id) => {
                room.people.leave(id);
                room.people.send_all(&frame(&ServerMessage::Presence(room.people.presence())));
                Then::GoOn
            }
            Command::File(token, answer) => {
                let record = match room.role(token.as_deref()) {
                    Some(_) => Ok(room.record()),
                    None => Err(NoEntry::Private),
                };
                let _ = answer.send(record);
                Then::GoOn
            }
            Command::End(ByeReason::Restart) => {
                self.say_bye(room, ByeReason::Restart, "the server restarts", Some(RETRY));
                Then::End
            }
            Command::End(why) => {
                locked(&self.rooms.listed).remove(&self.id);
                self.say_bye(room, why, MOVED, Some(1.0));
                Then::End
            }
        }
    }

    /// Tells who has come back.
    fn presence(&self, room: &mut Room, now: Instant) {
        if let Some(presence) = room.people.changed_presence(now) {
            room.people.send_all(&frame(&ServerMessage::Presence(presence)));
        }
    }

    fn say_bye(&self, room: &mut Room, why: ByeReason, text: &str, retry: Option<f64>) {
        let bye = Bye { why, text: Some(text.to_string()), retry };
        room.people.send_all(&frame(&ServerMessage::Bye(bye)));
    }

    async fn try_perform(&self, room: &mut Room, effects: Result<Effects, crate::play::PlayError>) -> Then {
        match effects {
            Ok(effects) => self.perform(room, effects).await,
            Err(error) => {
                self.say_bye(room, ByeReason::Broken, &format!("the match cannot go on: {error}"), None);
                Then::End
            }
        }
    }

    /// Has what is new on the disk, and then tells of it. What cannot be kept has not happened: the room is read anew.
    async fn perform(&self, room: &mut Room, effects: Effects) -> Then {
        let Effects { lines, messages, answer, request, rematch } = effects;
        if !lines.is_empty() {
            match self.rooms.log.append(&self.id, room.version, lines).await {
                Ok(version) => room.version = version,
                Err(LogError::Conflict) => {
                    self.say_bye(room, ByeReason::Moved, MOVED, Some(1.0));
                    return Then::End;
                }
                Err(LogError::Storage(error)) => return self.step_back(room, request, &error).await,
            }
            self.list(room);
        }
        for (to, text) in messages {
            match to {
                To::All => room.people.send_all(&text),
                To::One(id) => room.people.send(id, Outgoing::One(text)),
            }
        }
        if let Some((side, id, answer)) = answer {
            room.people.keep_answer(side, id, answer);
        }
        if rematch {
            self.rematch(room).await;
        }
        Then::GoOn
    }

    /// Goes back to what is in the log, and refuses the request that could not be kept.
    async fn step_back(&self, room: &mut Room, request: Option<(ConnectionId, u64)>, error: &str) -> Then {
        let fresh = match self.open().await {
            Ok(fresh) => fresh,
            Err((why, text)) => {
                self.say_bye(room, why, &text, Some(5.0));
                return Then::End;
            }
        };
        let people = std::mem::take(&mut room.people);
        *room = fresh;
        room.people = people;
        if let Some((from, id)) = request {
            let why = format!("The server cannot keep this now, so it was not played: {error}");
            let refused = Refused { id, why, rule: None, cells: Vec::new() };
            room.people.send(from, Outgoing::One(frame(&ServerMessage::Refused(refused))));
        }
        Then::GoOn
    }

    /// Makes the next match of both players.
    async fn rematch(&self, room: &mut Room) {
        // It is asked for by people who are in a room already, and costs no more than a match.
        let Ok(created) = self.rooms.make(room.rematch()).await else { return };
        for side in Side::BOTH {
            // Sides are exchanged.
            if let Some(token) = created.seats.of(side.other()) {
                let rematch = Rematch { room: created.room.clone(), token: token.clone() };
                room.people.send_to(side, frame(&ServerMessage::Rematch(rematch)));
            }
        }
    }

    /// Brings the room's place in the list up to date.
    fn list(&self, room: &Room) {
        let mut listed = locked(&self.rooms.listed);
        match room.listed() {
            Some(entry) => drop(listed.insert(self.id.clone(), entry)),
            None => drop(listed.remove(&self.id)),
        }
    }
}
