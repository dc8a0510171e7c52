//! A client of a room that reconnects automatically.

use rand::TryRng;
use rand::rngs::{SysError, SysRng};

use super::answers::ServerMessage;
use super::link::RoomLink;
use super::requests::ClientMessage;
use super::state::RoomState;
use super::update::RoomUpdate;
use crate::socket::{Socket, SocketEvent};
use fairground_match::platform::clock::{Duration, Instant};
use fairground_match::platform::jobs::Wake;

/// The minimum and maximum delay before reconnecting. The delay doubles after each failure, and is
/// partly random, so that the clients of a server do not all return together.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(10)];

/// A client in a room. Call [`RoomClient::poll`] regularly, for instance in every frame of a
/// window; it does not block. After a lost connection, unanswered requests are sent again; the
/// server carries out each only once.
#[derive(Debug)]
pub struct RoomClient {
    state: RoomState,
    wake: Wake,
    socket: Option<Socket>,
    /// The time of the next attempt while disconnected.
    again: Option<Instant>,
    /// The number of failed attempts since the last welcome.
    failures: u32,
    /// Whether the server has welcomed this connection.
    entered: bool,
    /// The time of the last event of the socket.
    heard: Instant,
}

/// A server silent for longer may be unreachable: servers send pings, or answer the page's probes,
/// every 5 s.
const MAX_SILENCE: Duration = Duration::from_secs(8);

impl RoomClient {
    /// Enters the room of a link. `wake` is called from another thread when [`RoomClient::poll`]
    /// has updates.
    ///
    /// # Errors
    /// If the system provides no randomness.
    pub fn join(link: RoomLink, name: Option<String>, wake: &Wake) -> Result<RoomClient, SysError> {
        let state = RoomState::new(link, name)?;
        let socket = Some(Socket::connect(&state.link().socket(), wake));
        let heard = Instant::now();
        Ok(RoomClient { state, wake: wake.clone(), socket, again: None, failures: 0, entered: false, heard })
    }

    /// The client's view of the room.
    #[must_use]
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// How long a connected server has been silent, if that is suspicious: the shown clocks and
    /// match may be outdated.
    #[must_use]
    pub fn silence(&self) -> Option<Duration> {
        let silence = self.heard.elapsed();
        (self.entered && silence > MAX_SILENCE).then_some(silence)
    }

    /// The time at which to call [`RoomClient::poll`] to reconnect, unless `wake` is called
    /// earlier.
    #[must_use]
    pub fn next_attempt(&self) -> Option<Instant> {
        self.again
    }

    /// The updates since the last call. Reconnects when due.
    pub fn poll(&mut self) -> Vec<RoomUpdate> {
        let mut updates = Vec::new();
        if self.socket.is_none() && self.again.is_some_and(|again| again <= Instant::now()) {
            self.again = None;
            self.socket = Some(Socket::connect(&self.state.link().socket(), &self.wake));
        }
        while let Some(event) = self.socket.as_ref().and_then(Socket::poll) {
            self.heard = Instant::now();
            match event {
                #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
                SocketEvent::Ping => {}
                SocketEvent::Open => self.send_now(&self.state.hello()),
                SocketEvent::Text(text) => self.receive(&text, &mut updates),
                SocketEvent::Closed(why) => self.lost(why, None, &mut updates),
            }
        }
        updates
    }

    fn receive(&mut self, text: &str, updates: &mut Vec<RoomUpdate>) {
        // Ignores unknown messages of later versions.
        let Ok(message) = serde_json::from_str::<ServerMessage>(text) else { return };
        if matches!(message, ServerMessage::Welcome(_)) {
            (self.entered, self.failures) = (true, 0);
        }
        let (news, send) = self.state.receive(message);
        for message in send {
            self.send_now(&message);
        }
        for update in news {
            match update {
                RoomUpdate::Closed(bye) if bye.retry.is_some() => {
                    let after = bye.retry.map(|retry| Duration::from_secs_f64(retry.clamp(0.0, 600.0)));
                    let why = bye.text.unwrap_or_else(|| "the server has closed the connection".to_string());
                    self.lost(why, after, updates);
                }
                RoomUpdate::Closed(_) => {
                    self.close();
                    updates.push(update);
                }
                _ => updates.push(update),
            }
        }
    }

    fn lost(&mut self, why: String, after: Option<Duration>, updates: &mut Vec<RoomUpdate>) {
        let [first, most] = RETRY_DELAYS;
        let usual = first.saturating_mul(1 << self.failures.min(8)).min(most);
        let wait = match after {
            Some(after) => after + usual.mul_f64(random()),
            None => usual.mul_f64(0.5 + random() / 2.0),
        };
        self.failures = self.failures.saturating_add(1);
        (self.socket, self.entered) = (None, false);
        self.again = Some(Instant::now() + wait);
        updates.push(RoomUpdate::Lost(why, wait));
    }

    /// Closes the connection, and does not reconnect.
    pub fn close(&mut self) {
        (self.socket, self.again, self.entered) = (None, None, false);
    }

    /// Receives a message as if the server had sent it.
    pub fn hear(&mut self, message: ServerMessage) {
        self.state.receive(message);
    }

    /// Makes a request, for instance `client.send(|state| state.resign())`. It is sent now or,
    /// while disconnected, after the next welcome.
    pub fn send<M: Into<Option<ClientMessage>>>(&mut self, request: impl FnOnce(&mut RoomState) -> M) {
        if let Some(message) = request(&mut self.state).into()
            && self.entered
        {
            self.send_now(&message);
        }
    }

    fn send_now(&self, message: &ClientMessage) {
        if let (Some(socket), Ok(text)) = (&self.socket, serde_json::to_string(message)) {
            socket.send(text);
        }
    }
}

/// A random number from 0 to 1, or 0.5 without randomness.
fn random() -> f64 {
    let mut bytes = [0; 4];
    SysRng.try_fill_bytes(&mut bytes).map_or(0.5, |()| f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX))
}
