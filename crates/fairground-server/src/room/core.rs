//! The state of a room, without input or output. Requests change it and return [`Effects`] for the
//! log and the connections.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use axum::body::Bytes;

use super::effects::{Effects, To, over_frame};
use super::people::{People, frame};
use super::proof::Proof;
use super::quota::Quota;
use super::settings::{RoomEntry, Settings, is_reveal};
use super::transcript::{Transcript, line_frame};
use super::turn_time::TurnTime;
use crate::bots::SearchGuard;
use crate::log::LogLine;
use fairground_match::play::{Match, Pending, PlayError, Secret, Setup};
use fairground_match::record::Names;
use fairground_rooms::{ChatMode, Clocks, CreateRoom, ListedRoom, Offered, Role, Said, ServerMessage, Sides};
use fairground_rules::engine::{Outcome, Side};

/// The match of a room.
pub(super) enum Stage {
    /// Before the match: the dice proof is in progress.
    Waiting { setup: Box<Setup>, proof: Proof },
    /// The match has begun, and may be over.
    Playing(Box<Match>),
}

/// A room.
pub struct Room {
    pub(super) id: String,
    pub(super) settings: Settings,
    pub(super) secret: Secret,
    pub(super) stage: Stage,
    /// The players and connections.
    pub people: People,
    pub(super) time: TurnTime,
    /// The unused extra time recorded in the log, ms, White's first.
    pub(super) kept_credit: [u64; 2],
    pub(super) quota: Quota,
    /// The unused tokens for moving a seat, issued since the room was woken.
    pub(super) next_tokens: Sides<Option<String>>,
    pub(super) transcript: Transcript,
    /// The match file as last asked for, with its number of lines.
    pub(super) file: Option<(u64, Bytes)>,
    /// The room of the rematch.
    pub(super) rematch: Option<String>,
    /// The unanswered offers.
    pub(super) offers: Vec<Offered>,
    /// The number of the last offer.
    pub(super) last_offer: u64,
    /// The declined offers, each with the number of lines at that time.
    pub(super) declined: Vec<(Offered, u64)>,
    pub(super) chat: VecDeque<Said>,
    /// Whether each player has muted the opponent.
    pub(super) muted: Sides<bool>,
    /// The number of lines of the match in the log.
    pub(super) kept: usize,
    /// Entries missing from the log, found when the room was loaded.
    pub(super) missing: Vec<RoomEntry>,
    /// The version of the log.
    pub version: u64,
    /// The time of the automatic throw.
    pub(super) throw_at: Option<Instant>,
    /// The time at which a bot may start to think.
    pub(super) bot_at: Option<Instant>,
    /// When the current turn began.
    pub(super) turn_began: Instant,
    /// The number of lines at the position that a bot is searching, and the guard of that search.
    pub(super) thinking: Option<(u64, SearchGuard)>,
}

/// The public view of a room, for anybody with the room's name.
#[derive(Debug)]
pub struct Shown {
    /// The entry for the list of rooms.
    pub about: ListedRoom,
    /// The options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Whether the match has begun.
    pub begun: bool,
    /// Its outcome; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Whether the match waits for an absent or idle player.
    pub casual: bool,
    /// The chat allowed to the players.
    pub chat: ChatMode,
    /// The current match file, if the match has begun and is not private.
    pub record: Option<Bytes>,
}

impl Room {
    /// The number of lines of the match.
    pub fn lines(&self) -> u64 {
        match &self.stage {
            Stage::Waiting { .. } => 0,
            Stage::Playing(played) => played.record().events().len() as u64 + 1,
        }
    }

    /// Whether the match has reached its maximum number of lines.
    pub(super) fn is_full(&self) -> bool {
        self.lines() >= self.quota.max_lines
    }

    /// The match, once it has begun.
    pub fn game(&self) -> Option<&Match> {
        match &self.stage {
            Stage::Waiting { .. } => None,
            Stage::Playing(played) => Some(played),
        }
    }

    /// Whether [`Room::record`] has the match file at hand, so that it takes no time.
    pub fn has_record(&self) -> bool {
        self.game().is_none() || self.file.as_ref().is_some_and(|(lines, _)| *lines == self.lines())
    }

    /// The current match file; `None` before the match begins.
    pub fn record(&mut self) -> Option<Bytes> {
        if !self.has_record() {
            let text = self.game().and_then(|played| played.record().to_text().ok());
            self.file = text.map(|text| (self.lines(), text.into()));
        }
        self.file.as_ref().map(|(_, text)| text.clone())
    }

    /// The seat that belongs to a token.
    pub fn role(&self, token: Option<&str>) -> Option<Role> {
        self.settings.role(token)
    }

    /// The entry for the list of rooms; `None` if the room is private or its match is over.
    pub fn listed(&self) -> Option<ListedRoom> {
        (!self.settings.room.private && self.outcome().is_none()).then(|| self.about())
    }

    /// The creation time, seconds since 1970.
    pub fn created(&self) -> u64 {
        self.settings.created
    }

    /// The request that created the room.
    pub fn request(&self) -> &CreateRoom {
        &self.settings.room
    }

