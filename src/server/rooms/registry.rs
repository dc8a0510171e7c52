//! All rooms of a server: making new ones, and the list of open ones.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;

use super::command::Command;
use crate::engine::Side;
use crate::play::Secret;
use crate::rooms::{CreateRoom, Created, ListedRoom, Sides};
use crate::server::bots::Bots;
use crate::server::limits::{Allowance, Limits};
use crate::server::log::{LogLine, RoomLog};
use crate::server::room::{RoomEntry, Settings, setup_of};
use crate::server::secrets::{new_room, new_token, token_hash};

/// The most addresses whose allowance is remembered.
const ADDRESSES: usize = 10_000;

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
    pub(super) awake: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    pub(super) listed: Mutex<BTreeMap<String, ListedRoom>>,
    makers: Mutex<HashMap<IpAddr, Allowance>>,
}

/// What is in a lock. Nothing that holds one can fail in the middle of a change.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
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

    /// Makes a room that nobody refuses.
    pub(super) async fn make(&self, room: CreateRoom) -> Result<Created, NotMade> {
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
            next: Sides::default(),
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
}
