//! All rooms of a server: creation, and the list of open rooms.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::awake::Awake;
use super::index::Index;
use super::listing::Listing;
use super::retention::Retention;
use super::retention_clock::RetentionClock;
use super::summary::Summary;
use crate::bots::Bots;
use crate::clock::ServerClock;
use crate::heavy::{Heavy, Turns};
use crate::limits::Limits;
use crate::log::{LogLine, RoomLog};
use crate::metrics::Metrics;
use crate::network::{PerNetwork, hourly};
use crate::room::{ConnectionId, Deadline, Effects, Room, RoomEntry, Settings, setup_of};
use crate::secrets::{new_room, new_token, token_hash};
use fairground_match::platform::clock::unix_seconds;
use fairground_match::play::{Seat, Secret};
use fairground_rooms::{CreateRoom, Created, ListedRoom, Sides};
use fairground_rules::engine::Side;

/// Why a room was not created.
#[derive(Debug)]
pub enum CreateError {
    /// The request describes no playable match.
    Invalid(String),
    /// A limit was reached.
    LimitReached(String),
    /// The storage has failed.
    Storage(String),
}

/// All rooms of a server.
pub struct Rooms {
    pub(super) log: Arc<dyn RoomLog>,
    /// The server's name, the prefix of its rooms' names.
    pub(super) node: String,
    /// The limits of clients.
    pub limits: Limits,
    pub(super) bots: Bots,
    /// The permits for dice, and for work on whole matches.
    pub heavy: Heavy,
    /// The turns of players' requests that need such work.
    pub(super) turns: Turns,
    pub(super) awake: Mutex<Awake>,
    pub(super) listed: Mutex<Listing>,
    /// If locked together with `awake`, `awake` comes first.
    pub(super) index: Mutex<Index>,
    makers: PerNetwork,
    /// The clock of all rooms.
    pub clock: ServerClock,
    /// The clock by which rooms age.
    pub(super) retention_clock: RetentionClock,
    /// The metrics of the server.
    pub metrics: Metrics,
    /// Why no rooms are created at present, if so.
    pub(super) storage_problem: Mutex<Option<String>>,
}

/// Locks a value. It is consistent even if a thread has panicked, because all changes are atomic.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn broken(error: &dyn std::fmt::Display) -> CreateError {
    CreateError::Storage(error.to_string())
}

impl Rooms {
    /// The rooms of a log.
    pub fn new(log: Arc<dyn RoomLog>, node: &str, limits: Limits, retention: Retention) -> Arc<Rooms> {
        let makers = PerNetwork::new(hourly(limits.rooms_per_address));
        let bots = Bots::new(&limits);
        Arc::new(Rooms {
            log,
            node: node.to_string(),
            limits,
            bots,
            heavy: Heavy::new(),
            turns: Turns::default(),
            awake: Mutex::default(),
            listed: Mutex::default(),
            index: Mutex::new(Index::new(retention)),
            makers,
            clock: ServerClock::new(),
            retention_clock: RetentionClock::new(),
            metrics: Metrics::new(),
            storage_problem: Mutex::default(),
        })
    }

    /// Creates a room.
    pub async fn create(&self, room: CreateRoom, from: IpAddr) -> Result<Created, CreateError> {
        setup_of(&room).map_err(CreateError::Invalid)?;
        self.admit(from)?;
        let secret = Secret::random().map_err(|error| broken(&error))?;
        let id = new_room(&self.node).map_err(|error| broken(&error))?;
        let mut seats = Sides::<Option<String>>::default();
        for side in Side::BOTH {
            let player = if side == Side::White { &room.white } else { &room.black };
            if player == Seat::HUMAN {
                *seats.of_mut(side) = Some(new_token().map_err(|error| broken(&error))?);
            }
        }
        let watch = new_token().map_err(|error| broken(&error))?;
        let settings = Settings {
            room,
            secret: secret.to_string(),
            seats: Sides::each(|side| seats.of(side).as_deref().map(token_hash)),
            watch: token_hash(&watch),
            created: unix_seconds(),
            next: Sides::default(),
        };
        self.create_log(&id, settings, Vec::new()).await?;
        Ok(Created { room: id, seats, watch, commitment: secret.hash().to_string() })
    }

