use super::error::PlayError;
use super::game_match::Match;
use super::setup::Seat;
use crate::engine::{ActionText, Side};
use crate::record::MatchEvent;

impl Match {
    /// Whether there is a decision that [`Match::take_back`] would take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.state.ended.is_none() && self.record.reveal().is_none() && self.last_human_decision().is_some()
    }

    /// Goes back to before the last decision of a person, past a bot's reply to it. Rolls that are taken back are kept:
    /// playing the same action again gives the same roll. Returns the actions taken back, the last one first.
    ///
    /// # Errors
    /// If there is no such decision, the match was ended from outside or its secret has been revealed, or the record cannot be written.
    pub fn take_back(&mut self) -> Result<Vec<ActionText>, PlayError> {
        if let Some(outcome) = self.state.ended {
            return Err(PlayError::Over(outcome));
        }
        // The secret determines the dice.
        if let (Some(_), Some(outcome)) = (self.record.reveal(), self.outcome()) {
            return Err(PlayError::Over(outcome));
        }
        let to = self.last_human_decision().ok_or(PlayError::NothingToTakeBack)?;
        self.take_back_to(to)
    }

    /// The same to before the last decision of the person who plays this side.
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

    /// How many actions stand before the last decision of the person who plays this side; `None` if there is none.
    #[must_use]
    pub fn last_decision_of(&self, side: Side) -> Option<usize> {
        let human = self.setup.seats[side.index()] == Seat::Human;
        self.state.steps.iter().rposition(|step| human && step.decision && step.side == side)
    }

    fn take_back_to(&mut self, to: usize) -> Result<Vec<ActionText>, PlayError> {
        let costs_time = self.record.header.takebacks_cost_time;
        // The time of the decision in progress is used, too.
        let thinking = self.unrecorded_time().filter(|_| costs_time);
        let mut next = self.state.copy();
        let count = next.steps.len().saturating_sub(to);
        let taken = next.take_back(count, costs_time).ok_or(PlayError::NothingToTakeBack)?;
        self.commit(next, thinking.into_iter().chain([MatchEvent::Takeback(taken.len())]))?;
        Ok(taken)
    }

    /// The index of the last decision that a person made.
    fn last_human_decision(&self) -> Option<usize> {
        let by_human = |side: Side| self.setup.seats[side.index()] == Seat::Human;
        self.state.steps.iter().rposition(|step| step.decision && by_human(step.side))
    }
}
