//! Requests of a client.

use super::requests::{
    Act, Answer, Chat, ClaimKind, ClaimRequest, ClientMessage, Mute, Offer, OfferKind, Phrase, Request, ThrowRequest,
    Withdraw,
};
use super::state::RoomState;
use fairground_dice::Flick;

impl RoomState {
    /// Plays an action in the position that this client knows. The server answers with a line of
    /// the match, or refuses.
    pub fn act(&mut self, text: &str) -> ClientMessage {
        let at = self.lines();
        self.request(|id| ClientMessage::Act(Act { id, at, text: text.to_string() }))
    }

    /// Throws the due die. The server simulates the throw, and sends its start and result as a line
    /// of the match. Invalid flicks are not sent.
    pub fn throw(&mut self, flick: Option<Flick>) -> ClientMessage {
        let (at, flick) = (self.lines(), flick.and_then(Flick::checked));
        self.request(|id| ClientMessage::Throw(ThrowRequest { id, at, flick }))
    }

    /// Offers something to the opponent.
    pub fn offer(&mut self, what: OfferKind) -> ClientMessage {
        let at = self.lines();
        self.request(|id| ClientMessage::Offer(Offer { id, at, what }))
    }

    /// Answers an offer of the opponent, by its number.
    pub fn answer(&mut self, offer: u64, yes: bool) -> ClientMessage {
        self.request(|id| ClientMessage::Answer(Answer { id, offer, yes }))
    }

    /// Withdraws one of this player's offers, by its number.
    pub fn withdraw(&mut self, offer: u64) -> ClientMessage {
        self.request(|id| ClientMessage::Withdraw(Withdraw { id, offer }))
    }

    /// Resigns.
    pub fn resign(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Resign(Request { id }))
    }

    /// Claims the match against an absent or idle opponent.
    pub fn claim(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Claim(ClaimRequest { id, what: ClaimKind::Match }))
    }

    /// Claims the draw that the rules allow in this position.
    pub fn claim_draw(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Claim(ClaimRequest { id, what: ClaimKind::Draw }))
    }

    /// Says a line of text, at most [`MAX_CHAT`](super::MAX_CHAT) characters.
    pub fn say(&mut self, text: &str) -> ClientMessage {
        self.request(|id| ClientMessage::Chat(Chat { id, text: Some(text.to_string()), phrase: None }))
    }

    /// Says a phrase.
    pub fn say_phrase(&mut self, phrase: Phrase) -> ClientMessage {
        self.request(|id| ClientMessage::Chat(Chat { id, text: None, phrase: Some(phrase) }))
    }

    /// Mutes or unmutes the opponent. The client also hides the opponent's chat itself, and does
    /// not ask servers that cannot mute.
    pub fn mute(&mut self, on: bool) -> Option<ClientMessage> {
        self.set_muted(on);
        let server_mutes = self.welcome().is_some_and(|welcome| welcome.muted.is_some());
        server_mutes.then(|| self.request(|id| ClientMessage::Mute(Mute { id, on })))
    }

    /// Requests a new link to the seat, for another device
    /// ([`RoomUpdate::Moved`](super::RoomUpdate::Moved)). Using it invalidates the old link and
    /// closes this client ([`RoomUpdate::Closed`](super::RoomUpdate::Closed)).
    pub fn move_seat(&mut self) -> ClientMessage {
        self.request(|id| ClientMessage::Move(Request { id }))
    }
}
