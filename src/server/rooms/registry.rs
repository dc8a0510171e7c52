//! All rooms of a server: making new ones, and the list of open ones.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;

use super::command::Command;
use super::listing::Listing;
use crate::engine::Side;
use crate::platform::clock::unix_seconds;
use crate::play::Secret;
use crate::rooms::{CreateRoom, Created, ListedRoom, Sides};
use crate::server::bots::Bots;
use crate::server::clock::ServerClock;
use crate::server::heavy::Heavy;
use crate::server::limits::Limits;
use crate::server::log::{LogLine, RoomLog};
use crate::server::metrics::Metrics;
use crate::server::network::{PerNetwork, hourly};
use crate::server::room::{Room, RoomEntry, Settings, setup_of};
use crate::server::secrets::{new_room, new_token, token_hash};

/// Why a room is not made.
#[derive(Debug)]
pub enum NotMade {
    /// What was asked for cannot be played.
    Wrong(String),
    /// There are too many already.
    TooMany(String),
    /// The storage refuses.
    Broken(String),
}

/// All rooms of a server.
pub struct Rooms {
    pub(super) log: Arc<dyn RoomLog>,
    /// The server's name, with which the names of its rooms begin.
    pub(super) node: String,
    /// How much clients may ask for.
    pub limits: Limits,
    pub(super) bots: Bots,
    /// Where dice are thrown and matches are gone through.
    pub heavy: Heavy,
    pub(super) awake: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    pub(super) listed: Mutex<Listing>,
    makers: PerNetwork,
    /// The clock of all rooms.
    pub clock: ServerClock,
    /// The metrics of the server.
    pub metrics: Metrics,
    /// How full the disk is, while it has too little space for more rooms.
    pub(super) disk_full: Mutex<Option<String>>,
}

/// What is in a lock. Nothing that holds one can fail in the middle of a change.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn broken(error: &dyn std::fmt::Display) -> NotMade {
    NotMade::Broken(error.to_string())
}

impl Rooms {
    /// The rooms of a log.
    pub fn new(log: Arc<dyn RoomLog>, node: &str, limits: Limits) -> Arc<Rooms> {
        let makers = PerNetwork::new(hourly(limits.rooms_per_address));
        let bots = Bots::new(&limits);
        Arc::new(Rooms {
            log,
            node: node.to_string(),
            limits,
            bots,
            heavy: Heavy::new(),
            awake: Mutex::default(),
            listed: Mutex::default(),
            makers,
            clock: ServerClock::new(),
            metrics: Metrics::new(),
            disk_full: Mutex::default(),
        })
    }

    /// Makes a room.
    pub async fn create(&self, room: CreateRoom, from: IpAddr) -> Result<Created, NotMade> {
        setup_of(&room).map_err(NotMade::Wrong)?;
        self.admit(from)?;
        let secret = Secret::random().map_err(|error| broken(&error))?;
        let id = new_room(&self.node).map_err(|error| broken(&error))?;
        let mut seats = Sides::<Option<String>>::default();
        for side in Side::BOTH {
            let player = if side == Side::White { &room.white } else { &room.black };
            if player == "human" {
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
        self.keep(&id, settings, Vec::new()).await?;
        Ok(Created { room: id, seats, watch, commitment: secret.hash().to_string() })
    }

    /// Makes the room of a rematch, for which this address answers. Returns its name.
    pub(super) async fn make_rematch(&self, room: &Room, from: IpAddr) -> Result<String, NotMade> {
        self.admit(from)?;
        let secret = Secret::random().map_err(|error| broken(&error))?;
        let id = new_room(&self.node).map_err(|error| broken(&error))?;
        let (settings, entries) = room.next_match(&id, &secret);
        self.keep(&id, settings, entries).await?;
        Ok(id)
    }

    /// Whether an address may make another room.
    fn admit(&self, from: IpAddr) -> Result<(), NotMade> {
        if let Some(problem) = locked(&self.disk_full).clone() {
            self.metrics.refused("min_free_disk");
            return Err(NotMade::Broken(problem));
        }
        if locked(&self.awake).len() >= self.limits.rooms {
            self.metrics.refused("rooms");
            return Err(NotMade::TooMany(format!("this server has its most rooms, {}", self.limits.rooms)));
        }
        if !self.makers.take(from) {
            self.metrics.refused("rooms_per_address");
            let most = self.limits.rooms_per_address;
            return Err(NotMade::TooMany(format!("your address has made its most rooms for now, {most} an hour")));
        }
        Ok(())
    }

    /// Begins the log of a new room.
    async fn keep(&self, id: &str, settings: Settings, more: Vec<RoomEntry>) -> Result<(), NotMade> {
        let (room, created) = (settings.room.clone(), settings.created);
        let entries = std::iter::once(RoomEntry::Created(Box::new(settings))).chain(more);
        let lines = entries.map(|entry| LogLine::Room(entry.line())).collect();
        self.log.append(id, 0, lines).await.map_err(|error| broken(&error))?;
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

    /// The open rooms, the newest first.
    pub fn list(&self) -> Vec<ListedRoom> {
        locked(&self.listed).newest(Instant::now())
    }
}
