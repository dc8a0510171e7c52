//! Matches between players, one action after the other.

use super::error::PlayError;
use super::game_match::Match;
use super::pending::Pending;
use super::player::Player;
use crate::engine::{Outcome, Side};
use crate::platform::clock::Instant;

/// The next thing that happens in a match between players.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// An action was played, or a die was thrown.
    Played,
    /// The player had no answer, or an illegal one, and has lost.
    Failed {
        /// Who has lost.
        side: Side,
        /// Why, in words.
        reason: String,
    },
    /// The match is over, perhaps because a clock has run out.
    Over(Outcome),
}

impl Match {
    /// Throws the die that is due, or asks the player whose decision it is, White first; who sits there does not matter. The time is taken
    /// from the clock. A player who fails loses, and a note of the match says why.
    ///
    /// # Errors
    /// A record that cannot be written.
    pub fn step(&mut self, players: &mut [Box<dyn Player>; 2]) -> Result<Step, PlayError> {
        if let Some(roll) = self.throw(None) {
            self.apply_roll(&roll)?;
            return Ok(Step::Played);
        }
        let decision = match self.pending() {
            Pending::Over(outcome) => return Ok(Step::Over(outcome)),
            _ => self.decision().ok_or(PlayError::RollIsNoChoice)?,
        };
        let (side, begun) = (decision.side(), Instant::now());
        let chosen = players[side.index()].choose(&decision, &|| false);
        if let Some(outcome) = self.spend_time(side, begun.elapsed())? {
            return Ok(Step::Over(outcome));
        }
        let reason = match chosen {
            Ok(action) => match self.act(&action) {
                Ok(_) => return Ok(Step::Played),
                Err(error @ (PlayError::Refused { .. } | PlayError::RollIsNoChoice)) => error.to_string(),
                Err(error) => return Err(error),
            },
            Err(error) => error.to_string(),
        };
        self.forfeit(side, &reason)?;
        Ok(Step::Failed { side, reason })
    }
}
