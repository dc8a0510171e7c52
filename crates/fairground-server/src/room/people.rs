//! The people in a room: players and their connections.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::transcript::Messages;
use crate::limits::Limits;
use fairground_rooms::{Attendance, Bye, Presence, Role, ServerMessage, Sides};
use fairground_rules::engine::Side;

/// The number of a connection, unique within the server.
pub type ConnectionId = u64;

/// Silence after which a player is away.
pub const AWAY: Duration = Duration::from_secs(10);

/// Silence after which a player is gone.
pub const GONE: Duration = Duration::from_secs(30);

/// The maximum number of answers remembered for each player, in case a request is repeated.
pub const MAX_ANSWERS: usize = 32;

/// The period to which the limit on a player's lines of chat applies.
pub const CHAT_PERIOD: Duration = Duration::from_secs(30);

/// The minimum time between messages about only the number of spectators, which can change quickly.
const WATCHING_PAUSE: Duration = Duration::from_secs(1);

/// An item of a connection's queue.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// A message.
    One(Utf8Bytes),
    /// The last message.
    Bye(Bye),
    /// The messages for a newcomer, in order.
    Greeting(Vec<Messages>),
}

/// The queue of a connection. It fills up if the client reads too slowly.
pub type Outlet = mpsc::Sender<Outgoing>;

/// A message as text.
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    // Serializing messages of texts and numbers cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A connection in a room.
#[derive(Debug)]
pub struct Guest {
    /// The seat.
    pub role: Role,
    /// The address to which limits apply.
    pub address: IpAddr,
    /// The token of the seat.
    pub token: Option<String>,
    /// The queue of its messages.
    pub outlet: Outlet,
}

/// A player.
#[derive(Debug, Default)]
pub struct SeatedPlayer {
    /// The player's name.
    pub name: Option<String>,
    /// Whether the player is a bot of the server.
    pub bot: bool,
    /// The time of the last sign of life; `None` if the seat was never taken.
    heard: Option<Instant>,
    /// The round-trip time of the last ping.
    pub lag: Duration,
    /// The player's last address.
    pub address: Option<IpAddr>,
    session: Option<String>,
    answers: VecDeque<(u64, Utf8Bytes)>,
    /// The times of the player's last lines of chat, oldest first.
    said: VecDeque<Instant>,
    /// The maximum number of lines of chat in [`CHAT_PERIOD`].
    max_chat: usize,
    /// The attendance last sent.
    sent_attendance: Attendance,
}

impl SeatedPlayer {
    /// The player's attendance.
    pub fn attendance(&self, now: Instant) -> Attendance {
        match self.heard {
            _ if self.bot => Attendance::Here,
            None => Attendance::Open,
            Some(heard) if now < heard + AWAY => Attendance::Here,
            Some(heard) if now < heard + GONE => Attendance::Away,
            Some(_) => Attendance::Gone,
        }
    }

    /// The time since the last sign of life; `None` if the seat was never taken.
    pub fn silence(&self, now: Instant) -> Option<Duration> {
        self.heard.map(|heard| now.saturating_duration_since(heard))
    }

    /// Counts a line of chat. Returns false if it exceeds the limit.
    pub fn may_chat(&mut self, now: Instant) -> bool {
        while self.said.front().is_some_and(|said| *said + CHAT_PERIOD <= now) {
            self.said.pop_front();
        }
        let within = self.said.len() < self.max_chat;
        within.then(|| self.said.push_back(now));
        within
    }
}

/// The people in a room.
#[derive(Debug, Default)]
pub struct People {
    connections: HashMap<ConnectionId, Guest>,
    players: Sides<SeatedPlayer>,
    /// Whether a name has changed since the presence was last sent.
    renamed: bool,
    /// The number of spectators as last sent, and when.
    sent_watching: Option<(usize, Instant)>,
}

impl People {
    /// A player.
    pub fn player(&self, side: Side) -> &SeatedPlayer {
        self.players.of(side)
    }

    /// Mutable access to a player.
    pub fn player_mut(&mut self, side: Side) -> &mut SeatedPlayer {
        self.players.of_mut(side)
    }

