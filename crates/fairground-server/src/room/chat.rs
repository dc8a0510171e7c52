//! Chat between the players.

use std::time::Instant;

use super::core::Room;
use super::effects::{Effects, Rejection, To};
use super::people::frame;
use super::requests::Done;
use super::settings::RoomEntry;
use crate::log::LogLine;
use crate::text::plain;
use fairground_rooms::{Chat, ChatMode, MAX_CHAT, Mute, Said, ServerMessage};
use fairground_rules::engine::Side;

/// The number of lines of chat that newcomers receive.
pub const MAX_LINES: usize = 50;

impl Room {
    pub(super) fn say(
        &mut self,
        side: Side,
        chat: &Chat,
        effects: &mut Effects,
        now: Instant,
    ) -> Result<Done, Rejection> {
        match self.settings.room.chat {
            ChatMode::Off => return Err(Rejection::because("This room has no chat.")),
            ChatMode::Phrases if chat.text.is_some() => {
                return Err(Rejection::because("This room allows only phrases."));
            }
            ChatMode::Phrases | ChatMode::Free => {}
        }
        let text = chat.text.as_deref().map(|text| plain(text, usize::MAX)).filter(|text| !text.is_empty());
        if text.as_ref().is_some_and(|text| text.chars().count() > MAX_CHAT) {
            return Err(Rejection::because(format!("A line of chat has at most {MAX_CHAT} characters.")));
        }
        if text.is_some() == chat.phrase.is_some() {
            return Err(Rejection::because("chat: expected either text or phrase"));
        }
        if !self.people.player_mut(side).may_chat(now) {
            return Err(Rejection::because("You are writing too fast. Wait a few seconds."));
        }
        let said = Said { by: side, text, phrase: chat.phrase };
        let to = if *self.muted.of(side.other()) { To::AllBut(side.other()) } else { To::All };
        effects.messages.push((to, frame(&ServerMessage::Chat(said.clone()))));
        if self.chat.len() == MAX_LINES {
            self.chat.pop_front();
        }
        self.chat.push_back(said);
        Ok(Done::Ack)
    }

    /// Mutes or unmutes a player's opponent, without informing the opponent.
    pub(super) fn mute(&mut self, side: Side, mute: &Mute, effects: &mut Effects) {
        let before = std::mem::replace(self.muted.of_mut(side), mute.on);
        if before != mute.on && self.quota.logs_mute(side) {
            effects.lines.push(LogLine::Room(RoomEntry::Muted { side, on: mute.on }.line()));
        }
    }
}
