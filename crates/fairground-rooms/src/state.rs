//! Client-side state of a room, independent of the connection. Feed it incoming messages; it
//! returns outgoing ones.

use std::collections::VecDeque;

use rand::rngs::SysError;

use super::answers::{
    Ack, Clocks, DiceProof, NumberedLine, OfferOver, Offered, Presence, Role, Said, ServerMessage, Welcome,
};
use super::dice_text::{DiceText, ProofStep, random_text};
use super::link::RoomLink;
use super::requests::{ClientMessage, Entropy, Hello, PROTOCOL};
use super::update::RoomUpdate;
use fairground_match::platform::clock::{Duration, Instant};
use fairground_match::record::{Header, MatchEvent};
use fairground_rules::engine::Side;

/// The maximum number of lines of chat kept.
const MAX_LINES: usize = 200;

/// Client-side state of a room.
#[derive(Debug)]
pub struct RoomState {
    link: RoomLink,
    name: Option<String>,
    session: String,
    welcome: Option<Welcome>,
    header: Option<Header>,
    events: Vec<MatchEvent>,
    dice: Option<DiceProof>,
    /// This player's contribution to the dice.
    text: DiceText,
    clocks: Option<(Clocks, Instant)>,
    presence: Presence,
    offers: Vec<Offered>,
    chat: VecDeque<Said>,
    /// Whether the opponent's chat is hidden.
    muted: bool,
    /// When the last line of the match arrived.
    last_line: Option<Instant>,
    /// Whether the greeting after the last welcome is complete. It ends with the presence.
    greeted: bool,
    /// The unanswered requests, in order.
    unanswered: VecDeque<(u64, ClientMessage)>,
    last_id: u64,
}

impl RoomState {
    /// The state of a client before it enters the room of a link, under this name.
    ///
    /// # Errors
    /// If the system provides no randomness.
    pub fn new(link: RoomLink, name: Option<String>) -> Result<RoomState, SysError> {
        Ok(RoomState {
            link,
            name,
            session: random_text()?,
            welcome: None,
            header: None,
            events: Vec::new(),
            dice: None,
            text: DiceText::new()?,
            clocks: None,
            presence: Presence::default(),
            offers: Vec::new(),
            chat: VecDeque::new(),
            muted: false,
            last_line: None,
            greeted: false,
            unanswered: VecDeque::new(),
            last_id: 0,
        })
    }

    /// The link to this client's seat.
    #[must_use]
    pub fn link(&self) -> &RoomLink {
        &self.link
    }

    /// The server's description of the room, from the first welcome on.
    #[must_use]
    pub fn welcome(&self) -> Option<&Welcome> {
        self.welcome.as_ref()
    }

