//! Events without a request: flag falls, automatic throws, and bots' decisions.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::core::{Room, Stage};
use super::effects::{Effects, To};
use super::people::frame;
use crate::bots::{BotDecision, Search, SearchGuard};
use crate::log::LogLine;
use fairground_dice::STEP;
use fairground_match::play::{Match, Pending, PlayError, Roll, Seat};
use fairground_rooms::ServerMessage;

/// How long the server waits before it throws a player's die.
pub const THROW_PATIENCE: Duration = Duration::from_secs(30);

/// A bot's pause before a throw, and before its answer to an action.
const BOT_PAUSE: Duration = Duration::from_millis(300);

impl Room {
    /// The effects of loading the room: entries missing from its log, and an end missing because
    /// the server stopped before writing it.
    pub fn begin(&mut self, now: Instant) -> Effects {
        let mut effects = Effects::default();
        effects.lines.extend(self.missing.drain(..).map(|entry| LogLine::Room(entry.line())));
        self.advance(&mut effects, now);
        effects
    }

    /// Sets the timers of the next decision or throw. `due` is the time at which the die comes to
    /// rest.
    pub(super) fn await_turn(&mut self, due: Instant, now: Instant) {
        self.time.stop();
        self.turn_began = due;
        (self.throw_at, self.bot_at, self.thinking) = (None, None, None);
        let Some(pending) = self.game().map(Match::pending).filter(|_| !self.is_full()) else { return };
        match pending {
            Pending::Over(_) => {}
            Pending::Decide { seat: Seat::Human | Seat::Program | Seat::Remote, .. } => {
                if self.clocked_side().is_some() {
                    self.time.start(due);
                } else if self.game().and_then(Match::clock).is_some() {
                    self.time.await_first_move(due);
                }
            }
            Pending::Decide { seat: Seat::Bot(_), .. } => self.bot_at = Some(due + BOT_PAUSE),
            Pending::Throw { seat: Seat::Human | Seat::Program | Seat::Remote, .. } => {
                self.throw_at = Some(now + THROW_PATIENCE)
            }
            Pending::Throw { seat: Seat::Bot(_), .. } => self.throw_at = Some(now + BOT_PAUSE),
        }
    }

    /// Applies a throw. The next player's time begins when the die comes to rest.
    pub(super) fn apply_roll(&mut self, roll: &Roll, now: Instant) -> Result<(), PlayError> {
        let Stage::Playing(played) = &mut self.stage else { return Ok(()) };
        played.apply_roll(roll)?;
        let frames = roll.physical.iter().flat_map(|physical| &physical.traces).map(Vec::len).sum::<usize>();
        self.await_turn(now + Duration::from_secs_f32(frames as f32 * STEP), now);
        Ok(())
    }

    /// The time of the next timer.
    pub fn next_deadline(&self) -> Option<Instant> {
        [self.flag(), self.abort_at(), self.throw_at, self.bot_at, self.people.next_change()]
            .into_iter()
            .flatten()
            .min()
    }

    /// The time at which the running clock runs out.
    pub(super) fn flag(&self) -> Option<Instant> {
        let Some(Pending::Decide { side, .. }) = self.game().map(Match::pending) else { return None };
        self.time.flag(side, self.game()?.remaining(side)?, self.people.player(side).lag)
    }

    /// Whether an automatic throw is due.
    pub fn throws(&self, now: Instant) -> bool {
        self.throw_at.is_some_and(|at| at <= now)
    }

    /// Handles the timers that are due.
    ///
    /// # Errors
    /// If the match cannot continue, which the rules exclude.
    pub fn tick(&mut self, now: Instant) -> Result<Effects, PlayError> {
        let mut effects = Effects::default();
        if let Some(presence) = self.people.changed_presence(now) {
            effects.messages.push((To::All, frame(&ServerMessage::Presence(presence))));
        }
        self.abort_if_due(now)?;
        let flag_fell = self.flag().is_some_and(|flag| flag <= now);
        let throw = self.throws(now);
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

    /// The search of the bot to act, and its opponent's address. The search is cancelled if the
    /// match moves on without it.
    pub fn bot_to_think(&mut self, now: Instant, decided: &mpsc::Sender<BotDecision>) -> Option<(IpAddr, Search)> {
        if self.bot_at.is_none_or(|at| at > now) {
            return None;
        }
        self.bot_at = None;
        let at = self.lines();
        let Pending::Decide { side, .. } = self.game()?.pending() else { return None };
        let job = self.game()?.search_job()?;
        let (guard, cancel) = SearchGuard::new();
        self.thinking = Some((at, guard));
        let address = self.people.player(side.other()).address.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        Some((address, Search { at, job, cancel, decided: decided.clone() }))
    }

    /// Postpones the bot's search.
    pub fn let_bot_wait(&mut self, until: Instant) {
        (self.bot_at, self.thinking) = (Some(until), None);
    }

    /// Plays a bot's decision, found in this time.
    ///
    /// # Errors
    /// If the action is illegal, which its search excludes.
    pub fn bot_decided(&mut self, at: u64, action: &str, took: Duration, now: Instant) -> Result<Effects, PlayError> {
        let mut effects = Effects::default();
        if self.thinking.as_ref().is_none_or(|(asked, _)| *asked != at) {
            return Ok(effects);
        }
        self.thinking = None;
        let took = if self.clocked_side().is_some() { took } else { Duration::ZERO };
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
