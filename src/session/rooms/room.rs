//! The room that this window is in.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::dice::Flick;
use crate::engine::{Cell, Side};
use crate::platform::clock::Instant;
use crate::platform::jobs::Wake;
use crate::record::{Header, MatchEvent};
use crate::rooms::{
    ByeReason, ClientMessage, OfferKind, Offered, Phrase, Refused, RoomClient, RoomLink, RoomState, RoomUpdate, Said,
};
use crate::session::messages::Notification;

/// The room that this window is in, if it is in one.
#[derive(Resource, Default)]
pub struct Room(Option<Box<Joined>>);

/// A room that this window is in.
pub struct Joined {
    client: RoomClient,
    connection: Connection,
    /// The link to the other seat, if this window has made the room.
    invitation: Option<RoomLink>,
    /// The link for spectators.
    watch: Option<RoomLink>,
    /// The beginning of the match, until it is put on the table.
    begun: Option<Box<Header>>,
    /// The link by which another device can take the seat, once the server has made it.
    other_device: Option<RoomLink>,
    /// What has happened in the match and is not shown yet.
    waiting: VecDeque<MatchEvent>,
    /// Whether the match on the table is that of the room.
    on_table: bool,
}

/// The connection to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Connection {
    /// It is being made for the first time.
    Connecting,
    /// The client is in the room.
    Here,
    /// It is lost, for this reason, and is being made again.
    Lost(String),
    /// It is over: the seat was taken from another device.
    Elsewhere,
    /// It is over, for this reason.
    Closed(String),
}

impl Connection {
    /// Whether it is over, so that nothing can be asked of the room any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self, Connection::Elsewhere | Connection::Closed(_))
    }
}

/// What follows from what the server has told.
#[derive(Default)]
pub(super) struct News {
    /// Messages to the players.
    pub notifications: Vec<Notification>,
    /// A room to go to: the rematch.
    pub rematch: Option<RoomLink>,
    /// The seat has a new link.
    pub moved: Option<RoomLink>,
    /// Something about the room has changed that is remembered with the seat.
    pub changed: bool,
}

impl Room {
    /// The room.
    #[must_use]
    pub fn joined(&self) -> Option<&Joined> {
        self.0.as_deref()
    }

    /// The room, for requests.
    #[must_use]
    pub fn joined_mut(&mut self) -> Option<&mut Joined> {
        self.0.as_deref_mut()
    }

    /// The room whose match is on the table.
    #[must_use]
    pub fn on_table(&self) -> Option<&Joined> {
        self.joined().filter(|joined| joined.on_table)
    }

    /// The same, for requests.
    #[must_use]
    pub fn on_table_mut(&mut self) -> Option<&mut Joined> {
        self.joined_mut().filter(|joined| joined.on_table)
    }

