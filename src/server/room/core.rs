//! A room, without connections to the world: what comes in changes it, and says what is to be kept and what to be told.

use std::collections::VecDeque;
use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;

use super::people::{ConnectionId, Outgoing, Outlet, People, frame};
use super::proof::Proof;
use super::settings::{RoomEntry, Settings, setup_of};
use super::turn_time::TurnTime;
use crate::dice::{PHYSICS, STEP};
use crate::engine::{Outcome, Refusal, Side};
use crate::play::{Match, Pending, PlayError, Roll, Seat, Secret, Setup};
use crate::record::{Names, Reader};
use crate::rooms::{
    Bye, ByeReason, Clocks, Hello, ListedRoom, Offered, PROTOCOL, Refused, Role, Said, ServerMessage, Sides, Welcome,
};
use crate::server::limits::{Limits, MAX_NAME};
use crate::server::log::{LogLine, StoredRoom};

/// A running clock waits so long when the server has just started.
const GRACE: Duration = Duration::from_secs(15);

/// A die that a player does not throw is thrown by the server after so long.
const THROW_PATIENCE: Duration = Duration::from_secs(30);

/// How long a bot lets a die lie before it throws it, and its opponent's action stand before it answers.
const BOT_PAUSE: Duration = Duration::from_millis(300);

/// What becomes of what has come in: first the lines are appended to the log, and then the messages are sent.
#[derive(Debug, Default)]
pub struct Effects {
    /// For the log.
    pub lines: Vec<LogLine>,
    /// Then to be sent, in order.
    pub messages: Vec<(To, Utf8Bytes)>,
    /// An answer that is kept, should the request be sent again.
    pub answer: Option<(Side, u64, Utf8Bytes)>,
    /// The request that is answered with these effects, should they fail.
    pub request: Option<(ConnectionId, u64)>,
    /// Whether both have agreed on a rematch.
    pub rematch: bool,
}

/// To whom a message goes.
#[derive(Clone, Copy, Debug)]
pub enum To {
    /// Everybody.
    All,
    /// One connection.
    One(ConnectionId),
}

/// Why a request is not carried out.
#[derive(Debug)]
pub enum No {
    /// It is refused.
    Refused(Box<Refused>),
    /// It comes too late.
    Stale,
}

impl No {
    /// A refusal in a player's words.
    pub fn because(why: impl Into<String>) -> No {
        No::Refused(Box::new(Refused { id: 0, why: why.into(), rule: None, cells: Vec::new() }))
    }
}

impl From<PlayError> for No {
    fn from(error: PlayError) -> No {
        match error {
            PlayError::Refused { refusal, .. } => No::from(*refusal),
            error => No::because(error.to_string()),
        }
    }
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> No {
        match refusal {
            Refusal::Illegal(illegal) => No::Refused(Box::new(Refused {
                id: 0,
                why: illegal.reason,
                rule: Some(illegal.rule.to_string()),
                cells: illegal.cells.iter().map(|cell| cell.0).collect(),
            })),
            Refusal::Text(error) => No::because(error.to_string()),
        }
    }
}

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
    setup: Setup,
    secret: Secret,
    pub(super) stage: Stage,
    /// Everybody in it.
    pub people: People,
    pub(super) time: TurnTime,
    /// The offers that wait for an answer.
    pub(super) offers: Vec<Offered>,
    /// The number of the last offer.
    pub(super) last_offer: u64,
    /// The last declined offers, with the number of lines at that time.
    pub(super) declined: Vec<(Offered, u64)>,
    pub(super) chat: VecDeque<Said>,
    /// The lines of the match that are in the log.
    pub(super) kept: usize,
    /// The version of the log.
    pub version: u64,
    /// When the server throws a due die.
    throw_at: Option<Instant>,
    /// When a bot may begin to think.
    bot_at: Option<Instant>,
    /// The number of lines at which a bot is thinking.
    pub(super) thinking: Option<u64>,
}

