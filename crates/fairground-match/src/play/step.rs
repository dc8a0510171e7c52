//! Playing a match between [`Player`]s step by step.

use super::error::PlayError;
use super::game_match::Match;
use super::pending::Pending;
use super::player::Player;
use crate::platform::clock::Instant;
use fairground_rules::engine::{Outcome, Side};

/// The result of one step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepResult {
    /// An action was played, or a die was thrown.
    Played,
    /// The player failed to answer or played an illegal action, and has lost.
    Failed {
        /// The side that has lost.
        side: Side,
        /// The reason, in words.
        reason: String,
    },
    /// The match is over, possibly because a clock has run out.
    Over(Outcome),
}

impl Match {
    /// Calls [`Match::step`] until the match is over, a player fails, or `max_actions` actions have
    /// been played. `each` receives the match after every action. Returns the last result.
    ///
    /// # Errors
    /// If the record cannot be written, or the first error of `each`.
    pub fn drive<E: From<PlayError>>(
        &mut self,
        players: &mut [Box<dyn Player>; 2],
        max_actions: u64,
        mut each: impl FnMut(&mut Match) -> Result<(), E>,
    ) -> Result<StepResult, E> {
        for _ in 0..max_actions {
            match self.step(players)? {
                StepResult::Played => each(self)?,
                end => return Ok(end),
            }
        }
        Ok(StepResult::Played)
    }

    /// Throws the due die, or asks the player of the side to act for a decision. `players` starts
    /// with White; the match's seats do not matter. The time is taken from the clock. A player that
    /// fails loses, and a note gives the reason.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn step(&mut self, players: &mut [Box<dyn Player>; 2]) -> Result<StepResult, PlayError> {
        if let Some(roll) = self.throw(None) {
            self.apply_roll(&roll)?;
            return Ok(StepResult::Played);
        }
        let decision = match self.pending() {
            Pending::Over(outcome) => return Ok(StepResult::Over(outcome)),
            _ => self.decision().ok_or(PlayError::CannotChooseRoll)?,
        };
        let (side, begun) = (decision.side(), Instant::now());
        let chosen = players[side.index()].choose(&decision, &|| false);
        if let Some(outcome) = self.spend_time(side, begun.elapsed())? {
            return Ok(StepResult::Over(outcome));
        }
        let reason = match chosen {
            Ok(action) => match self.act(&action) {
                Ok(_) => return Ok(StepResult::Played),
                Err(error @ (PlayError::Refused { .. } | PlayError::CannotChooseRoll)) => error.to_string(),
                Err(error) => return Err(error),
            },
            Err(error) => error.to_string(),
        };
        self.forfeit(side, &reason)?;
        Ok(StepResult::Failed { side, reason })
    }
}
