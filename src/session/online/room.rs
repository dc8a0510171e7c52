//! The room that this window is in.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::engine::{Cell, Side};
use crate::platform::clock::{Duration, Instant};
use crate::platform::jobs::Wake;
use crate::record::{Header, MatchEvent};
use crate::rooms::{
    ByeReason, ClientMessage, OfferKind, Offered, Refused, RoomClient, RoomLink, RoomState, RoomUpdate, Said,
};
use crate::session::messages::Notification;

/// The room that this window is in, if any.
#[derive(Resource, Default)]
pub struct CurrentRoom(Option<Box<Joined>>);

/// A room that this window is in.
pub struct Joined {
    client: RoomClient,
    connection: ConnectionState,
    /// The link to the other seat, if this window created the room.
    invitation: Option<RoomLink>,
    /// The link for spectators.
    watch: Option<RoomLink>,
    /// The header of the match, until the match is put on the table.
    begun: Option<Box<Header>>,
    /// The link with which another device can take the seat, once received from the server.
    other_device: Option<RoomLink>,
    /// Events of the match that have not been shown yet.
    waiting: VecDeque<MatchEvent>,
    /// Whether the match on the table is the room's.
    on_table: bool,
}

/// The connection to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectionState {
    /// Connecting for the first time.
    Connecting,
    /// Present in the room.
    Here,
    /// Lost for this reason; reconnecting.
    Lost(String),
    /// Closed, because another device has taken the seat.
    Elsewhere,
    /// Closed for this reason.
    Closed(String),
}

impl ConnectionState {
    /// Whether the connection is closed and the room takes no more requests.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self, ConnectionState::Elsewhere | ConnectionState::Closed(_))
    }
}

/// The effects of the server's messages.
#[derive(Default)]
pub(super) struct RoomEffects {
    /// Messages to the user.
    pub notifications: Vec<Notification>,
    /// The room of a rematch, to be joined.
    pub rematch: Option<RoomLink>,
    /// The new link to the seat.
    pub moved: Option<RoomLink>,
    /// Whether details stored with the seat have changed.
    pub changed: bool,
}

impl CurrentRoom {
    /// The room.
    #[must_use]
    pub fn joined(&self) -> Option<&Joined> {
        self.0.as_deref()
    }

    /// The room, mutable.
    #[must_use]
    pub fn joined_mut(&mut self) -> Option<&mut Joined> {
        self.0.as_deref_mut()
    }

    /// The room whose match is on the table.
    #[must_use]
    pub fn on_table(&self) -> Option<&Joined> {
        self.joined().filter(|joined| joined.on_table)
    }

    /// The room whose match is on the table, mutable.
    #[must_use]
    pub fn on_table_mut(&mut self) -> Option<&mut Joined> {
        self.joined_mut().filter(|joined| joined.on_table)
    }

    /// Whether the window has to poll the room without being woken, to reconnect.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.joined().is_some_and(|joined| joined.client.next_attempt().is_some())
    }

    /// Whether the match has events that have not been shown yet.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.on_table().is_some_and(|joined| !joined.waiting.is_empty())
    }

    /// Leaves the room. The match stays on the table.
    pub fn leave(&mut self) {
        self.0 = None;
    }

    /// Joins a room, leaving any other.
    pub(super) fn join(&mut self, link: RoomLink, name: Option<String>, wake: &Wake) -> Result<(), String> {
        let client = RoomClient::join(link, name, wake).map_err(|error| error.to_string())?;
        self.0 = Some(Box::new(Joined {
            client,
            connection: ConnectionState::Connecting,
            invitation: None,
            watch: None,
            begun: None,
            other_device: None,
            waiting: VecDeque::new(),
            on_table: false,
        }));
        Ok(())
    }
}

#[cfg(test)]
impl CurrentRoom {
    /// A room whose match is on the table, with a link for spectators. It has the connection
    /// `connection` and no server.
    pub(crate) fn without_server(connection: ConnectionState) -> CurrentRoom {
        let link = "http://127.0.0.1:9/r/a-0123456789abcdef#00112233445566778899aabbccddeeff".parse().unwrap();
        let mut room = CurrentRoom::default();
        room.join(link, None, &Wake::default()).unwrap();
        let joined = room.joined_mut().unwrap();
        joined.watch = Some(joined.state().link().clone());
        joined.on_table = true;
        joined.connection = connection;
        room
    }