    /// Renames a player.
    pub fn rename(&mut self, side: Side, name: Option<String>) {
        self.players.of_mut(side).name = name;
        self.renamed = true;
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// The seat of a connection.
    pub fn role(&self, id: ConnectionId) -> Option<Role> {
        self.connections.get(&id).map(|connection| connection.role)
    }

    /// The token of a connection.
    pub fn token(&self, id: ConnectionId) -> Option<&str> {
        self.connections.get(&id)?.token.as_deref()
    }

    /// The address of a connection.
    pub fn address(&self, id: ConnectionId) -> Option<IpAddr> {
        self.connections.get(&id).map(|connection| connection.address)
    }

    /// All connections.
    pub fn ids(&self) -> Vec<ConnectionId> {
        self.connections.keys().copied().collect()
    }

    /// The number of spectators from an address.
    pub fn watching_from(&self, address: IpAddr) -> usize {
        let from = |guest: &&Guest| guest.role == Role::Watch && guest.address == address;
        self.connections.values().filter(from).count()
    }

    /// The number of spectators.
    pub fn watching(&self) -> usize {
        self.connections.values().filter(|connection| connection.role == Role::Watch).count()
    }

    /// Marks the players of a loaded match as away.
    pub fn await_players(&mut self, now: Instant) {
        for side in Side::BOTH {
            let player = self.players.of_mut(side);
            if !player.bot {
                player.heard = Some(now.checked_sub(AWAY).unwrap_or(now));
                player.sent_attendance = player.attendance(now);
            }
        }
    }

    /// Adds a connection. Returns the connection that it replaces in the same seat.
    pub fn enter(
        &mut self,
        id: ConnectionId,
        guest: Guest,
        session: Option<String>,
        limits: &Limits,
        now: Instant,
    ) -> Option<Outlet> {
        let (role, mut replaced) = (guest.role, None);
        self.sent_watching.get_or_insert((0, now.checked_sub(WATCHING_PAUSE).unwrap_or(now)));
        if let Some(side) = role.side() {
            let before = self.connections.iter().find(|(_, connection)| connection.role == role).map(|(id, _)| *id);
            replaced = before.and_then(|id| self.connections.remove(&id)).map(|connection| connection.outlet);
            let player = self.players.of_mut(side);
            player.heard = Some(now);
            player.address = Some(guest.address);
            if session.is_none() || session != player.session {
                player.answers.clear();
            }
            player.session = session;
            player.max_chat = limits.chat;
        }
        self.connections.insert(id, guest);
        replaced
    }

    /// Removes a connection.
    pub fn leave(&mut self, id: ConnectionId) {
        self.connections.remove(&id);
    }

    /// Notes a sign of life of a connection; `lag` is the round-trip time in the case of a pong.
    pub fn heard(&mut self, id: ConnectionId, lag: Option<Duration>, now: Instant) {
        if let Some(side) = self.role(id).and_then(Role::side) {
            let player = self.players.of_mut(side);
            player.heard = Some(now);
            player.lag = lag.unwrap_or(player.lag);
        }
    }

    /// The remembered answer to a request.
    pub fn answer(&self, side: Side, id: u64) -> Option<Utf8Bytes> {
        self.players.of(side).answers.iter().find(|(other, _)| *other == id).map(|(_, answer)| answer.clone())
    }

    /// Remembers the answer to a request.
    pub fn keep_answer(&mut self, side: Side, id: u64, answer: Utf8Bytes) {
        let answers = &mut self.players.of_mut(side).answers;
        if answers.len() == MAX_ANSWERS {
            answers.pop_front();
        }
        answers.push_back((id, answer));
    }

    /// Sends to one connection. Slow readers are disconnected.
    pub fn send(&mut self, id: ConnectionId, outgoing: Outgoing) {
        if let Some(connection) = self.connections.get(&id)
            && connection.outlet.try_send(outgoing).is_err()
        {
            self.connections.remove(&id);
        }
    }

    /// Sends to everybody. Slow readers are disconnected.
    pub fn send_all(&mut self, text: &Utf8Bytes) {
        self.send_all_but(None, text);
    }

    /// Says goodbye to everybody.
    pub fn dismiss(&self, bye: &Bye) {
        for guest in self.connections.values() {
            // A client that reads too slowly is disconnected all the same.
            let _ = guest.outlet.try_send(Outgoing::Bye(bye.clone()));
        }
    }

    /// Sends to everybody except the player of a side.
    pub fn send_all_but(&mut self, side: Option<Side>, text: &Utf8Bytes) {
        let left_out = |guest: &Guest| side.is_some() && guest.role.side() == side;
        self.connections
            .retain(|_, guest| left_out(guest) || guest.outlet.try_send(Outgoing::One(text.clone())).is_ok());
    }

    /// The presence, if it has changed since last sent.
    pub fn changed_presence(&mut self, now: Instant) -> Option<Presence> {
        let mut changed = false;
        for side in Side::BOTH {
            let player = self.players.of_mut(side);
            let attendance = player.attendance(now);
            changed |= std::mem::replace(&mut player.sent_attendance, attendance) != attendance;
        }
        changed |= std::mem::take(&mut self.renamed);
        changed |= self.next_watching().is_some_and(|at| at <= now);
        changed.then(|| {
            self.sent_watching = Some((self.watching(), now));
            self.presence()
        })
    }

    /// When to send the number of spectators; `None` if it has not changed.
    fn next_watching(&self) -> Option<Instant> {
        let (sent, at) = self.sent_watching?;
        (sent != self.watching()).then_some(at + WATCHING_PAUSE)
    }

    /// The presence, with the attendance last sent.
    pub fn presence(&self) -> Presence {
        Presence {
            white: self.players.white.sent_attendance,
            black: self.players.black.sent_attendance,
            names: Sides::each(|side| self.players.of(side).name.clone()),
            watching: u32::try_from(self.watching()).unwrap_or(u32::MAX),
        }
    }

    /// The time of the next change of the presence, assuming no further signs of life.
    pub fn next_change(&self) -> Option<Instant> {
        let next = |player: &SeatedPlayer| {
            let after = match player.sent_attendance {
                Attendance::Here if !player.bot => AWAY,
                Attendance::Away => GONE,
                _ => return None,
            };
            player.heard.map(|heard| heard + after)
        };
        Side::BOTH.into_iter().filter_map(|side| next(self.players.of(side))).chain(self.next_watching()).min()
    }
}
