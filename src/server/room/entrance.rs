//! Who comes into a room, and what newcomers are told.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;

use super::core::{Room, Stage};
use super::effects::{Effects, To};
use super::people::{ConnectionId, Guest, Outgoing, Outlet, frame};
use super::settings::RoomEntry;
use super::transcript::{CHUNK, Messages, line_frame};
use crate::dice::PHYSICS;
use crate::rooms::{Bye, ByeReason, Hello, PROTOCOL, Role, ServerMessage, Welcome};
use crate::server::limits::{Limits, MAX_NAME};
use crate::server::log::LogLine;
use crate::server::text::plain;

impl Room {
    /// A connection wants to enter. Returns what the others are told.
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
            let bye = ServerMessage::Bye(Bye { why, text: Some(text.to_string()), retry: None });
            // Who has gone already needs no answer.
            let _ = outlet.try_send(Outgoing::One(frame(&bye)));
        };
        let Some(role) = self.role(hello.token.as_deref()) else {
            refuse(ByeReason::NoEntry, "this link does not open the room");
            return effects;
        };
        if role == Role::Watch && self.people.watching() >= limits.spectators {
            refuse(ByeReason::Full, &format!("the room has its most spectators, {}", limits.spectators));
            return effects;
        }
        if role == Role::Watch && self.people.watching_from(address) >= limits.spectators_per_address {
            let most = limits.spectators_per_address;
            refuse(ByeReason::Full, &format!("your address has its most spectators in this room, {most}"));
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
                if self.quota.keeps_name(side) {
                    effects.lines.push(LogLine::Room(RoomEntry::Name { side, name: name.clone() }.line()));
                }
                self.people.player_mut(side).name = name;
            }
        }
        let guest = Guest { role, address, token: hello.token.clone(), outlet };
        let replaced = self.people.enter(id, guest, hello.session.clone(), now);
        if let Some(outlet) = replaced {
            let text = Some("the seat was taken from another device".to_string());
            let bye = ServerMessage::Bye(Bye { why: ByeReason::Replaced, text, retry: None });
            let _ = outlet.try_send(Outgoing::One(frame(&bye)));
        }
        let greeting = self.greeting(id, role, hello.have, now);
        self.people.send(id, Outgoing::Greeting(greeting));
        self.people.changed_presence(now);
        let presence = self.people.presence();
        effects.messages.push((To::All, frame(&ServerMessage::Presence(presence))));
        effects
    }

    /// Everything that a newcomer is told who has this many lines.
    fn greeting(&mut self, id: ConnectionId, role: Role, have: u64, now: Instant) -> Vec<Messages> {
        let welcome = frame(&ServerMessage::Welcome(Box::new(self.welcome(role))));
        let mut greeting = vec![Messages::new(vec![welcome])];
        match &self.stage {
            Stage::Waiting(proof) => greeting.push(Messages::new(vec![frame(&ServerMessage::Dice(proof.told()))])),
            Stage::Playing(_) => greeting.extend(self.line_frames(usize::try_from(have).unwrap_or(usize::MAX))),
        }
        let mut rest = Vec::new();
        rest.extend(self.clocks(now).map(|clocks| frame(&ServerMessage::Clock(clocks))));
        rest.extend(self.offers.iter().map(|offered| frame(&ServerMessage::Offer(offered.clone()))));
        rest.extend(self.chat.iter().map(|said| frame(&ServerMessage::Chat(said.clone()))));
        rest.extend(self.rematch_frame(id));
        greeting.push(Messages::new(rest));
        greeting
    }

    /// The messages of all lines behind the first `from`. Only those behind the last full chunk are the caller's own.
    fn line_frames(&mut self, from: usize) -> Vec<Messages> {
        let lines = usize::try_from(self.lines()).unwrap_or(usize::MAX);
        let full = if from < lines { lines / CHUNK } else { 0 };
        for chunk in self.transcript.chunks()..full {
            let made = self.frames(chunk * CHUNK).take(CHUNK).collect();
            self.transcript.push(made);
        }
        let mut told = self.transcript.behind(from, full);
        told.push(Messages::new(self.frames(from.max(full * CHUNK)).collect()));
        told
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
            commitment: self.secret.hash().to_string(),
            lines: self.lines(),
        }
    }
}