    /// Handles a message as if it came from the server.
    pub(crate) fn hear(&mut self, message: serde_json::Value) {
        self.joined_mut().unwrap().client.hear(serde_json::from_value(message).unwrap());
    }
}

impl Joined {
    /// The client's state of the room.
    #[must_use]
    pub fn state(&self) -> &RoomState {
        self.client.state()
    }

    /// The connection.
    #[must_use]
    pub fn connection(&self) -> &ConnectionState {
        &self.connection
    }

    /// The link to the other seat, if this window created the room.
    #[must_use]
    pub fn invitation(&self) -> Option<&RoomLink> {
        self.invitation.as_ref()
    }

    /// The link for spectators, from creating the room or from the list of public rooms.
    #[must_use]
    pub fn watch_link(&self) -> Option<RoomLink> {
        let listed = self.state().welcome().is_some_and(|welcome| !welcome.private);
        let open = || RoomLink { token: None, ..self.state().link().clone() };
        self.watch.clone().or_else(|| listed.then(open))
    }

    /// The action or throw that has been sent but not answered.
    #[must_use]
    pub fn sent(&self) -> Option<&ClientMessage> {
        let decisive = |message: &&ClientMessage| matches!(message, ClientMessage::Act(_) | ClientMessage::Throw(_));
        self.state().unanswered().find(decisive)
    }

    /// The opponent's pending offer.
    #[must_use]
    pub fn offered(&self) -> Option<&Offered> {
        let side = self.state().side()?;
        self.state().offers().iter().find(|offered| offered.by != side)
    }

    /// The name of a side's player, as shown to others.
    #[must_use]
    pub fn name(&self, side: Side) -> Option<&str> {
        self.state().presence().names.of(side).as_deref().filter(|name| !name.is_empty())
    }

    /// Whether a request for the shown position can be sent: all events have been shown, no request
    /// is pending, and the seat is at this device.
    #[must_use]
    pub fn may_act(&self) -> bool {
        self.waiting.is_empty() && self.sent().is_none() && !self.connection.is_over()
    }

    /// Whether this device has a player's seat.
    #[must_use]
    pub fn may_offer(&self) -> bool {
        self.state().side().is_some() && !self.connection.is_over()
    }

    /// The client, for requests.
    pub fn client_mut(&mut self) -> &mut RoomClient {
        &mut self.client
    }

    /// Whether this player's offer of a rematch is pending.
    #[must_use]
    pub fn offers_rematch(&self) -> bool {
        let side = self.state().side();
        self.state().offers().iter().any(|offer| Some(offer.by) == side && offer.what == OfferKind::Rematch)
    }

    /// Requests a new link to the seat, see [`Joined::other_device`].
    pub fn move_seat(&mut self) {
        self.other_device = None;
        self.client.send(|state| state.move_seat());
    }

    /// The link with which another device can take the seat, once requested and received.
    #[must_use]
    pub fn other_device(&self) -> Option<&RoomLink> {
        self.other_device.as_ref()
    }

    /// The header and all events of the match, once all events known to the server have arrived.
    /// Returned only once.
    pub(in crate::session) fn begin(&mut self) -> Option<(Box<Header>, Vec<MatchEvent>)> {
        let lines = self.state().welcome().map_or(0, |welcome| welcome.lines);
        if self.state().lines() < lines {
            return None;
        }
        let header = self.begun.take()?;
        self.on_table = true;
        Some((header, self.waiting.drain(..).collect()))
    }

    /// Events of the match that have not been shown yet.
    pub(in crate::session) fn waiting(&self) -> &VecDeque<MatchEvent> {
        &self.waiting
    }

    /// Takes the first of these events, to show it now.
    pub(in crate::session) fn next(&mut self) -> Option<MatchEvent> {
        self.waiting.pop_front()
    }

    /// Closes the connection, because the server's messages cannot be trusted.
    pub(in crate::session) fn close_untrusted(&mut self, why: String) {
        self.connection = ConnectionState::Closed(why);
        self.client.close();
        self.waiting.clear();
    }

    /// Sets the links from creating the room.
    pub(super) fn set_links(&mut self, invitation: Option<RoomLink>, watch: Option<RoomLink>) {
        (self.invitation, self.watch) = (invitation, watch);
    }

