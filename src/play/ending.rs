//! Ends from outside the rules: giving up and agreeing on a draw.

use super::error::PlayError;
use super::game_match::Match;
use super::setup::Seat;
use crate::bots::{self, Limits};
use crate::engine::{Outcome, Reason, Side, Tabletop, TypedGame};
use crate::games::{self, GameVisitor};
use crate::record::Note;

/// Positions that a bot looks at before it answers an offer: few enough for an answer at once.
const NODES_FOR_AN_ANSWER: u64 = 10_000;

/// The result of the offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    /// The match is drawn.
    Accepted,
    /// It goes on.
    Declined,
    /// A person has to answer.
    Waiting,
}

impl Match {
    /// A player gives up.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.end(Outcome::won(side.other(), Reason::Resignation))
    }

    /// A player has left, and the other claims the match.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn abandon(&mut self, side: Side) -> Result<(), PlayError> {
        self.end(Outcome::won(side.other(), Reason::Abandonment))
    }

    /// A program did not answer, or with an illegal move, and has lost. The reason becomes a note.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub(crate) fn forfeit(&mut self, side: Side, why: &str) -> Result<(), PlayError> {
        let loser = match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        let comment: String = format!("{loser} loses: {why}").chars().take(Note::LONGEST).collect();
        self.annotate(&Note::new(self.record.actions().len(), false, &comment))?;
        self.abandon(side)
    }

    /// The scores that the players reported have ended the match: this player has lost, or else the match is drawn.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    #[cfg(feature = "files")]
    pub(crate) fn adjudicate(&mut self, loser: Option<Side>) -> Result<(), PlayError> {
        let outcome = Outcome { winner: loser.map(Side::other), reason: Reason::Adjudication };
        self.end(outcome)
    }

    /// A player offers a draw. A bot answers at once, for another program too, and accepts if it does not think itself better.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn offer_draw(&mut self, side: Side) -> Result<DrawAnswer, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let other = side.other();
        // Two offers are an agreement.
        if self.state.offer == Some(other) {
            return self.accept_draw(side).map(|()| DrawAnswer::Accepted);
        }
        if self.setup.seats[other.index()] == Seat::Human {
            self.state.offer = Some(side);
            return Ok(DrawAnswer::Waiting);
        }
        if self.stands_better(other) {
            return Ok(DrawAnswer::Declined);
        }
        self.end(Outcome::drawn(Reason::Agreement)).map(|()| DrawAnswer::Accepted)
    }

    /// Who has offered a draw that is not answered yet.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        self.state.offer
    }

    /// This player accepts the other's offer.
    ///
    /// # Errors
    /// If there is none, the match is over, or the end cannot be recorded.
    pub fn accept_draw(&mut self, side: Side) -> Result<(), PlayError> {
        self.offered_to(side)?;
        self.end(Outcome::drawn(Reason::Agreement))
    }

    /// This player declines the other's offer, and the match goes on. So does an action of his.
    ///
    /// # Errors
    /// If there is no offer.
    pub fn decline_draw(&mut self, side: Side) -> Result<(), PlayError> {
        self.offered_to(side)?;
        self.state.offer = None;
        Ok(())
    }

    /// Whether a bot thinks that this side is more likely to win than to lose.
    fn stands_better(&self, side: Side) -> bool {
        struct Value(Side);
        impl GameVisitor for Value {
            type Output = i32;
            fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> i32 {
                bots::value_for(game, self.0, Limits::nodes(NODES_FOR_AN_ANSWER))
            }
        }
        games::visit_game(&*self.state.game, Value(side)).is_ok_and(|value| value > 0)
    }

    fn offered_to(&self, side: Side) -> Result<(), PlayError> {
        if self.state.offer == Some(side.other()) { Ok(()) } else { Err(PlayError::NoOffer) }
    }

    /// Ends the match from outside the rules.
    pub(super) fn end(&mut self, outcome: Outcome) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let mut next = self.state.copy();
        next.ended = Some(outcome);
        next.offer = None;
        self.commit(next, None)
    }
}
