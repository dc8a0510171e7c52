use std::time::Duration;

use super::error::PlayError;
use super::game_match::Match;
use super::replay::Replay;
use super::setup::Clock;
use crate::engine::{Outcome, Reason, Side, Turn};

impl Match {
    /// The clocks, if the match has any.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.setup.clock
    }

    /// The remaining time of this side; `None` without clocks.
    #[must_use]
    pub fn remaining(&self, side: Side) -> Option<Duration> {
        let clock = self.setup.clock?;
        let own = self.state.steps.iter().filter(|step| step.side == side);
        let (used, turns) = own.fold((Duration::ZERO, 0_u32), |(used, turns), step| {
            (used.saturating_add(step.used), turns.saturating_add(u32::from(step.ends_turn)))
        });
        let pending = if self.state.game.turn().side() == Some(side) { self.state.spent } else { Duration::ZERO };
        let given = clock.start.saturating_add(clock.increment.saturating_mul(turns));
        Some(given.saturating_sub(used).saturating_sub(pending))
    }

    /// Takes time from the clock of this side, which is thinking. If none is left it has lost. Does nothing without clocks,
    /// when the match is over, when the other side is thinking and while a die is due.
    ///
    /// # Errors
    /// If the loss cannot be recorded.
    pub fn spend_time(&mut self, side: Side, time: Duration) -> Result<Option<Outcome>, PlayError> {
        if self.outcome().is_none() && self.setup.clock.is_some() && self.state.game.turn() == Turn::Decide(side) {
            self.state.spent = self.state.spent.saturating_add(time);
            if self.remaining(side) == Some(Duration::ZERO) {
                self.end(Outcome::won(side.other(), Reason::Time))?;
            }
        }
        Ok(self.outcome())
    }
}

impl Replay {
    /// The clock times after each number of actions, White's first; `None` without clocks. A note may tell another time than remains.
    #[must_use]
    pub fn clocks(&self) -> Option<Vec<[Duration; 2]>> {
        let clock = self.setup().clock?;
        let mut replay = self.clone();
        replay.go_to(0);
        let mut left = [clock.start; 2];
        let mut shown = vec![left];
        let mut decided = None;
        for (_, used) in self.timed_actions() {
            let turn = replay.game().turn();
            let side = turn.side();
            if matches!(turn, Turn::Decide(_)) {
                decided = side;
            }
            if replay.forward().is_none() {
                break;
            }
            if let Some(side) = side {
                let own = &mut left[side.index()];
                *own = own.saturating_sub(Duration::from_millis(used.unwrap_or_default()));
                if replay.game().turn().side() != Some(side) {
                    *own = own.saturating_add(clock.increment);
                }
            }
            let told = self.notes().get(&shown.len()).and_then(|note| note.clock_ms);
            if let (Some(side), Some(told)) = (decided, told) {
                left[side.index()] = Duration::from_millis(told);
            }
            shown.push(left);
        }
        Some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::{Seat, Setup};

    #[test]
    fn a_replay_shows_the_clocks_of_the_match() {
        let clock = Clock { start: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
        let mut played = Match::new(Setup { clock: Some(clock), ..setup }).unwrap();
        let mut shown = vec![Side::BOTH.map(|side| played.remaining(side).unwrap())];
        for (side, action, used) in [(Side::White, "e2e4", 1500), (Side::Black, "e7e5", 700), (Side::White, "g1f3", 9)]
        {
            played.spend_time(side, Duration::from_millis(used)).unwrap();
            played.act(action).unwrap();
            shown.push(Side::BOTH.map(|side| played.remaining(side).unwrap()));
        }
        assert_eq!(shown[1][0], Duration::from_millis(60_500));
        assert_eq!(Replay::of_match(&played).clocks(), Some(shown));
    }
}