    /// Whether the window has to look at the room soon, although nobody wakes it: the connection is to be made again.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.joined().is_some_and(|joined| joined.client.next_attempt().is_some())
    }

    /// Whether something has happened in the match that is not shown yet.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.on_table().is_some_and(|joined| !joined.waiting.is_empty())
    }

    /// Leaves the room. The match on the table stays there.
    pub fn leave(&mut self) {
        self.0 = None;
    }

    /// Goes into a room, out of any other.
    pub(super) fn join(&mut self, link: RoomLink, name: Option<String>, wake: &Wake) -> Result<(), String> {
        let client = RoomClient::join(link, name, wake).map_err(|error| error.to_string())?;
        self.0 = Some(Box::new(Joined {
            client,
            connection: Connection::Connecting,
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
impl Room {
    /// A room whose match is on the table, with a link for spectators. There is no server; the connection is said to be this one.
    pub(crate) fn without_server(connection: Connection) -> Room {
        let link = "http://127.0.0.1:9/r/a-0123456789abcdef#00112233445566778899aabbccddeeff".parse().unwrap();
        let mut room = Room::default();
        room.join(link, None, &Wake::default()).unwrap();
        let joined = room.joined_mut().unwrap();
        joined.watch = Some(joined.state().link().clone());
        joined.on_table = true;
        joined.connection = connection;
        room
    }

    /// Takes in a message as if the server had sent it.
    pub(crate) fn hear(&mut self, message: serde_json::Value) {
        self.joined_mut().unwrap().client.hear(serde_json::from_value(message).unwrap());
    }
}

impl Joined {
    /// What is known of the room.
    #[must_use]
    pub fn state(&self) -> &RoomState {
        self.client.state()
    }

    /// The connection.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The link to the other seat, if this window has made the room.
    #[must_use]
    pub fn invitation(&self) -> Option<&RoomLink> {
        self.invitation.as_ref()
    }

    /// The link for spectators: the one that was given out, or that of a listed room.
    #[must_use]
    pub fn watch_link(&self) -> Option<RoomLink> {
        let listed = self.state().welcome().is_some_and(|welcome| !welcome.private);
        let open = || RoomLink { token: None, ..self.state().link().clone() };
        self.watch.clone().or_else(|| listed.then(open))
    }

    /// The action or throw that was sent and not answered; `None` if there is none.
    #[must_use]
    pub fn sent(&self) -> Option<&ClientMessage> {
        let decisive = |message: &&ClientMessage| matches!(message, ClientMessage::Act(_) | ClientMessage::Throw(_));
        self.state().unanswered().find(decisive)
    }

    /// The opponent's offer that waits for an answer.
    #[must_use]
    pub fn offered(&self) -> Option<&Offered> {
        let side = self.state().side()?;
        self.state().offers().iter().find(|offered| offered.by != side)
    }

    /// The name of a side's player, as others read it.
    #[must_use]
    pub fn name(&self, side: Side) -> Option<&str> {
        self.state().presence().names.of(side).as_deref().filter(|name| !name.is_empty())
    }

    /// Whether a request can be sent for the position that is shown: everything is shown, nothing is under way, and the seat is here.
    #[must_use]
    pub fn may_act(&self) -> bool {
        self.waiting.is_empty() && self.sent().is_none() && !self.connection.is_over()
    }

    /// Whether this is a player, whose seat is here.
    #[must_use]
    pub fn may_offer(&self) -> bool {
        self.state().side().is_some() && !self.connection.is_over()
    }

    /// Plays a decision.
    pub fn act(&mut self, action: &str) {
        self.client.act(action);
    }

    /// Throws the die.
    pub fn throw(&mut self, flick: Option<Flick>) {
        self.client.throw(flick);
    }

    /// Gives up.
    pub fn resign(&mut self) {
        self.client.resign();
    }

    /// Offers something.
    pub fn offer(&mut self, what: OfferKind) {
        self.client.offer(what);
    }

    /// Answers an offer.
    pub fn answer(&mut self, offer: u64, yes: bool) {
        self.client.answer(offer, yes);
    }

    /// Takes an offer back.
    pub fn withdraw(&mut self, offer: u64) {
        self.client.withdraw(offer);
    }

    /// Claims the match.
    pub fn claim(&mut self) {
        self.client.claim();
    }

    /// Claims the draw that the rules offer.
    pub fn claim_draw(&mut self) {
        self.client.claim_draw();
    }

    /// Says something.
    pub fn say(&mut self, text: &str) {
        self.client.say(text);
    }

    /// Says a set phrase.
    pub fn say_phrase(&mut self, phrase: Phrase) {
        self.client.say_phrase(phrase);
    }

    /// Whether this player has offered a rematch, and waits for the answer.
    #[must_use]
    pub fn offers_rematch(&self) -> bool {
        let side = self.state().side();
        self.state().offers().iter().any(|offer| Some(offer.by) == side && offer.what == OfferKind::Rematch)
    }

    /// Asks for a new link to the seat, see [`Joined::other_device`].
    pub fn move_seat(&mut self) {
        self.other_device = None;
        self.client.move_seat();
    }

    /// The link by which another device can take the seat, once it was asked for and the server has answered.
    #[must_use]
    pub fn other_device(&self) -> Option<&RoomLink> {
        self.other_device.as_ref()
    }

    /// The beginning of the match and everything that has happened in it, once all that is known to the server is known here, and for
    /// the first time.
    pub(in crate::session) fn begin(&mut self) -> Option<(Box<Header>, Vec<MatchEvent>)> {
        let lines = self.state().welcome().map_or(0, |welcome| welcome.lines);
        if self.state().lines() < lines {
            return None;
        }
        let header = self.begun.take()?;
        self.on_table = true;
        Some((header, self.waiting.drain(..).collect()))
    }

    /// What has happened in the match and is not shown yet.
    pub(in crate::session) fn waiting(&self) -> &VecDeque<MatchEvent> {
        &self.waiting
    }

    /// The first of them, which is now to be shown.
    pub(in crate::session) fn next(&mut self) -> Option<MatchEvent> {
        self.waiting.pop_front()
    }

    /// Takes no further part: what the server tells is not to be trusted.
    pub(in crate::session) fn distrust(&mut self, why: String) {
        self.connection = Connection::Closed(why);
        self.waiting.clear();
    }

    /// The links that were given out.
    pub(super) fn set_links(&mut self, invitation: Option<RoomLink>, watch: Option<RoomLink>) {
        (self.invitation, self.watch) = (invitation, watch);
    }

    /// Asks the client for news.
    pub(super) fn poll(&mut self) -> Option<News> {
        if self.connection.is_over() {
            return None;
        }
        let updates = self.client.poll();
        (!updates.is_empty()).then(|| {
            let mut news = News::default();
            for update in updates {
                self.take(update, &mut news);
            }
            news
        })
    }

    fn take(&mut self, update: RoomUpdate, news: &mut News) {
        let told = match update {
            RoomUpdate::Entered => {
                self.connection = Connection::Here;
                news.changed = true;
                None
            }
            RoomUpdate::Begun(header) => {
                self.begun = Some(header);
                None
            }
            RoomUpdate::Event(event) => {
                news.changed |= matches!(event, MatchEvent::Result(_));
                self.waiting.push_back(event);
                None
            }
            RoomUpdate::Refused(request, refused) => Some(refusal(&request, refused)),
            RoomUpdate::Stale(_) => {
                Some(Notification::new("That came too late: the match had gone on. It was not played."))
            }
            RoomUpdate::OfferOver(offered, accepted) => self.answered(&offered, accepted),
            RoomUpdate::Said(said) => self.said(&said),
            RoomUpdate::Moved(link) => {
                self.other_device = Some(link.clone());
                news.moved = Some(link);
                None
            }
            RoomUpdate::Rematch(link) => {
                news.rematch = Some(link);
                None
            }
            RoomUpdate::Dishonest(why) => {
                self.distrust(why.clone());
                Some(Notification::new(why))
            }
            RoomUpdate::Lost(why, _) => {
                self.connection = Connection::Lost(why);
                None
            }
            RoomUpdate::Closed(bye) if bye.why == ByeReason::Replaced => {
                self.connection = Connection::Elsewhere;
                self.other_device = None;
                Some(Notification::new("You play on another device now."))
            }
            RoomUpdate::Closed(bye) => {
                let why = bye.text.unwrap_or_else(|| "The server has closed the connection.".to_string());
                self.connection = Connection::Closed(why.clone());
                Some(Notification::new(why))
            }
            RoomUpdate::Presence => {
                news.changed = true;
                None
            }
            RoomUpdate::Dice | RoomUpdate::Offered(_) | RoomUpdate::Withdrawn(_) | RoomUpdate::Clocks => None,
        };
        news.notifications.extend(told);
    }

    /// What the user is told of the end of an offer.
    fn answered(&self, offered: &Offered, accepted: bool) -> Option<Notification> {
        let own = self.state().side() == Some(offered.by);
        let what = offered.what;
        match (own, accepted) {
            (true, true) => Some(Notification::new(format!("Agreed: {what}."))),
            (true, false) => Some(Notification::new(format!("Your offer was not accepted: {what}."))),
            (false, _) => None,
        }
    }

    /// What the user is told of a line of chat, besides the chat itself.
    fn said(&self, said: &Said) -> Option<Notification> {
        if self.state().side() == Some(said.by) {
            return None;
        }
        let name = self.name(said.by).map_or_else(|| said.by.to_string(), str::to_string);
        let text = said.phrase.map(|phrase| phrase.to_string()).or_else(|| said.text.clone())?;
        Some(Notification::new(format!("{name}: {text}")))
    }

    /// The clocks now, s, White's first; `None` without clocks.
    #[must_use]
    pub fn clocks(&self) -> Option<[f64; 2]> {
        let clocks = self.state().clocks(Instant::now())?;
        Some([clocks.white, clocks.black])
    }
}

/// A refusal in the words of the server.
fn refusal(request: &ClientMessage, refused: Refused) -> Notification {
    let words = match request {
        ClientMessage::Entropy(_) => format!("The dice could not be agreed on: {}", refused.why),
        _ => refused.why,
    };
    let cells = refused.cells.into_iter().map(Cell).collect();
    Notification { text: words, rule: refused.rule.map(Into::into), cells, action: None }
}
