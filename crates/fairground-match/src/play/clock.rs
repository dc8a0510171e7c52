use std::time::Duration;

use super::error::PlayError;
use super::game_match::Match;
use super::replay::Replay;
use super::setup::Clock;
use fairground_rules::engine::{Outcome, Side, Turn};

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
        let steps = self.state.steps.iter().filter(|step| step.side == side);
        let steps = steps.map(|step| (step.used, u32::from(step.ends_turn)));
        let own = side.index();
        let charges = self.state.charges.iter().map(|charge| (charge.used[own], charge.turns[own]));
        let (used, turns) = steps.chain(charges).fold((Duration::ZERO, 0_u32), |(used, turns), (more, ends)| {
            (used.saturating_add(more), turns.saturating_add(ends))
        });
        let pending = if self.state.game.turn().side() == Some(side) { self.state.spent } else { Duration::ZERO };
        let given = clock.start.saturating_add(clock.increment.saturating_mul(turns));
        Some(given.saturating_sub(used).saturating_sub(pending))
    }

    /// Whether this side has completed a turn that stands.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        self.state.steps.iter().any(|step| step.side == side && step.ends_turn)
    }

    /// Takes time from the clock of `side`. When it runs out, the side loses, or draws against an
    /// opponent without mating material
    /// ([`DynGame::out_of_time`](fairground_rules::engine::DynGame::out_of_time)). Does nothing unless the
    /// match has clocks and is waiting for a decision of this side.
    ///
    /// # Errors
    /// If the loss cannot be recorded.
    pub fn spend_time(&mut self, side: Side, time: Duration) -> Result<Option<Outcome>, PlayError> {
        if self.outcome().is_none() && self.setup.clock.is_some() && self.state.game.turn() == Turn::Decide(side) {
            // At most the remaining time, so that the match file has the exact end of the clock.
            let left = self.remaining(side).unwrap_or_default();
            self.state.spent = self.state.spent.saturating_add(time.min(left));
            if self.remaining(side) == Some(Duration::ZERO) {
                self.end(self.state.game.out_of_time(side))?;
            }
        }
        Ok(self.outcome())
    }
}

impl Replay {
    /// The clock times after each number of actions, White's first; `None` without clocks. A note
    /// can override a time.
    #[must_use]
    pub fn clocks(&self) -> Option<Vec<[Duration; 2]>> {
        let clock = self.setup().clock?;
        let mut replay = self.clone();
        replay.go_to(0);
        let mut left = [clock.start; 2];
        let mut charges = self.charges.iter().peekable();
        let mut charge = |after: usize, left: &mut [Duration; 2]| {
            while let Some(charge) = charges.next_if(|charge| charge.after == after) {
                for (own, (used, turns)) in left.iter_mut().zip(charge.used.into_iter().zip(charge.turns)) {
                    *own = own.saturating_add(clock.increment.saturating_mul(turns)).saturating_sub(used);
                }
            }
        };
        charge(0, &mut left);
        let mut shown = vec![left];
        let mut decided = None;
        for (_, used) in self.timed_actions() {
            let turn = replay.game().turn();
            let side = turn.side();
            if matches!(turn, Turn::Decide(_)) {
                decided = side;
            }
            if !replay.skip() {
                break;
            }
            if let Some(side) = side {
                let own = &mut left[side.index()];
                *own = own.saturating_sub(Duration::from_millis(used.unwrap_or_default()));
                if replay.game().turn().side() != Some(side) {
                    *own = own.saturating_add(clock.increment);
                }
            }
            charge(replay.at(), &mut left);
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
    use crate::play::{Seat, Setup};
    use fairground_rules::games;

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