    /// The public view of the room.
    pub fn shown(&mut self) -> Shown {
        Shown {
            about: self.about(),
            options: self.settings.room.options.clone(),
            begun: self.game().is_some(),
            outcome: self.outcome(),
            casual: self.settings.room.casual,
            chat: self.settings.room.chat,
            record: if self.settings.room.private { None } else { self.record() },
        }
    }

    fn about(&self) -> ListedRoom {
        ListedRoom {
            room: self.id.clone(),
            game: self.settings.room.game.clone(),
            clock: self.settings.room.clock.clone(),
            seats: self.seats(),
            names: Sides::each(|side| self.people.player(side).name.clone()),
            actions: self.game().map_or(0, |played| played.record().actions().len() as u64),
        }
    }

    /// The side with a running clock, or with a clock that runs once the die has come to rest. No
    /// clock runs during a player's first turn, since players may notice the start of the match
    /// late.
    pub(super) fn clocked_side(&self) -> Option<Side> {
        let played = self.game()?;
        match played.pending() {
            Pending::Decide { side, .. } | Pending::Throw { side, .. } => {
                Some(side).filter(|side| played.has_moved(*side))
            }
            Pending::Over(_) => None,
        }
    }

    /// Whether the room has a bot.
    pub fn has_bot(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.people.player(side).bot)
    }

    /// Whether there is chat or an offer, which are not logged.
    pub fn has_talk(&self) -> bool {
        !self.chat.is_empty() || !self.offers.is_empty()
    }

    /// The player of each seat: `human`, or the name of a bot.
    pub(super) fn seats(&self) -> Sides<String> {
        Sides { white: self.settings.room.white.clone(), black: self.settings.room.black.clone() }
    }

    /// The lines of the match after the first `from`.
    pub(super) fn match_lines(&self, from: usize) -> impl Iterator<Item = String> {
        let record = self.game().map(Match::record);
        let header = record.filter(|_| from == 0).and_then(|record| serde_json::to_string(&record.header).ok());
        let events = record.map(|record| record.events()).unwrap_or_default();
        let events = events.iter().skip(from.saturating_sub(1));
        header.into_iter().chain(events.filter_map(|event| serde_json::to_string(event).ok()))
    }

    /// The current clocks; `None` without clocks, or before the match.
    pub fn clocks(&self, now: Instant) -> Option<Clocks> {
        let played = self.game()?;
        let running = match played.pending() {
            Pending::Decide { .. } => self.clocked_side(),
            _ => None,
        };
        let left = |side: Side| {
            let (mut left, mut credit) = (played.remaining(side)?, self.time.credit()[side.index()]);
            if running == Some(side) {
                left = left.saturating_sub(self.time.taken(side, now));
                credit = self.time.credit_left(side, now);
            }
            Some((left + credit).as_secs_f64())
        };
        let wait = self.time.wait(now).map(|wait| wait.as_secs_f64());
        Some(Clocks { white: left(Side::White)?, black: left(Side::Black)?, running, wait })
    }

    /// Begins the match once both texts are known.
    pub(super) fn begin_match(&mut self) -> Result<(), PlayError> {
        let Stage::Waiting { setup, proof } = &self.stage else { return Ok(()) };
        let Some((texts, hashes)) = proof.done() else { return Ok(()) };
        let begun = Match::committed((**setup).clone(), self.secret.clone(), texts)?;
        let name = |side: Side| self.people.player(side).name.clone();
        let names = Names { white: name(Side::White), black: name(Side::Black) };
        self.stage = Stage::Playing(Box::new(begun.hosted(names, hashes)));
        Ok(())
    }

    /// Adds the new lines of the match to the effects, for the log and the clients. Open offers
    /// expire.
    pub(super) fn advance(&mut self, effects: &mut Effects, now: Instant) {
        let lines: Vec<_> = self.match_lines(self.kept).collect();
        if lines.is_empty() {
            return;
        }
        if self.kept == 0 {
            effects.lines.push(LogLine::Room(RoomEntry::Begun.line()));
        }
        self.keep_credit(effects);
        for line in lines {
            self.kept += 1;
            if is_reveal(&line) {
                effects.lines.push(LogLine::Room(RoomEntry::Revealed.line()));
            }
            effects.messages.push((To::All, line_frame(self.kept, &line)));
            effects.lines.push(LogLine::Match(line));
        }
        for offered in std::mem::take(&mut self.offers) {
            effects.messages.push((To::All, over_frame(&offered, false)));
        }
        if let Some(clocks) = self.clocks(now) {
            effects.messages.push((To::All, frame(&ServerMessage::Clock(clocks))));
        }
    }

    /// Logs the unused extra time, if it has changed.
    pub(super) fn keep_credit(&mut self, effects: &mut Effects) {
        let credit = self.time.credit().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        if credit != self.kept_credit {
            let [white, black] = credit;
            let given = self.quota.more_time;
            effects.lines.push(LogLine::Room(RoomEntry::Credit { white, black, given }.line()));
            self.kept_credit = credit;
        }
    }

    /// The outcome of the match; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().and_then(Match::outcome)
    }
}