    /// Polls the client for messages.
    pub(super) fn poll(&mut self) -> Option<RoomEffects> {
        if self.connection.is_over() {
            return None;
        }
        let updates = self.client.poll();
        (!updates.is_empty()).then(|| {
            let mut effects = RoomEffects::default();
            for update in updates {
                self.take(update, &mut effects);
            }
            effects
        })
    }

    fn take(&mut self, update: RoomUpdate, effects: &mut RoomEffects) {
        let told = match update {
            RoomUpdate::Entered => {
                self.connection = ConnectionState::Here;
                effects.changed = true;
                None
            }
            RoomUpdate::Begun(header) => {
                self.begun = Some(header);
                None
            }
            RoomUpdate::Event(event) => {
                effects.changed |= matches!(event, MatchEvent::Result(_));
                self.waiting.push_back(event);
                None
            }
            RoomUpdate::Refused(request, refused) => Some(refusal(&request, refused)),
            RoomUpdate::Stale(_) => {
                Some(Notification::new("Too late: the position had already changed. Your move was not played."))
            }
            RoomUpdate::OfferOver(offered, accepted) => self.answered(&offered, accepted),
            RoomUpdate::Said(said) => self.said(&said),
            RoomUpdate::Moved(link) => {
                self.other_device = Some(link.clone());
                effects.moved = Some(link);
                None
            }
            RoomUpdate::Rematch(link) => {
                effects.rematch = Some(link);
                None
            }
            RoomUpdate::ServerFault(why) => {
                self.close_untrusted(why.clone());
                Some(Notification::new(why))
            }
            RoomUpdate::Lost(why, _) => {
                self.connection = ConnectionState::Lost(why);
                None
            }
            RoomUpdate::Closed(bye) if bye.why == ByeReason::Replaced => {
                self.connection = ConnectionState::Elsewhere;
                self.other_device = None;
                Some(Notification::new("You are now playing on another device."))
            }
            RoomUpdate::Closed(bye) => {
                let why = bye.text.unwrap_or_else(|| "The server closed the connection.".to_string());
                self.connection = ConnectionState::Closed(why.clone());
                Some(Notification::new(why))
            }
            RoomUpdate::Presence => {
                effects.changed = true;
                None
            }
            RoomUpdate::Dice | RoomUpdate::Offered(_) | RoomUpdate::Withdrawn(_) | RoomUpdate::Clocks => None,
        };
        effects.notifications.extend(told);
    }

    /// The notification about an answered offer, if any.
    fn answered(&self, offered: &Offered, accepted: bool) -> Option<Notification> {
        let own = self.state().side() == Some(offered.by);
        let what = offered.what;
        match (own, accepted) {
            (true, true) => Some(Notification::new(format!("Agreed: {what}."))),
            (true, false) => Some(Notification::new(format!("Declined: {what}."))),
            (false, _) => None,
        }
    }

    /// The notification about a chat message, in addition to the chat.
    fn said(&self, said: &Said) -> Option<Notification> {
        if self.state().side() == Some(said.by) {
            return None;
        }
        let name = self.name(said.by).map_or_else(|| said.by.to_string(), str::to_string);
        let text = said.phrase.map(|phrase| phrase.to_string()).or_else(|| said.text.clone())?;
        Some(Notification::new(format!("{name}: {text}")))
    }

    /// Whether the table and the clocks may be out of date: the connection is lost, or the server
    /// has been silent for a suspicious time.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        matches!(self.connection, ConnectionState::Lost(_)) || self.silence().is_some()
    }

    /// Duration of a connected server's silence, if it is suspicious.
    #[must_use]
    pub fn silence(&self) -> Option<Duration> {
        self.client.silence().filter(|_| self.connection == ConnectionState::Here)
    }

    /// The current clocks, s, White's first; `None` without clocks. They are estimates while
    /// [`Joined::is_in_doubt`].
    #[must_use]
    pub fn clocks(&self) -> Option<[f64; 2]> {
        let clocks = self.state().clocks(Instant::now())?;
        Some([clocks.white, clocks.black])
    }
}

/// A notification with the server's refusal.
fn refusal(request: &ClientMessage, refused: Refused) -> Notification {
    let words = match request {
        ClientMessage::Entropy(_) => format!("No agreement on the dice: {}", refused.why),
        _ => refused.why,
    };
    let cells = refused.cells.into_iter().map(Cell).collect();
    Notification { text: words, rule: refused.rule.map(Into::into), cells, action: None }
}
