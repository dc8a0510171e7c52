//! External ends of a match: resignation, claims, agreed draws and adjudication.

use super::error::PlayError;
use super::game_match::Match;
use super::setup::Seat;
use super::state::State;
use crate::record::Note;
use fairground_rules::bots::{self, Limits};
use fairground_rules::engine::{Claim, Game, Outcome, Reason, Side, TypedGame};
use fairground_rules::games::{self, GameVisitor};

/// The node limit of the search that answers a draw offer: low, to answer immediately.
const ANSWER_NODES: u64 = 10_000;

/// A bot accepts a draw if it is worse off by more than this, centipawns.
const ACCEPT_IF_WORSE_BY: i32 = 100;

/// Late in a match, a bot accepts a draw if the value is at most this far from 0, centipawns.
const EVEN_MARGIN: i32 = 20;

/// The ply from which a match counts as late: 30 moves of each side.
const LATE_PLY: usize = 60;

/// The result of a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    /// The match is drawn.
    Accepted,
    /// The match goes on.
    Declined,
    /// A person has to answer.
    Waiting,
}

impl Match {
    /// Resigns for `side`.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.end(Outcome::won(side.other(), Reason::Resignation))
    }

    /// Ends the match as a loss of `side` by abandonment, claimed by the opponent.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn abandon(&mut self, side: Side) -> Result<(), PlayError> {
        self.end(Outcome::won(side.other(), Reason::Abandonment))
    }

    /// Calls the match off because a player's first move did not come. Nobody wins.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn abort(&mut self) -> Result<(), PlayError> {
        self.end(Outcome::drawn(Reason::Abandonment))
    }

    /// Ends the match as a loss of `side`, an external engine that failed to answer or played an
    /// illegal move. `why` is added to the note at the end.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn forfeit(&mut self, side: Side, why: &str) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let loser = match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        let after = self.record.actions().len();
        let (bookmark, before) = match self.notes().get(&after) {
            Some(note) if !note.comment.is_empty() => (note.bookmark, format!("{} ", note.comment)),
            note => (note.is_some_and(|note| note.bookmark), String::new()),
        };
        let comment: String = format!("{before}{loser} loses: {why}").chars().take(Note::MAX_COMMENT).collect();
        self.annotate(&Note::new(after, bookmark, &comment))?;
        self.abandon(side)
    }

    /// Ends the match by adjudication of the reported scores: `loser` has lost; `None` is a draw.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn adjudicate(&mut self, loser: Option<Side>) -> Result<(), PlayError> {
        let outcome = Outcome { winner: loser.map(Side::other), reason: Reason::Adjudication };
        self.end(outcome)
    }

    /// The draw open to a claim by either side
    /// ([`DynGame::claim_open`](fairground_rules::engine::DynGame::claim_open)).
    #[must_use]
    pub fn claim_open(&self) -> Option<Claim> {
        self.state.claim_open()
    }

    /// Claims the open draw, which ends the match. Either side may claim: the side to act, or the
    /// one that led to the position.
    ///
    /// # Errors
    /// If no claim is open, the match is over, or the end cannot be recorded.
    pub fn claim_draw(&mut self) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let claim = self.claim_open().ok_or(PlayError::NoClaim)?;
        self.end(Outcome::drawn(claim.reason()))
    }

    /// Whether the bot or external engine of this side claims the open draw: always, unless it is
    /// better and would decline an offer.
    #[must_use]
    pub fn program_claims(&self, side: Side) -> bool {
        self.claim_in(&self.state, &[side]).is_some()
    }

    /// The draw claimed by a bot or external engine of one of these sides in `state`.
    pub(super) fn claim_in(&self, state: &State, sides: &[Side]) -> Option<Outcome> {
        let claim = state.claim_open()?;
        let is_program = |side: Side| matches!(self.setup.seats[side.index()], Seat::Bot(_) | Seat::Program);
        let mut claims = sides.iter().filter(|side| is_program(**side)).map(|side| state.value_for(*side));
        claims.any(|value| value <= 0 || state.accepts_draw(value)).then(|| Outcome::drawn(claim.reason()))
    }

    /// Offers a draw for `side`. Bots and external engines answer immediately, by a bot's search:
    /// they accept if they are worse, or if a late match is even, but never before the first move.
    ///
    /// # Errors
    /// If the match is over, or the end cannot be recorded.
    pub fn offer_draw(&mut self, side: Side) -> Result<DrawAnswer, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let other = side.other();
        // Mutual offers are an agreement.
        if self.state.offer == Some(other) {
            return self.accept_draw(side).map(|()| DrawAnswer::Accepted);
        }
        if self.setup.seats[other.index()] == Seat::Human {
            self.state.offer = Some(side);
            return Ok(DrawAnswer::Waiting);
        }
        if !self.state.accepts_draw(self.state.value_for(other)) {
            return Ok(DrawAnswer::Declined);
        }
        self.end(Outcome::drawn(Reason::Agreement)).map(|()| DrawAnswer::Accepted)
    }

    /// The side that offered a draw, while the offer is open.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        self.state.offer
    }

    /// Accepts the opponent's offer.
    ///
    /// # Errors
    /// If no offer is open, the match is over, or the end cannot be recorded.
    pub fn accept_draw(&mut self, side: Side) -> Result<(), PlayError> {
        self.offered_to(side)?;
        self.end(Outcome::drawn(Reason::Agreement))
    }

    /// Declines the opponent's offer; the match goes on. Any action of this side also declines it.
    ///
    /// # Errors
    /// If no offer is open.
    pub fn decline_draw(&mut self, side: Side) -> Result<(), PlayError> {
        self.offered_to(side)?;
        self.state.offer = None;
        Ok(())
    }

    fn offered_to(&self, side: Side) -> Result<(), PlayError> {
        if self.state.offer == Some(side.other()) { Ok(()) } else { Err(PlayError::NoOffer) }
    }

    /// Ends the match for an external reason.
    pub(super) fn end(&mut self, outcome: Outcome) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let mut next = self.state.clone();
        next.ended = Some(outcome);
        next.offer = None;
        let thinking = self.unrecorded_time();
        self.commit(next, thinking)
    }
}

impl State {
    /// The draw that either side may claim.
    fn claim_open(&self) -> Option<Claim> {
        if self.ended.is_some() { None } else { self.game.claim_open() }
    }

    /// Whether a bot accepts a draw now. `value` is its own value of the position, centipawns.
    fn accepts_draw(&self, value: i32) -> bool {
        let plies = self.game.ply_ends().len();
        plies > 0 && (value < -ACCEPT_IF_WORSE_BY || plies >= LATE_PLY && value.abs() <= EVEN_MARGIN)
    }

    /// A bot's value of the position for a side, centipawns.
    fn value_for(&self, side: Side) -> i32 {
        struct Value(Side);
        impl GameVisitor for Value {
            type Output = i32;
            fn visit<P: Game>(self, game: &TypedGame<P>) -> i32 {
                bots::value_for(game, self.0, Limits::nodes(ANSWER_NODES))
            }
        }
        games::visit_game(&*self.game, Value(side)).unwrap_or_default()
    }
}
