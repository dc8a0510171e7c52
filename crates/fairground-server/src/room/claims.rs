//! Claims: a draw by the rules, or the match against an absent or idle opponent.

use std::time::{Duration, Instant};

use super::core::Room;
use super::effects::Rejection;
use super::people::GONE;
use super::requests::Done;
use fairground_match::play::{Match, Pending, PlayError};
use fairground_rooms::{CLAIM_ABSENT, CLAIM_IDLE};
use fairground_rules::engine::Side;

impl Room {
    /// Claims a draw. Either player may do so at any time.
    pub(super) fn claim_draw(&mut self, now: Instant) -> Result<Done, Rejection> {
        self.playing()?.claim_open().ok_or(PlayError::NoClaim)?;
        self.charge(now)?;
        self.playing()?.claim_draw()?;
        self.await_turn(now, now);
        Ok(Done::Ack)
    }

    /// Claims the match against an absent opponent, or an idle one without a running clock.
    pub(super) fn claim_match(&mut self, side: Side, now: Instant) -> Result<Done, Rejection> {
        if self.settings.room.casual {
            return Err(Rejection::because("This match is not serious: it waits for your opponent."));
        }
        self.playing()?;
        let opponent = self.people.player(side.other());
        let silence = opponent.silence(now).filter(|silence| *silence >= GONE && !opponent.bot);
        let absent = silence.map(|silence| (GONE + CLAIM_ABSENT).saturating_sub(silence));
        let idle = self.idle_time(side.other(), now).map(|idle| CLAIM_IDLE.saturating_sub(idle));
        let absent = absent.map(|left| (left, "gone"));
        let idle = idle.map(|left| (left, "here, but has to move"));
        match absent.into_iter().chain(idle).min() {
            Some((Duration::ZERO, _)) => {
                self.charge(now)?;
                self.playing()?.abandon(side.other())?;
                self.await_turn(now, now);
                Ok(Done::Ack)
            }
            Some((left, opponent)) => {
                let left = left.as_secs_f64().ceil();
                Err(Rejection::because(format!("Your opponent is {opponent}. You can claim the match in {left} s.")))
            }
            None => Err(Rejection::because("Your opponent is here.")),
        }
    }

    /// How long a person has been due to decide without a running clock; `None` in all other cases.
    fn idle_time(&self, side: Side, now: Instant) -> Option<Duration> {
        let Pending::Decide { side: due, .. } = self.game().map(Match::pending)? else { return None };
        let idles = due == side && !self.people.player(side).bot && !self.time.is_running();
        idles.then(|| now.saturating_duration_since(self.turn_began))
    }
}
