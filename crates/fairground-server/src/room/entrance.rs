//! Entering a room: admission and greeting.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;

use super::core::{Room, Stage};
use super::effects::{Effects, To};
use super::people::{ConnectionId, Guest, Outgoing, Outlet, frame};
use super::settings::RoomEntry;
use super::transcript::{CHUNK, Messages, line_frame};
use crate::limits::Limits;
use crate::log::LogLine;
use crate::text::plain;
use fairground_dice::PHYSICS;
use fairground_rooms::{Bye, ByeReason, Hello, MAX_NAME, PROTOCOL, Role, Said, ServerMessage, Welcome};

/// The maximum number of bytes of a session.
pub const MAX_SESSION: usize = 64;

impl Room {
    /// Admits or refuses a connection. The greeting is sent directly; the effects are for the
    /// others in the room.
    pub fn enter(
        &mut self,
        (id, address): (ConnectionId, IpAddr),
        hello: &Hello,
        outlet: Outlet,
        limits: &Limits,
        now: Instant,
    ) -> Effects {
        let mut effects = Effects::default();
        let refuse = |why: ByeReason, text: &str| {
            // All these reasons are final.
            // The client may have left.
            let _ = outlet.try_send(Outgoing::Bye(Bye::new(why, text, 0.0)));
        };
        let Some(role) = self.role(hello.token.as_deref()) else {
            refuse(ByeReason::NoEntry, "this link is not valid for the room");
            return effects;
        };
        if hello.session.as_ref().is_some_and(|session| session.len() > MAX_SESSION) {
            refuse(ByeReason::Protocol, &format!("session: expected at most {MAX_SESSION} bytes"));
            return effects;
        }
        if role == Role::Watch && self.people.watching() >= limits.spectators {
            refuse(ByeReason::Full, &format!("the room is full: it allows {} spectators", limits.spectators));
            return effects;
        }
        if role == Role::Watch && self.people.watching_from(address) >= limits.spectators_per_address {
            let most = limits.spectators_per_address;
            refuse(ByeReason::Full, &format!("the room allows {most} spectators from one address"));
            return effects;
        }
        if let Some(side) = role.side()
            && let Some(entry) = self.settings.use_token(side, hello.token.as_deref())
        {
            effects.lines.push(LogLine::Room(entry.line()));
            *self.next_tokens.of_mut(side) = None;
        }
        if let (Some(side), Some(name)) = (role.side(), &hello.name) {
            let name = plain(name, MAX_NAME);
            let name = Some(name).filter(|name| !name.is_empty());
            if self.people.player(side).name != name {
                if self.quota.logs_name(side) {
                    effects.lines.push(LogLine::Room(RoomEntry::Name { side, name: name.clone() }.line()));
                }
                self.people.rename(side, name);
            }
        }
        let guest = Guest { role, address, token: hello.token.clone(), outlet };
        let replaced = self.people.enter(id, guest, hello.session.clone(), limits, now);
        if let Some(outlet) = replaced {
            let text = "the seat was taken from another device";
            let _ = outlet.try_send(Outgoing::Bye(Bye::new(ByeReason::Replaced, text, 0.0)));
        }
        let changed = self.people.changed_presence(now);
        let greeting = self.greeting(id, role, hello.have, now);
        self.people.send(id, Outgoing::Greeting(greeting));
        effects.messages.extend(changed.map(|presence| (To::All, frame(&ServerMessage::Presence(presence)))));
        effects
    }

    /// The greeting for a client with this many lines. It ends with the presence.
    fn greeting(&mut self, id: ConnectionId, role: Role, have: u64, now: Instant) -> Vec<Messages> {
        let welcome = frame(&ServerMessage::Welcome(Box::new(self.welcome(role))));
        let mut greeting = vec![Messages::new(vec![welcome])];
        match &self.stage {
            Stage::Waiting { proof, .. } => {
                greeting.push(Messages::new(vec![frame(&ServerMessage::Dice(proof.status()))]))
            }
            Stage::Playing(_) => greeting.extend(self.line_frames(usize::try_from(have).unwrap_or(usize::MAX))),
        }
        let mut rest = Vec::new();
        rest.extend(self.clocks(now).map(|clocks| frame(&ServerMessage::Clock(clocks))));
        rest.extend(self.offers.iter().map(|offered| frame(&ServerMessage::Offer(offered.clone()))));
        let hears = |said: &&Said| role.side() != Some(said.by.other()) || !self.muted.of(said.by.other());
        rest.extend(self.chat.iter().filter(hears).map(|said| frame(&ServerMessage::Chat(said.clone()))));
        rest.extend(self.rematch_frame(id));
        rest.push(frame(&ServerMessage::Presence(self.people.presence())));
        greeting.push(Messages::new(rest));
        greeting
    }

    /// The messages of all lines after the first `from`. Connections share all full chunks.
    fn line_frames(&mut self, from: usize) -> Vec<Messages> {
        let lines = usize::try_from(self.lines()).unwrap_or(usize::MAX);
        let full = if from < lines { lines / CHUNK } else { 0 };
        for chunk in self.transcript.chunks()..full {
            let made = self.frames(chunk * CHUNK).take(CHUNK).collect();
            self.transcript.push(made);
        }
        let mut frames = self.transcript.after(from, full);
        frames.push(Messages::new(self.frames(from.max(full * CHUNK)).collect()));
        frames
    }

    fn frames(&self, from: usize) -> impl Iterator<Item = Utf8Bytes> {
        self.match_lines(from).enumerate().map(move |(index, line)| line_frame(from + index + 1, &line))
    }

    fn welcome(&self, role: Role) -> Welcome {
        let room = &self.settings.room;
        Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_string(),
            physics: PHYSICS.to_string(),
            room: self.id.clone(),
            seat: role,
            game: room.game.clone(),
            options: room.options.clone(),
            clock: room.clock.clone(),
            seats: self.seats(),
            private: room.private,
            casual: room.casual,
            chat: room.chat,
            muted: role.side().map(|side| *self.muted.of(side)),
            commitment: self.secret.hash().to_string(),
            lines: self.lines(),
        }
    }
}