    /// The client's seat; `None` before the first welcome.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        self.welcome.as_ref().map(|welcome| welcome.seat)
    }

    /// This client's side; `None` for a spectator.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        self.role().and_then(Role::side)
    }

    /// The header of the match, once it has begun.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// All events of the match.
    #[must_use]
    pub fn events(&self) -> &[MatchEvent] {
        &self.events
    }

    /// The number of lines of the match.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.events.len() as u64 + u64::from(self.header.is_some())
    }

    /// The state of the dice proof, before the match begins.
    #[must_use]
    pub fn dice(&self) -> Option<&DiceProof> {
        self.dice.as_ref()
    }

    /// The clocks at this moment; `None` without clocks.
    #[must_use]
    pub fn clocks(&self, now: Instant) -> Option<Clocks> {
        let (clocks, at) = self.clocks.as_ref()?;
        let mut clocks = clocks.clone();
        let gone = now.saturating_duration_since(*at).as_secs_f64();
        let wait = clocks.wait.unwrap_or(0.0);
        let own = match clocks.running {
            Some(Side::White) => &mut clocks.white,
            Some(Side::Black) => &mut clocks.black,
            None => return Some(clocks),
        };
        *own = (*own - (gone - wait).max(0.0)).max(0.0);
        clocks.wait = Some(wait - gone).filter(|wait| *wait > 0.0);
        Some(clocks)
    }

    /// The people in the room.
    #[must_use]
    pub fn presence(&self) -> &Presence {
        &self.presence
    }

    /// The unanswered offers.
    #[must_use]
    pub fn offers(&self) -> &[Offered] {
        &self.offers
    }

    /// The last 200 lines of chat. Omits lines of a muted opponent.
    pub fn chat(&self) -> impl DoubleEndedIterator<Item = &Said> {
        self.chat.iter().filter(|said| !self.hides(said))
    }

    /// Whether this player has muted the opponent.
    #[must_use]
    pub fn is_muted(&self) -> bool {
        self.muted
    }

    pub(super) fn set_muted(&mut self, muted: bool) {
        self.muted = muted;
    }

    fn hides(&self, said: &Said) -> bool {
        self.muted && self.side() != Some(said.by)
    }

    /// The time since the last line of the match arrived; `None` before the first.
    #[must_use]
    pub fn idle_for(&self, now: Instant) -> Option<Duration> {
        self.last_line.map(|last| now.saturating_duration_since(last))
    }

    /// The unanswered requests, whether sent or not.
    pub fn unanswered(&self) -> impl Iterator<Item = &ClientMessage> {
        self.unanswered.iter().map(|(_, message)| message)
    }

    /// The first message of a connection.
    #[must_use]
    pub fn hello(&self) -> ClientMessage {
        ClientMessage::Hello(Hello {
            protocol: PROTOCOL,
            token: self.link.token.clone(),
            name: self.name.clone(),
            have: self.lines(),
            session: Some(self.session.clone()),
        })
    }

    /// Receives a message from the server. Returns the updates, and the messages to send.
    pub fn receive(&mut self, message: ServerMessage) -> (Vec<RoomUpdate>, Vec<ClientMessage>) {
        let mut updates = Vec::new();
        let mut send = Vec::new();
        match message {
            ServerMessage::Welcome(welcome) => {
                updates.extend(self.distrust(&welcome));
                send.extend(self.enter(*welcome));
                updates.push(RoomUpdate::Entered);
            }
            ServerMessage::Dice(proof) => {
                send.extend(self.next_step_of(&proof, &mut updates));
                self.dice = Some(proof);
                updates.push(RoomUpdate::Dice);
            }
            ServerMessage::Line(line) => updates.extend(self.line(line)),
            ServerMessage::Ack(Ack { id, .. }) => {
                if let (Some(ClientMessage::Entropy(_)), Some(proof)) = (self.answered(id), self.dice.clone()) {
                    send.extend(self.next_step_of(&proof, &mut updates));
                }
            }
            ServerMessage::Refused(refused) => {
                if let Some(request) = self.answered(refused.id) {
                    if matches!(request, ClientMessage::Entropy(_)) {
                        self.text.unsent();
                    }
                    updates.push(RoomUpdate::Refused(request, refused));
                }
            }
            ServerMessage::Stale(Ack { id, .. }) => {
                if let Some(request) = self.answered(id)
                    && !self.has_happened(&request)
                {
                    updates.push(RoomUpdate::Stale(request));
                }
            }
            ServerMessage::Offer(offered) => {
                self.offers.retain(|other| other.offer != offered.offer);
                self.offers.push(offered.clone());
                updates.push(RoomUpdate::Offered(offered));
            }
            ServerMessage::OfferOver(over) => updates.extend(self.end_offer(&over)),
            ServerMessage::Clock(clocks) => {
                self.clocks = Some((clocks, Instant::now()));
                updates.push(RoomUpdate::Clocks);
            }
            ServerMessage::Presence(presence) => {
                self.presence = presence;
                self.greeted = true;
                updates.push(RoomUpdate::Presence);
            }
            ServerMessage::Chat(said) => updates.extend(self.hear(said)),
            ServerMessage::Token(new) => {
                self.answered(new.id);
                self.link = self.link.with_token(&new.token);
                updates.push(RoomUpdate::Moved(self.link.clone()));
            }
            ServerMessage::Rematch(rematch) => {
                let link = RoomLink { room: rematch.room, ..self.link.clone() }.with_token(&rematch.token);
                updates.push(RoomUpdate::Rematch(link));
            }
            ServerMessage::Bye(bye) => updates.push(RoomUpdate::Closed(bye)),
        }
        (updates, send)
    }

    /// A contradiction between this greeting and an earlier one.
    fn distrust(&self, welcome: &Welcome) -> Option<RoomUpdate> {
        let fault = match &self.welcome {
            Some(before) if before.commitment != welcome.commitment => {
                "The server has replaced the secret it was committed to."
            }
            _ if welcome.lines < self.lines() => "The server has lost part of the match.",
            _ => return None,
        };
        Some(RoomUpdate::ServerFault(fault.to_string()))
    }

    /// Enters the room after its greeting. Returns the unanswered requests, to be sent again.
    fn enter(&mut self, welcome: Welcome) -> Vec<ClientMessage> {
        self.muted = self.mute_pending().or(welcome.muted).unwrap_or(self.muted);
        self.welcome = Some(welcome);
        self.offers.clear();
        self.chat.clear();
        self.greeted = false;
        // The state of the proof, which follows, says whether these are still needed.
        self.unanswered.retain(|(_, message)| !matches!(message, ClientMessage::Entropy(_)));
        self.text.unsent();
        self.unanswered.iter().map(|(_, message)| message.clone()).collect()
    }

    /// Removes an offer that is over.
    fn end_offer(&mut self, over: &OfferOver) -> Option<RoomUpdate> {
        let index = self.offers.iter().position(|offered| offered.offer == over.offer)?;
        let offered = self.offers.remove(index);
        let withdraws = |message: &ClientMessage| matches!(message, ClientMessage::Withdraw(withdraw) if withdraw.offer == over.offer);
        if !over.accepted && self.unanswered().any(withdraws) {
            return Some(RoomUpdate::Withdrawn(offered));
        }
        Some(RoomUpdate::OfferOver(offered, over.accepted))
    }

    /// Adds a line of chat.
    fn hear(&mut self, said: Said) -> Option<RoomUpdate> {
        if self.chat.len() == MAX_LINES {
            self.chat.pop_front();
        }
        self.chat.push_back(said.clone());
        // Earlier lines are part of the greeting, not news.
        (self.greeted && !self.hides(&said)).then_some(RoomUpdate::Said(said))
    }

    /// The client's next step of the dice proof: the hash of its text or, once the opponent's hash
    /// is known, the text. A fault of the server becomes an update.
    fn next_step_of(&mut self, proof: &DiceProof, updates: &mut Vec<RoomUpdate>) -> Option<ClientMessage> {
        let side = self.side()?;
        if self.unanswered().any(|message| matches!(message, ClientMessage::Entropy(_))) {
            return None;
        }
        let (hash, text) = match self.text.next(proof, side) {
            Ok(ProofStep::Hash(hash)) => (Some(hash), None),
            Ok(ProofStep::Reveal(text)) => (None, Some(text)),
            Ok(ProofStep::Wait) => return None,
            Err(fault) => {
                updates.push(RoomUpdate::ServerFault(fault));
                return None;
            }
        };
        Some(self.request(|id| ClientMessage::Entropy(Entropy { id, hash, text })))
    }

    fn line(&mut self, line: NumberedLine) -> Option<RoomUpdate> {
        let next = self.lines() + 1;
        // After a reconnection, lines may be repeated.
        if line.n < next {
            return None;
        }
        if line.n > next {
            let fault = format!("The server sent line {} of the match, but not line {next}.", line.n);
            return Some(RoomUpdate::ServerFault(fault));
        }
        self.last_line = Some(Instant::now());
        if line.n == 1 {
            let header: Header = match serde_json::from_value(line.data) {
                Ok(header) => header,
                Err(error) => return Some(RoomUpdate::ServerFault(format!("The match cannot be read: {error}"))),
            };
            let fault = self.header_fault(&header);
            self.header = Some(header.clone());
            self.dice = None;
            return Some(fault.map_or_else(|| RoomUpdate::Begun(Box::new(header)), RoomUpdate::ServerFault));
        }
        let event: MatchEvent = match serde_json::from_value(line.data) {
            Ok(event) => event,
            Err(error) => return Some(RoomUpdate::ServerFault(format!("The match cannot be read: {error}"))),
        };
        self.events.push(event.clone());
        Some(RoomUpdate::Event(event))
    }

    /// How the header deviates from the agreed dice proof, if it does.
    fn header_fault(&self, header: &Header) -> Option<String> {
        let welcome = self.welcome.as_ref()?;
        let Some(commitment) = &header.commitment else {
            return Some("The match is not committed to the server's secret.".to_string());
        };
        if commitment.hash != welcome.commitment {
            return Some("The match is committed to a different secret than the server announced.".to_string());
        }
        self.text.fault(commitment, self.side()?)
    }

    /// Whether a stale request was in fact carried out, and only its answer was lost.
    fn has_happened(&self, request: &ClientMessage) -> bool {
        let at = |at: u64| usize::try_from(at).ok()?.checked_sub(1).and_then(|index| self.events.get(index));
        match request {
            ClientMessage::Act(act) => {
                matches!(at(act.at), Some(MatchEvent::Action(entry)) if entry.action == *act.text)
            }
            ClientMessage::Throw(throw) => {
                matches!(at(throw.at), Some(MatchEvent::Action(entry)) if entry.throw.is_some())
            }
            _ => false,
        }
    }

    /// Creates a request with the next id. It is sent again until answered.
    pub(super) fn request(&mut self, message: impl FnOnce(u64) -> ClientMessage) -> ClientMessage {
        self.last_id += 1;
        let message = message(self.last_id);
        self.unanswered.push_back((self.last_id, message.clone()));
        message
    }

    /// The setting of an unanswered `mute` request.
    fn mute_pending(&self) -> Option<bool> {
        let setting = |message: &ClientMessage| match message {
            ClientMessage::Mute(mute) => Some(mute.on),
            _ => None,
        };
        self.unanswered().filter_map(setting).last()
    }

    fn answered(&mut self, id: u64) -> Option<ClientMessage> {
        let index = self.unanswered.iter().position(|(other, _)| *other == id)?;
        self.unanswered.remove(index).map(|(_, message)| message)
    }
}