    /// Creates the room of a rematch, which counts towards this address. Returns its name.
    async fn create_rematch(&self, room: &Room, from: IpAddr) -> Result<String, CreateError> {
        self.admit(from)?;
        let secret = Secret::random().map_err(|error| broken(&error))?;
        let id = new_room(&self.node).map_err(|error| broken(&error))?;
        let (settings, entries) = room.next_match(&id, &secret);
        self.create_log(&id, settings, entries).await?;
        Ok(id)
    }

    /// Checks that an address may create another room.
    fn admit(&self, from: IpAddr) -> Result<(), CreateError> {
        if let Some(problem) = locked(&self.storage_problem).clone() {
            self.metrics.refused("storage");
            return Err(CreateError::Storage(problem));
        }
        if locked(&self.awake).rooms.len() >= self.limits.rooms {
            self.metrics.refused("rooms");
            return Err(CreateError::LimitReached(format!(
                "this server has reached its maximum of {} rooms",
                self.limits.rooms
            )));
        }
        if !self.makers.take(from) {
            self.metrics.refused("rooms_per_address");
            let most = self.limits.rooms_per_address;
            return Err(CreateError::LimitReached(format!(
                "your address has reached its limit for new rooms, {most} an hour"
            )));
        }
        Ok(())
    }

    /// Starts the log of a new room.
    async fn create_log(&self, id: &str, settings: Settings, more: Vec<RoomEntry>) -> Result<(), CreateError> {
        let (room, created) = (settings.room.clone(), settings.created);
        let summary = Summary::new(&settings, self.retention_clock.now());
        let entries = std::iter::once(RoomEntry::Created(Box::new(settings))).chain(more);
        let lines = entries.map(|entry| LogLine::Room(entry.line())).collect();
        self.append(id, 0, lines).await.map_err(|error| broken(&error))?;
        self.note(id, summary, None);
        if !room.private {
            let listed = ListedRoom {
                room: id.to_string(),
                game: room.game,
                clock: room.clock,
                seats: Sides { white: room.white, black: room.black },
                names: Sides::default(),
                actions: 0,
            };
            locked(&self.listed).set(listed, created, true, Instant::now());
        }
        Ok(())
    }

    /// Creates the room of the rematch, which counts towards the address of this connection.
    pub(super) async fn rematch(&self, room: &mut Room, from: ConnectionId, effects: &mut Effects) {
        let Some(address) = room.people.address(from) else { return };
        match self.create_rematch(room, address).await {
            Ok(id) => room.set_rematch(id, effects),
            Err(CreateError::Invalid(why) | CreateError::LimitReached(why) | CreateError::Storage(why)) => {
                room.refuse_rematch(&why, effects);
            }
        }
    }

    /// Updates a room that is awake, in the list and in the index. `active` is its last activity,
    /// by the retention clock, s.
    pub(super) fn publish(&self, id: &str, room: &Room, active: u64) {
        self.note(id, Summary::awake(room, active, None), None);
        let mut listed = locked(&self.listed);
        match room.listed() {
            Some(entry) => listed.set(entry, room.created(), room.people.is_empty(), Instant::now()),
            None => listed.remove(id),
        }
    }

    /// Notes the deadline of a room that goes to sleep. `busy` is how far the room's time is behind
    /// the server's.
    pub(super) fn note_sleep(&self, id: &str, room: &Room, active: u64, busy: Duration) {
        let deadline = room.deadline().map(|deadline| Deadline { began: deadline.began + busy, ..deadline });
        let summary = Summary::awake(room, active, deadline.map(|deadline| deadline.left));
        self.note(id, summary, deadline);
    }

    /// Sets the index entry of a room and, for a sleeping room, its deadline.
    pub(super) fn note(&self, room: &str, summary: Summary, deadline: Option<Deadline>) {
        let is_news = locked(&self.index).set(room, summary.clone(), deadline);
        if is_news {
            self.log.note(room, summary.entry());
        }
    }

    /// The open rooms, newest first.
    pub fn list(&self) -> Vec<ListedRoom> {
        locked(&self.listed).newest(Instant::now())
    }
}
