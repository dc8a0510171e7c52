//! What a client asks for.

use super::requests::{
    Act, Answer, Chat, ClaimKind, ClaimRequest, ClientMessage, Offer, OfferKind, Phrase, Request, ThrowRequest,
    Withdraw,
};
use super::state::RoomState;
use crate::dice::Flick;

impl RoomState {
    /// Plays a decision at the position that this client knows.
    pub fn act(&mut self, text: &str) -> ClientMessage {
        let at = self.lines();
        self.request(|id| ClientMessage::Act(Act { id, at, text: text.to_string() }))
    }

    /// Throws the die that is due. A flick that counts as none is not sent.
    pub fn throw(&mut self, flick: Option<Flick>) -> ClientMessage {
        let (at, flick) = (self.lines(), flick.and_then(Flick::checked));
        self.request(|id| ClientMessage::Throw(ThrowRequest { id, at, flick }))
    }

    /// Offers something to the opponent.
    pub fn offer(&mut self, what: OfferKind) -> ClientMessage {
        let at = self.lines();
        self.request(|id| ClientMessage::Offer(Offer { id, at, what }))
    }

    /// Answers an offer of the opponent.
    pub fn answer(&mut self, offer: u64, yes: bool) -> ClientMessage {
        self.request(|id| ClientMessage::Answer(Answer { id, offer, yes }))
    }

    /// Takes back an offer of one's own, by its number.
    pub fn withdraw(&mut self, offer: u64) -> ClientMessage {
        self.request(|id| ClientMessage::Withdraw(Withdraw { id, offer }))
    }

    /// Gives up.
    pub fn resign(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Resign(Request { id }))
    }

    /// Claims the match, whose opponent has been gone for long.
    pub fn claim(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Claim(ClaimRequest { id, what: ClaimKind::Match }))
    }

    /// Claims the draw that the rules offer in this position.
    pub fn claim_draw(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Claim(ClaimRequest { id, what: ClaimKind::Draw }))
    }

    /// Says something.
    pub fn say(&mut self, text: &str) -> ClientMessage {
        self.request(|id| ClientMessage::Chat(Chat { id, text: Some(text.to_string()), phrase: None }))
    }

    /// Says a set phrase.
    pub fn say_phrase(&mut self, phrase: Phrase) -> ClientMessage {
        self.request(|id| ClientMessage::Chat(Chat { id, text: None, phrase: Some(phrase) }))
    }

    /// Asks for a new link to the seat, to move to another device ([`RoomUpdate::Moved`](super::RoomUpdate::Moved)).
    pub fn move_seat(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Move(Request { id }))
    }
}
