//! Rematches: one per match, in a new room with the same tokens and with sides exchanged.

use axum::extract::ws::Utf8Bytes;

use super::core::Room;
use super::effects::{Effects, To, over_frame};
use super::people::{ConnectionId, frame};
use super::settings::{RoomEntry, Settings};
use crate::log::LogLine;
use crate::secrets::{public_token, token_hash};
use fairground_match::platform::clock::unix_seconds;
use fairground_match::play::Secret;
use fairground_rooms::{CreateRoom, Refused, Rematch, Role, ServerMessage, Sides};
use fairground_rules::engine::Side;

impl Room {
    /// The settings and first entries of the rematch's room, given its name.
    pub fn next_match(&self, id: &str, secret: &Secret) -> (Settings, Vec<RoomEntry>) {
        let room = &self.settings.room;
        let exchanged = |tokens: &Sides<Option<String>>| Sides::each(|side| tokens.of(side.other()).clone());
        let settings = Settings {
            room: CreateRoom { white: room.black.clone(), black: room.white.clone(), ..room.clone() },
            secret: secret.to_string(),
            seats: exchanged(&self.settings.seats),
            watch: if room.private { self.settings.watch.clone() } else { token_hash(&public_token(id)) },
            created: unix_seconds(),
            next: exchanged(&self.settings.next),
        };
        let next = |side| settings.next.of(side).clone().map(|hash| RoomEntry::NextToken { side, hash });
        let muted = |side: Side| self.muted.of(side.other()).then_some(RoomEntry::Muted { side, on: true });
        let entries = Side::BOTH.into_iter().flat_map(|side| next(side).into_iter().chain(muted(side))).collect();
        (settings, entries)
    }

    /// Logs and announces the room of the rematch.
    pub fn set_rematch(&mut self, id: String, effects: &mut Effects) {
        effects.lines.push(LogLine::Room(RoomEntry::Rematch { room: id.clone() }.line()));
        self.rematch = Some(id);
        let told = self.people.ids().into_iter().filter_map(|id| Some((To::One(id), self.rematch_frame(id)?)));
        effects.messages.extend(told);
    }

    /// Refuses the rematch because its room could not be created. The players may offer it again.
    pub fn refuse_rematch(&mut self, why: &str, effects: &mut Effects) {
        let (Some(offered), Some((from, id))) = (effects.rematch.take(), effects.request) else { return };
        let why = format!("The rematch is not possible: {why}.");
        let refused = frame(&ServerMessage::Refused(Refused { id, why, rule: None, cells: Vec::new() }));
        effects.messages = vec![(To::All, over_frame(&offered, false)), (To::One(from), refused.clone())];
        if let Some((_, _, answer)) = &mut effects.answer {
            *answer = refused;
        }
    }

    /// The message about the rematch for a connection; `None` without a rematch.
    pub(super) fn rematch_frame(&self, id: ConnectionId) -> Option<Utf8Bytes> {
        let room = self.rematch.clone()?;
        let token = match self.people.role(id)? {
            Role::Watch if !self.settings.room.private => public_token(&room),
            _ => self.people.token(id)?.to_string(),
        };
        Some(frame(&ServerMessage::Rematch(Rematch { room, token })))
    }
}
