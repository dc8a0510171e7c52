use super::error::PlayError;
use super::game_match::Match;
use super::setup::Seat;
use crate::record::MatchEvent;
use fairground_rules::engine::{ActionText, Side};

impl Match {
    /// Whether [`Match::take_back`] has a decision to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.state.ended.is_none()
            && self.record.reveal().is_none()
            && self.last_human_decision_of(&Side::BOTH).is_some()
    }

    /// Takes back the last decision of a person and everything after it, such as a bot's reply. The
    /// rolls are kept: the same action gives the same roll again. Returns the actions, last first.
    ///
    /// # Errors
    /// If no such decision exists, the match was ended for an external reason, its secret is
    /// revealed, or the record cannot be written.
    pub fn take_back(&mut self) -> Result<Vec<ActionText>, PlayError> {
        if let Some(outcome) = self.state.ended {
            return Err(PlayError::Over(outcome));
        }
        // The revealed secret gives away the dice.
        if let (Some(_), Some(outcome)) = (self.record.reveal(), self.outcome()) {
            return Err(PlayError::Over(outcome));
        }
        let to = self.last_human_decision_of(&Side::BOTH).ok_or(PlayError::NothingToTakeBack)?;
        self.take_back_to(to)
    }

    /// Like [`Match::take_back`], for the last decision of the person on this side.
    ///
    /// # Errors
    /// Those of [`Match::take_back`].
    pub fn take_back_of(&mut self, side: Side) -> Result<Vec<ActionText>, PlayError> {
        if let Some(outcome) = self.state.ended.or_else(|| self.record.reveal().and(self.outcome())) {
            return Err(PlayError::Over(outcome));
        }
        let to = self.last_decision_of(side).ok_or(PlayError::NothingToTakeBack)?;
        self.take_back_to(to)
    }

    /// The number of actions before the last decision of the person on this side; `None` without
    /// such a decision.
    #[must_use]
    pub fn last_decision_of(&self, side: Side) -> Option<usize> {
        self.last_human_decision_of(&[side])
    }

    fn take_back_to(&mut self, to: usize) -> Result<Vec<ActionText>, PlayError> {
        let costs_time = self.record.header.takebacks_cost_time;
        // The time of the current decision counts, too.
        let thinking = self.unrecorded_time().filter(|_| costs_time);
        let mut next = self.state.clone();
        let count = self.record.actions().len().saturating_sub(to);
        let taken = next.take_back(count).ok_or(PlayError::NothingToTakeBack)?;
        self.commit(next, thinking.into_iter().chain([MatchEvent::Takeback(taken.len())]))?;
        Ok(taken)
    }

    /// The index of the last decision of a person on one of these sides.
    fn last_human_decision_of(&self, sides: &[Side]) -> Option<usize> {
        let by_human = |side: &Side| sides.contains(side) && self.setup.seats[side.index()] == Seat::Human;
        let mut actions = self.record.actions().iter().zip(self.state.game.sides());
        actions.rposition(|(entry, side)| !entry.action.is_roll() && by_human(&side))
    }
}
