//! Who comes into a room, and what newcomers are told.

use std::time::Instant;

use axum::extract::ws::Utf8Bytes;

use super::core::{Room, Stage, line_frame};
use super::effects::{Effects, To};
use super::people::{ConnectionId, Outgoing, Outlet, frame};
use crate::dice::PHYSICS;
use crate::rooms::{Bye, ByeReason, Hello, PROTOCOL, Role, ServerMessage, Welcome};
use crate::server::limits::{Limits, MAX_NAME};
use crate::server::log::LogLine;

impl Room {
    /// A connection wants to enter. Returns what the others are told.
    pub fn enter(&mut self, id: ConnectionId, hello: &Hello, outlet: Outlet, limits: &Limits, now: Instant) -> Effects {
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
        if let Some(side) = role.side()
            && let Some(entry) = self.settings.use_token(side, hello.token.as_deref())
        {
            effects.lines.push(LogLine::Room(entry.line()));
        }
        if let (Some(side), Some(name)) = (role.side(), &hello.name) {
            let name: String = name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect();
            self.people.player_mut(side).name = Some(name).filter(|name| !name.is_empty());
        }
        let replaced = self.people.enter(id, role, outlet, hello.session.clone(), now);
        if let Some(outlet) = replaced {
            let text = Some("the seat was taken from another device".to_string());
            let bye = ServerMessage::Bye(Bye { why: ByeReason::Replaced, text, retry: None });
            let _ = outlet.try_send(Outgoing::One(frame(&bye)));
        }
        let greeting = self.greeting(role, hello.have, now);
        self.people.send(id, Outgoing::Many(greeting));
        self.people.changed_presence(now);
        let presence = self.people.presence();
        effects.messages.push((To::All, frame(&ServerMessage::Presence(presence))));
        effects
    }

    /// Everything that a newcomer is told who knows so many lines.
    fn greeting(&self, role: Role, have: u64, now: Instant) -> Vec<Utf8Bytes> {
        let mut frames = vec![frame(&ServerMessage::Welcome(Box::new(self.welcome(role))))];
        match &self.stage {
            Stage::Waiting(proof) => frames.push(frame(&ServerMessage::Dice(proof.told()))),
            Stage::Playing(_) => {
                let from = usize::try_from(have).unwrap_or(usize::MAX);
                frames.extend(
                    self.match_lines(from).enumerate().map(|(index, line)| line_frame(from + index + 1, &line)),
                );
            }
        }
        frames.extend(self.clocks(now).map(|clocks| frame(&ServerMessage::Clock(clocks))));
        frames.extend(self.offers.iter().map(|offered| frame(&ServerMessage::Offer(offered.clone()))));
        frames.extend(self.chat.iter().map(|said| frame(&ServerMessage::Chat(said.clone()))));
        frames
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
