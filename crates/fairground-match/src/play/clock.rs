use std::time::Duration;

use super::error::PlayError;
use super::game_match::Match;
use super::replay::Replay;
use super::setup::Clock;
use crate::record::unsigned;
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
        let left = Duration::from_millis(self.clocks.as_ref()?.left(side));
        let pending = if self.state.game.turn().side() == Some(side) { self.state.spent } else { Duration::ZERO };
        Some(left.saturating_sub(pending))
    }

    /// Whether this side has completed a turn that was not taken back.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        let sides = self.state.game.sides();
        self.state.game.ply_ends().into_iter().any(|end| sides[end - 1] == side)
    }

    /// Takes time from the clock of `side`. When it runs out, the side loses, or draws against an
    /// opponent without mating material
    /// ([`DynGame::out_of_time`](fairground_rules::engine::DynGame::out_of_time)).
    /// Does nothing unless the match has clocks and is waiting for a decision of this side.
    ///
    /// # Errors
    /// If the loss cannot be recorded.
    pub fn spend_time(&mut self, side: Side, time: Duration) -> Result<Option<Outcome>, PlayError> {
        if self.outcome().is_none() && self.setup.clock.is_some() && self.state.game.turn() == Turn::Decide(side) {
            // Capped at the remaining time, so that the match file has the exact end of the clock.
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
        // The side that decided last, and the corrections by notes to date, ms.
        let (mut decided, mut shift) = (None, [0_i64; 2]);
        let acted = std::iter::once(None).chain(self.record.actions().iter().zip(self.whole().sides()).map(Some));
        let points = self.clocks.as_ref()?.points().zip(acted).enumerate().map(|(after, (left, acted))| {
            decided = acted.filter(|(entry, _)| !entry.action.is_roll()).map(|(_, side)| side).or(decided);
            let told = self.notes().get(&after).and_then(|note| note.clock_ms);
            if let (Some(side), Some(told)) = (decided, told) {
                shift[side.index()] = i64::try_from(told).unwrap_or(i64::MAX).saturating_sub(left[side.index()]);
            }
            std::array::from_fn(|side| Duration::from_millis(unsigned(left[side].saturating_add(shift[side]))))
        });
        Some(points.collect())
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
