//! Who is in a room: connections, and the players whom they belong to.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::transcript::Messages;
use crate::engine::Side;
use crate::rooms::{Attendance, Presence, Role, ServerMessage, Sides};

/// A connection, by a number that no other one of the server has had.
pub type ConnectionId = u64;

/// A player who was not heard of for so long is away.
const AWAY: Duration = Duration::from_secs(10);

/// And gone.
pub const GONE: Duration = Duration::from_secs(30);

/// The most answers that are kept for each player, should a request be sent again.
const ANSWERS: usize = 32;

/// What goes out to a connection, in one piece.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// A message.
    One(Utf8Bytes),
    /// What a newcomer is told, in order.
    Greeting(Vec<Messages>),
}

/// Where a connection takes its messages from. If it is full, the client reads too slowly.
pub type Outlet = mpsc::Sender<Outgoing>;

/// The text of a message.
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    // The serializer has no reason to fail: the message is of texts and numbers.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A connection that is in a room.
#[derive(Debug)]
pub struct Guest {
    /// The seat.
    pub role: Role,
    /// The address that the connection counts for.
    pub address: IpAddr,
    /// The token that has opened the seat.
    pub token: Option<String>,
    /// Where its messages go.
    pub outlet: Outlet,
}

/// A player.
#[derive(Debug, Default)]
pub struct Player {
    /// The name that others read.
    pub name: Option<String>,
    /// Whether a program of the server plays.
    pub bot: bool,
    /// When the player was heard of last; `None` if never.
    heard: Option<Instant>,
    /// The time from a ping to its pong.
    pub lag: Duration,
    /// The address from which the player came last.
    pub address: Option<IpAddr>,
    session: Option<String>,
    answers: VecDeque<(u64, Utf8Bytes)>,
    told: Attendance,
}

impl Player {
    /// Whether the player is there.
    pub fn attendance(&self, now: Instant) -> Attendance {
        match self.heard {
            _ if self.bot => Attendance::Here,
            None => Attendance::Open,
            Some(heard) if now < heard + AWAY => Attendance::Here,
            Some(heard) if now < heard + GONE => Attendance::Away,
            Some(_) => Attendance::Gone,
        }
    }

    /// How long the player has been silent; `None` if the seat was never taken.
    pub fn silence(&self, now: Instant) -> Option<Duration> {
        self.heard.map(|heard| now.saturating_duration_since(heard))
    }
}

/// Everybody in a room.
#[derive(Debug, Default)]
pub struct People {
    connections: HashMap<ConnectionId, Guest>,
    players: Sides<Player>,
}

impl People {
    /// A player.
    pub fn player(&self, side: Side) -> &Player {
        self.players.of(side)
    }

    /// A player, to be changed.
    pub fn player_mut(&mut self, side: Side) -> &mut Player {
        self.players.of_mut(side)
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// The seat of a connection.
    pub fn role(&self, id: ConnectionId) -> Option<Role> {
        self.connections.get(&id).map(|connection| connection.role)
    }

    /// The token with which a connection has come.
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

    /// Players who are not here yet, though their match has begun, are away from now on.
    pub fn await_players(&mut self, now: Instant) {
        for side in Side::BOTH {
            let player = self.players.of_mut(side);
            if !player.bot {
                player.heard = Some(now.checked_sub(AWAY).unwrap_or(now));
                player.told = player.attendance(now);
            }
        }
    }

    /// A connection enters. Returns the one that had the seat before.
    pub fn enter(&mut self, id: ConnectionId, guest: Guest, session: Option<String>, now: Instant) -> Option<Outlet> {
        let (role, mut replaced) = (guest.role, None);
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
        }
        self.connections.insert(id, guest);
        replaced
    }

    /// A connection has gone.
    pub fn leave(&mut self, id: ConnectionId) {
        self.connections.remove(&id);
    }

    /// Something was heard of a connection; with the time that a pong took, if it was one.
    pub fn heard(&mut self, id: ConnectionId, lag: Option<Duration>, now: Instant) {
        if let Some(side) = self.role(id).and_then(Role::side) {
            let player = self.players.of_mut(side);
            player.heard = Some(now);
            player.lag = lag.unwrap_or(player.lag);
        }
    }

    /// The answer to a request of this player that was answered before.
    pub fn answer(&self, side: Side, id: u64) -> Option<Utf8Bytes> {
        self.players.of(side).answers.iter().find(|(other, _)| *other == id).map(|(_, answer)| answer.clone())
    }

    /// Keeps the answer to a request.
    pub fn keep_answer(&mut self, side: Side, id: u64, answer: Utf8Bytes) {
        let answers = &mut self.players.of_mut(side).answers;
        if answers.len() == ANSWERS {
            answers.pop_front();
        }
        answers.push_back((id, answer));
    }

    /// Sends to one connection. Who reads too slowly is let go.
    pub fn send(&mut self, id: ConnectionId, outgoing: Outgoing) {
        if let Some(connection) = self.connections.get(&id)
            && connection.outlet.try_send(outgoing).is_err()
        {
            self.connections.remove(&id);
        }
    }

    /// Sends to everybody.
    pub fn send_all(&mut self, text: &Utf8Bytes) {
        self.connections.retain(|_, connection| connection.outlet.try_send(Outgoing::One(text.clone())).is_ok());
    }

    /// Who is there, if it is not what was told last.
    pub fn changed_presence(&mut self, now: Instant) -> Option<Presence> {
        let mut changed = false;
        for side in Side::BOTH {
            let player = self.players.of_mut(side);
            let attendance = player.attendance(now);
            changed |= std::mem::replace(&mut player.told, attendance) != attendance;
        }
        changed.then(|| self.presence())
    }

    /// Who is there, as it was told last.
    pub fn presence(&self) -> Presence {
        Presence {
            white: self.players.white.told,
            black: self.players.black.told,
            names: Sides::each(|side| self.players.of(side).name.clone()),
            watching: u32::try_from(self.watching()).unwrap_or(u32::MAX),
        }
    }

    /// When somebody's presence changes next, if nothing is heard of them.
    pub fn next_change(&self) -> Option<Instant> {
        let next = |player: &Player| {
            let after = match player.told {
                Attendance::Here if !player.bot => AWAY,
                Attendance::Away => GONE,
                _ => return None,
            };
            player.heard.map(|heard| heard + after)
        };
        Side::BOTH.into_iter().filter_map(|side| next(self.players.of(side))).min()
    }
}
