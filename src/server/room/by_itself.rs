//! What happens in a room by itself: clocks run out, dice are thrown, bots decide.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::core::{Room, Stage};
use super::effects::{Effects, To};
use super::people::frame;
use crate::dice::STEP;
use crate::play::{Match, Pending, PlayError, Roll, Seat};
use crate::rooms::ServerMessage;
use crate::server::bots::{Search, SearchGuard, Thought};
use crate::server::log::LogLine;

/// A die that a player does not throw is thrown by the server after so long.
const THROW_PATIENCE: Duration = Duration::from_secs(30);

/// How long a bot lets a die lie before it throws it, and its opponent's action stand before it answers.
const BOT_PAUSE: Duration = Duration::from_millis(300);

impl Room {
    /// What is to be kept and told when the room has been read from its log: what the log lacks, and an end that was not written any more.
    pub fn begin(&mut self, now: Instant) -> Effects {
        let mut effects = Effects::default();
        effects.lines.extend(self.missing.drain(..).map(|entry| LogLine::Room(entry.line())));
        self.advance(&mut effects, now);
        effects
    }

    /// Waits for the next decision or throw, which is due at a moment: when the die has come to rest.
    pub(super) fn await_turn(&mut self, due: Instant, now: Instant) {
        self.time.stop();
        (self.throw_at, self.bot_at, self.thinking) = (None, None, None);
        let Some(pending) = self.game().map(Match::pending).filter(|_| !self.is_full()) else { return };
        match pending {
            Pending::Over(_) => {}
            Pending::Decide { seat: Seat::Human | Seat::Program | Seat::Remote, .. } => {
                if self.clocked_side().is_some() {
                    self.time.start(due);
                } else if self.setup.clock.is_some() {
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
        [self.flag(), self.abort_at(), self.throw_at, self.bot_at, self.people.next_change()]
            .into_iter()
            .flatten()
            .min()
    }

    /// When the running clock runs out.
    pub(super) fn flag(&self) -> Option<Instant> {
        let Some(Pending::Decide { side, .. }) = self.game().map(Match::pending) else { return None };
        self.time.flag(side, self.game()?.remaining(side)?, self.people.player(side).lag)
    }

    /// Whether the server throws a die now.
    pub fn throws(&self, now: Instant) -> bool {
        self.throw_at.is_some_and(|at| at <= now)
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

    /// The search of the bot that has to think now, for the address of its opponent. It is cancelled when the match goes on otherwise.
    pub fn bot_to_think(&mut self, now: Instant, decided: &mpsc::Sender<Thought>) -> Option<(IpAddr, Search)> {
        if self.bot_at.is_none_or(|at| at > now) {
            return None;
        }
        self.bot_at = None;
        let at = self.lines();
        let Pending::Decide { side, .. } = self.game()?.pending() else { return None };
        let job = self.game()?.search_job()?;
        let (guard, wanted) = SearchGuard::new();
        self.thinking = Some((at, guard));
        let address = self.people.player(side.other()).address.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        Some((address, Search { at, job, wanted, decided: decided.clone() }))
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