impl Room {
    /// A room from its log.
    ///
    /// # Errors
    /// A log that does not agree with the rules.
    pub fn load(id: &str, stored: &StoredRoom, now: Instant) -> Result<Room, String> {
        let mut settings = None;
        let mut time = TurnTime::default();
        for line in stored.room.lines() {
            match serde_json::from_str(line).map_err(|error| format!("a line of the room: {error}"))? {
                RoomEntry::Created(created) => settings = Some(*created),
                RoomEntry::Token { side, hash } => {
                    if let Some(settings) = &mut settings {
                        *settings.seats.of_mut(side) = Some(hash);
                    }
                }
                RoomEntry::Credit { white, black } => {
                    time = TurnTime::default();
                    time.give(Side::White, Duration::from_millis(white));
                    time.give(Side::Black, Duration::from_millis(black));
                }
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
        let mut room = Room {
            id: id.to_string(),
            settings,
            setup,
            secret,
            stage,
            people,
            time,
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

    /// The number of lines of the match.
    pub fn lines(&self) -> u64 {
        match &self.stage {
            Stage::Waiting(_) => 0,
            Stage::Playing(played) => played.record().events().len() as u64 + 1,
        }
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
        let over = self.game().is_some_and(|played| played.outcome().is_some());
        (!self.settings.room.private && !over).then(|| ListedRoom {
            room: self.id.clone(),
            game: self.settings.room.game.clone(),
            clock: self.settings.room.clock.clone(),
            seats: self.seats(),
            names: Sides::each(|side| self.people.player(side).name.clone()),
            actions: self.game().map_or(0, |played| played.record().actions().len() as u64),
        })
    }

    /// Whether the room has to stay awake though nobody is in it: a clock runs.
    pub fn has_running_clock(&self) -> bool {
        self.setup.clock.is_some() && self.game().is_some_and(|played| played.outcome().is_none())
    }

    /// Whether a program of the server plays.
    pub fn has_bot(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.people.player(side).bot)
    }

    /// Whether something was said or offered, which the log does not have.
    pub fn has_talk(&self) -> bool {
        !self.chat.is_empty() || !self.offers.is_empty()
    }

    /// What is to be kept and told when the room has been read from its log: an end that was not written any more.
    pub fn begin(&mut self, now: Instant) -> Effects {
        let mut effects = Effects::default();
        self.advance(&mut effects, now);
        effects
    }

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

    fn seats(&self) -> Sides<String> {
        Sides { white: self.settings.room.white.clone(), black: self.settings.room.black.clone() }
    }

    /// The lines of the match behind so many.
    fn match_lines(&self, from: usize) -> impl Iterator<Item = String> {
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
            Pending::Decide { side, .. } => Some(side),
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
        for line in lines {
            self.kept += 1;
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

    /// Waits for the next decision or throw, which is due at a moment: when the die has come to rest.
    pub(super) fn await_turn(&mut self, due: Instant, now: Instant) {
        self.time.stop();
        (self.throw_at, self.bot_at, self.thinking) = (None, None, None);
        let Some(pending) = self.game().map(Match::pending) else { return };
        match pending {
            Pending::Over(_) => {}
            Pending::Decide { seat: Seat::Human | Seat::Remote, .. } => self.time.start(due),
            Pending::Decide { seat: Seat::Bot(_), .. } => self.bot_at = Some(due + BOT_PAUSE),
            Pending::Throw { seat: Seat::Human | Seat::Remote, .. } => self.throw_at = Some(now + THROW_PATIENCE),
            Pending::Throw { seat: Seat::Bot(_), .. } => self.throw_at = Some(now + BOT_PAUSE),
        }
    }

    /// Applies a throw; the next player waits until the die has come to rest.
    pub(super) fn apply_roll(&mut self, roll: &Roll, now: Instant) -> Result<(), PlayError> {
        let Stage::Playing(played) = &mut self.stage else { return Ok(()) };
        played.apply_roll(roll)?;
        let frames = roll.physical.iter().flat_map(|physical| &physical.traces).map(Vec::len).sum::<usize>();
        self.await_turn(now + Duration::from_secs_f32(frames as f32 * STEP), now);
        Ok(())
    }

    /// When something happens by itself next.
    pub fn next_deadline(&self) -> Option<Instant> {
        [self.flag(), self.throw_at, self.bot_at, self.people.next_change()].into_iter().flatten().min()
    }

    /// When the running clock runs out.
    fn flag(&self) -> Option<Instant> {
        let Some(Pending::Decide { side, .. }) = self.game().map(Match::pending) else { return None };
        self.time.flag(side, self.game()?.remaining(side)?, self.people.player(side).lag)
    }

    /// Does what happens by itself.
    ///
    /// # Errors
    /// If the match cannot go on, which the rules exclude.
    pub fn tick(&mut self, now: Instant) -> Result<Effects, PlayError> {
        let mut effects = Effects::default();
        if let Some(presence) = self.people.changed_presence(now) {
            effects.messages.push((To::All, frame(&ServerMessage::Presence(presence))));
        }
        let flag_fell = self.flag().is_some_and(|flag| flag <= now);
        let throw = self.throw_at.is_some_and(|at| at <= now);
        if let Stage::Playing(played) = &mut self.stage {
            if flag_fell && let Pending::Decide { side, .. } = played.pending() {
                let left = played.remaining(side).unwrap_or_default();
                played.spend_time(side, left)?;
                self.await_turn(now, now);
            } else if throw && let Some(roll) = played.throw(None) {
                self.apply_roll(&roll, now)?;
            }
        }
        self.advance(&mut effects, now);
        Ok(effects)
    }

    /// How the match ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().and_then(Match::outcome)
    }

    /// The bot that has to think now, with the number of lines of its position.
    pub fn bot_to_think(&mut self, now: Instant) -> Option<(u64, crate::play::SearchJob)> {
        if self.bot_at.is_none_or(|at| at > now) {
            return None;
        }
        self.bot_at = None;
        let at = self.lines();
        let job = self.game().and_then(Match::search_job)?;
        self.thinking = Some(at);
        Some((at, job))
    }

    /// The bot that would have thought is asked again later.
    pub fn let_bot_wait(&mut self, until: Instant) {
        (self.bot_at, self.thinking) = (Some(until), None);
    }

    /// A bot has decided, after so long.
    ///
    /// # Errors
    /// If the rules do not allow its action, which its search excludes.
    pub fn bot_decided(&mut self, at: u64, action: &str, took: Duration, now: Instant) -> Result<Effects, PlayError> {
        let mut effects = Effects::default();
        if self.thinking != Some(at) {
            return Ok(effects);
        }
        self.thinking = None;
        if let Stage::Playing(played) = &mut self.stage
            && let Pending::Decide { side, .. } = played.pending()
            && played.spend_time(side, took)?.is_none()
        {
            played.act(action)?;
        }
        self.await_turn(now, now);
        self.advance(&mut effects, now);
        Ok(effects)
    }
}

/// The message of a line of the match, which is one JSON text already.
fn line_frame(number: usize, line: &str) -> Utf8Bytes {
    format!("{{\"line\":{{\"n\":{number},\"data\":{line}}}}}").into()
}

/// The message that an offer is over.
pub(super) fn over_frame(offered: &Offered, accepted: bool) -> Utf8Bytes {
    frame(&ServerMessage::OfferOver(crate::rooms::OfferOver { offer: offered.offer, accepted }))
}
