//! A room, without connections to the world: what comes in changes it, and says what is to be kept and what to be told.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use super::effects::{Effects, To, over_frame};
use super::people::{People, frame};
use super::proof::Proof;
use super::quota::Quota;
use super::settings::{RoomEntry, Settings, is_reveal};
use super::transcript::{Transcript, line_frame};
use super::turn_time::TurnTime;
use crate::engine::{Outcome, Side};
use crate::play::{Match, Pending, PlayError, Secret, Setup};
use crate::record::Names;
use crate::rooms::{Clocks, CreateRoom, ListedRoom, Offered, Role, Said, ServerMessage, Sides};
use crate::server::bots::SearchGuard;
use crate::server::log::LogLine;

/// The match of a room.
pub(super) enum Stage {
    /// It has not begun: the players prove that nobody chooses the dice.
    Waiting(Proof),
    /// It goes on, or is over.
    Playing(Box<Match>),
}

/// A room.
pub struct Room {
    pub(super) id: String,
    pub(super) settings: Settings,
    pub(super) setup: Setup,
    pub(super) secret: Secret,
    pub(super) stage: Stage,
    /// Everybody in it.
    pub people: People,
    pub(super) time: TurnTime,
    /// The time given and not used up that the log has, ms, White's first.
    pub(super) kept_credit: [u64; 2],
    pub(super) quota: Quota,
    /// The tokens that were given out to move a seat, were not used yet, and are known since the room was woken.
    pub(super) next_tokens: Sides<Option<String>>,
    pub(super) transcript: Transcript,
    /// The room of the rematch.
    pub(super) rematch: Option<String>,
    /// The offers that wait for an answer.
    pub(super) offers: Vec<Offered>,
    /// The number of the last offer.
    pub(super) last_offer: u64,
    /// The last declined offers, with the number of lines at that time.
    pub(super) declined: Vec<(Offered, u64)>,
    pub(super) chat: VecDeque<Said>,
    /// The lines of the match that are in the log.
    pub(super) kept: usize,
    /// Entries that the log lacks, found when the room was read from it.
    pub(super) missing: Vec<RoomEntry>,
    /// The version of the log.
    pub version: u64,
    /// When the server throws a due die.
    pub(super) throw_at: Option<Instant>,
    /// When a bot may begin to think.
    pub(super) bot_at: Option<Instant>,
    /// The number of lines at which a bot is thinking, and the guard of its search.
    pub(super) thinking: Option<(u64, SearchGuard)>,
}

/// What everybody who knows the name of a room may know of it.
#[derive(Debug)]
pub struct Shown {
    /// The game and its players, as in the list.
    pub about: ListedRoom,
    /// The options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Whether the match has begun.
    pub begun: bool,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// The match file so far, if the match has begun and is not private.
    pub record: Option<String>,
}

impl Room {
    /// The number of lines of the match.
    pub fn lines(&self) -> u64 {
        match &self.stage {
            Stage::Waiting(_) => 0,
            Stage::Playing(played) => played.record().events().len() as u64 + 1,
        }
    }

    /// Whether the match has its most lines: nothing more is played.
    pub(super) fn is_full(&self) -> bool {
        self.lines() >= self.quota.max_lines
    }

    /// The match, once it has begun.
    pub fn game(&self) -> Option<&Match> {
        match &self.stage {
            Stage::Waiting(_) => None,
            Stage::Playing(played) => Some(played),
        }
    }

    /// The match file so far; `None` before the match begins.
    pub fn record(&self) -> Option<String> {
        self.game().and_then(|played| played.record().to_text().ok())
    }

    /// The seat that a token opens.
    pub fn role(&self, token: Option<&str>) -> Option<Role> {
        self.settings.role(token)
    }

    /// The room in the list; `None` if it is not to be listed, or its match is over.
    pub fn listed(&self) -> Option<ListedRoom> {
        (!self.settings.room.private && self.outcome().is_none()).then(|| self.about())
    }

    /// When the room was made, Unix time, s.
    pub fn created(&self) -> u64 {
        self.settings.created
    }

    /// The match that was asked for.
    pub fn request(&self) -> &CreateRoom {
        &self.settings.room
    }

    /// The room as its page shows it.
    pub fn shown(&self) -> Shown {
        Shown {
            about: self.about(),
            options: self.settings.room.options.clone(),
            begun: self.game().is_some(),
            outcome: self.outcome(),
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

    /// The side whose clock runs, or will once the die has come to rest. A player's first turn takes no time: nobody has to be quick to
    /// notice that the match has begun.
    pub(super) fn clocked_side(&self) -> Option<Side> {
        let played = self.game()?;
        match played.pending() {
            Pending::Decide { side, .. } | Pending::Throw { side, .. } => {
                Some(side).filter(|side| played.has_moved(*side))
            }
            Pending::Over(_) => None,
        }
    }

    /// Whether a program of the server plays.
    pub fn has_bot(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.people.player(side).bot)
    }

    /// Whether something was said or offered, which the log does not have.
    pub fn has_talk(&self) -> bool {
        !self.chat.is_empty() || !self.offers.is_empty()
    }

    /// Who sits where: `human`, or the name of a bot.
    pub(super) fn seats(&self) -> Sides<String> {
        Sides { white: self.settings.room.white.clone(), black: self.settings.room.black.clone() }
    }

    /// The lines of the match behind so many.
    pub(super) fn match_lines(&self, from: usize) -> impl Iterator<Item = String> {
        let record = self.game().map(Match::record);
        let header = record.filter(|_| from == 0).and_then(|record| serde_json::to_string(&record.header).ok());
        let events = record.map(|record| record.events()).unwrap_or_default();
        let events = events.iter().skip(from.saturating_sub(1));
        header.into_iter().chain(events.filter_map(|event| serde_json::to_string(event).ok()))
    }

    /// The clocks now; `None` without clocks, or before the match.
    pub(super) fn clocks(&self, now: Instant) -> Option<Clocks> {
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

    /// Begins the match, if both texts are known.
    pub(super) fn begin_match(&mut self) -> Result<(), PlayError> {
        let Stage::Waiting(proof) = &self.stage else { return Ok(()) };
        let Some((texts, hashes)) = proof.done() else { return Ok(()) };
        let begun = Match::committed(self.setup.clone(), self.secret.clone(), texts)?;
        let name = |side: Side| self.people.player(side).name.clone();
        let names = Names { white: name(Side::White), black: name(Side::Black) };
        self.stage = Stage::Playing(Box::new(begun.hosted(names, "server", hashes)));
        Ok(())
    }

    /// Takes what is new in the match into the effects, and waits for what comes next.
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

    /// Keeps the time given and not used up, if the log has another.
    pub(super) fn keep_credit(&mut self, effects: &mut Effects) {
        let credit = self.time.credit().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        if credit != self.kept_credit {
            let [white, black] = credit;
            let given = self.quota.more_time;
            effects.lines.push(LogLine::Room(RoomEntry::Credit { white, black, given }.line()));
            self.kept_credit = credit;
        }
    }

    /// How the match ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().and_then(Match::outcome)
    }
}
