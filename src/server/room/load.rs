//! Reads a room from its log.

use std::collections::VecDeque;
use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, Instant};

use super::core::{Room, Stage};
use super::people::People;
use super::proof::Proof;
use super::quota::Quota;
use super::settings::{RoomEntry, Settings, setup_of};
use super::transcript::Transcript;
use super::turn_time::TurnTime;
use crate::engine::Side;
use crate::play::{Match, Seat, Secret};
use crate::record::Reader;
use crate::rooms::Sides;
use crate::server::log::StoredRoom;

/// A running clock waits so long when the server has just started.
const GRACE: Duration = Duration::from_secs(15);

impl Room {
    /// A room from its log.
    ///
    /// # Errors
    /// A log that does not agree with the rules.
    pub fn load(id: &str, stored: &StoredRoom, now: Instant) -> Result<Room, String> {
        let mut settings: Option<Settings> = None;
        let (mut time, mut kept_credit, mut quota) = (TurnTime::default(), [0; 2], Quota::default());
        let mut names = Sides::<Option<Option<String>>>::default();
        let mut rematch = None;
        for line in stored.room.lines() {
            match serde_json::from_str(line).map_err(|error| format!("a line of the room: {error}"))? {
                RoomEntry::Created(created) => settings = Some(*created),
                RoomEntry::NextToken { side, hash } => {
                    *quota.moves.of_mut(side) += 1;
                    if let Some(settings) = &mut settings {
                        *settings.next.of_mut(side) = Some(hash);
                    }
                }
                RoomEntry::Token { side, hash } => {
                    if let Some(settings) = &mut settings {
                        *settings.seats.of_mut(side) = Some(hash);
                        *settings.next.of_mut(side) = None;
                    }
                }
                RoomEntry::Credit { white, black, given } => {
                    quota.more_time = given;
                    kept_credit = [white, black];
                    time = TurnTime::default();
                    time.give(Side::White, Duration::from_millis(white));
                    time.give(Side::Black, Duration::from_millis(black));
                }
                RoomEntry::Name { side, name } => {
                    quota.keeps_name(side);
                    *names.of_mut(side) = Some(name);
                }
                RoomEntry::Rematch { room } => rematch = Some(room),
                RoomEntry::Owner { .. } => {}
            }
        }
        let settings = settings.ok_or("the room has no settings")?;
        let setup = setup_of(&settings.room)?;
        let secret: Secret = settings.secret.parse().map_err(|_| "the secret of the room is none")?;
        let bot = |side: Side| setup.seats[side.index()] != Seat::Human;
        let mut people = People::default();
        Side::BOTH.into_iter().for_each(|side| people.player_mut(side).bot = bot(side));
        let mut kept = 0;
        let stage = if stored.record.is_empty() {
            Stage::Waiting(Proof::new(bot))
        } else {
            let file = format!("{id}.jsonl");
            let reader = Reader::new(Path::new(&file), Box::new(Cursor::new(stored.record.as_bytes())))
                .map_err(|error| error.to_string())?;
            kept = stored.record.lines().count();
            if let Some(names) = &reader.header().names {
                people.player_mut(Side::White).name.clone_from(&names.white);
                people.player_mut(Side::Black).name.clone_from(&names.black);
            }
            Stage::Playing(Box::new(Match::restore(reader, Some(&secret)).map_err(|error| error.to_string())?))
        };
        for side in Side::BOTH {
            // What a player has told last, which may be later than the header.
            if let Some(name) = names.of_mut(side).take() {
                people.player_mut(side).name = name;
            }
        }
        let mut room = Room {
            id: id.to_string(),
            settings,
            setup,
            secret,
            stage,
            people,
            time,
            kept_credit,
            quota,
            next_tokens: Sides::default(),
            transcript: Transcript::default(),
            rematch,
            offers: Vec::new(),
            last_offer: 0,
            declined: Vec::new(),
            chat: VecDeque::new(),
            kept,
            version: stored.version,
            throw_at: None,
            bot_at: None,
            thinking: None,
        };
        if room.game().is_some() {
            room.people.await_players(now);
        }
        room.await_turn(now, now);
        if room.time.is_running() {
            room.time.start(now + GRACE);
        }
        Ok(room)
    }
}
