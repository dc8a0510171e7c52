//! A WebSocket between a client and its room.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use governor::{DefaultDirectRateLimiter, RateLimiter};
use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::{interval, timeout};
use tungstenite::error::{Error, ProtocolError};

use crate::limits::Limits;
use crate::lobby::{Command, Rooms};
use crate::network::quota;
use crate::room::{ConnectionId, Messages, Outgoing, frame};
use fairground_rooms::{Bye, ByeReason, ClientMessage, Hello, PROTOCOL, Refused, ServerMessage};

/// The maximum number of messages waiting for a client. A slower one is disconnected.
pub(crate) const MAX_QUEUE: usize = 128;

/// The time limit of a client's first message, and of reading a message.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The time limit for a newcomer to read the existing part of the match.
pub(crate) const GREETING: Duration = Duration::from_secs(30);

/// The interval between pings, which measure the lag of the connection.
pub(crate) const PING: Duration = Duration::from_secs(5);

/// A client silent for longer is disconnected.
pub(crate) const SILENCE: Duration = Duration::from_secs(20);

/// The delay before reconnecting after a farewell that is not final, s.
const RETRY: f64 = 1.0;

/// The maximum number of unreadable messages.
pub(crate) const MAX_UNREADABLE: u32 = 10;

/// Forwards messages both ways until one side closes.
pub(super) async fn carry(
    mut socket: WebSocket,
    rooms: Arc<Rooms>,
    room: String,
    (id, address): (ConnectionId, IpAddr),
) {
    let hello = match timeout(PATIENCE, first_message(&mut socket)).await {
        Ok(Some(Ok(hello))) => hello,
        Ok(Some(Err(text))) => return close(socket, &rooms, bye(ByeReason::Protocol, text)).await,
        Ok(None) => return,
        Err(_) => {
            return close(socket, &rooms, bye(ByeReason::Protocol, "no hello received in time")).await;
        }
    };
    let (outlet, outgoing) = mpsc::channel(MAX_QUEUE);
    let room = {
        let to = match rooms.visit(&room).await {
            Ok(to) => to,
            Err(no) => return close(socket, &rooms, no.bye()).await,
        };
        let enter = Command::Enter(id, address, Box::new(hello), outlet);
        match to.send(Box::new(enter)).await {
            Ok(()) => to,
            // The room has just gone to sleep; the client reconnects.
            Err(_) => return close(socket, &rooms, bye(ByeReason::Broken, "the room is busy")).await,
        }
    };
    let Limits { messages, bytes, .. } = rooms.limits;
    let heard = rooms.clock.now();
    let connection = Connection {
        id,
        rooms,
        room,
        outgoing,
        messages: RateLimiter::direct(quota(messages)),
        bytes: RateLimiter::direct(quota(bytes)),
        unreadable: 0,
        heard,
        pinged: None,
    };
    connection.carry(socket).await;
}

/// The first message, which must be [`Hello`]; `None` if the client has left.
async fn first_message(socket: &mut WebSocket) -> Option<Result<Hello, String>> {
    loop {
        let message = match socket.recv().await? {
            Ok(message) => message,
            Err(error) => return is_violation(&error).then(|| Err(invalid_frame())),
        };
        return match message {
            Message::Text(text) => Some(match serde_json::from_str(text.as_str()) {
                Ok(ClientMessage::Hello(hello)) if hello.protocol == PROTOCOL => Ok(hello),
                Ok(ClientMessage::Hello(hello)) => {
                    Err(format!("this server speaks version {PROTOCOL} of the protocol, not {}", hello.protocol))
                }
                Ok(_) => Err("the first message must be hello".to_string()),
                Err(error) => Err(format!("the first message, hello, cannot be read: {error}")),
            }),
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Binary(_) => Some(Err("messages must be text frames".to_string())),
            Message::Close(_) => None,
        };
    }
}

/// A farewell.
fn bye(why: ByeReason, text: impl Into<String>) -> Bye {
    Bye::new(why, text, RETRY)
}

/// Sends a farewell and closes.
async fn close(mut socket: WebSocket, rooms: &Rooms, bye: Bye) {
    let why = bye.why;
    rooms.metrics.bye(why);
    // The client may have left.
    let _ = timeout(PATIENCE / 5, async {
        let _ = socket.send(Message::Text(frame(&ServerMessage::Bye(bye)))).await;
        let _ = socket.send(close_frame(why)).await;
    })
    .await;
    drain(socket).await;
}

/// Reads the messages that crossed the farewell: with unread messages, closing the connection would
/// discard the farewell.
async fn drain(mut socket: WebSocket) {
    let _ = timeout(PATIENCE / 5, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
}

/// A WebSocket in a room.
struct Connection {
    id: ConnectionId,
    rooms: Arc<Rooms>,
    room: mpsc::Sender<Box<Command>>,
    outgoing: mpsc::Receiver<Outgoing>,
    messages: DefaultDirectRateLimiter,
    bytes: DefaultDirectRateLimiter,
    unreadable: u32,
    /// The time of the last frame of the client, by the server's clock.
    heard: Instant,
    /// The number and time of the pending ping.
    pinged: Option<(u64, Instant)>,
}

/// How a connection ends.
enum End {
    /// The client has left.
    ClientLeft,
    /// The server closes the connection with this farewell.
    Close(Bye),
}

impl Connection {
    async fn carry(mut self, mut socket: WebSocket) {
        let mut pings = interval(PING);
        let mut number = 0_u64;
        let end = loop {
            tokio::select! {
                outgoing = self.outgoing.recv() => {
                    let sent = match outgoing {
                        Some(Outgoing::One(text)) => send(&mut socket, text).await,
                        Some(Outgoing::Bye(bye)) => Err(End::Close(bye)),
                        Some(Outgoing::Greeting(greeting)) => greet(&mut socket, &greeting).await,
                        None if self.room.is_closed() => Err(room_closed()),
                        None => Err(too_slow()),
                    };
                    if let Err(end) = sent { break end }
                }
                incoming = socket.recv() => {
                    let message = match incoming {
                        Some(Ok(message)) => message,
                        Some(Err(error)) if is_violation(&error) => {
                            break End::Close(bye(ByeReason::Protocol, invalid_frame()));
                        }
                        Some(Err(_)) | None => break End::ClientLeft,
                    };
                    let sent = match self.take(message).await {
                        Ok(Some(answer)) => send(&mut socket, answer).await,
                        Ok(None) => Ok(()),
                        Err(end) => Err(end),
                    };
                    if let Err(end) = sent { break end }
                }
                _ = pings.tick() => {
                    if self.rooms.clock.now().saturating_duration_since(self.heard) > SILENCE {
                        break End::ClientLeft;
                    }
                    number += 1;
                    self.pinged = Some((number, self.rooms.clock.now()));
                    let ping = Message::Ping(number.to_le_bytes().to_vec().into());
                    if !matches!(timeout(PATIENCE, socket.send(ping)).await, Ok(Ok(()))) { break End::ClientLeft }
                }
            }
        };
        let Connection { id, rooms, room, .. } = self;
        // The room may have ended.
        let _ = room.send(Box::new(Command::Leave(id))).await;
        // A room does not sleep while a connection can send to it, and closing takes seconds.
        drop(room);
        match end {
            End::ClientLeft => {}
            End::Close(bye) => close(socket, &rooms, bye).await,
        }
    }

    /// Handles a frame of the client. Returns an answer that does not come from the room, if any.
    async fn take(&mut self, message: Message) -> Result<Option<Utf8Bytes>, End> {
        let now = self.rooms.clock.now();
        self.heard = now;
        let length = match &message {
            Message::Text(text) => text.as_str().len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => return Err(End::ClientLeft),
        };
        let length = u32::try_from(length).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        if self.messages.check().is_err() || !matches!(self.bytes.check_n(length), Ok(Ok(()))) {
            return Err(End::Close(bye(ByeReason::Flood, "too many messages")));
        }
        let command = match message {
            Message::Text(text) => match serde_json::from_str::<ClientMessage>(text.as_str()) {
                Ok(message) => Command::Message(self.id, Box::new(message)),
                Err(error) => return self.unreadable(&format!("the message cannot be read: {error}")),
            },
            Message::Binary(_) => return self.unreadable("messages must be text frames"),
            Message::Pong(bytes) => {
                let Some((_, at)) = self.pinged.take_if(|(number, _)| *bytes == number.to_le_bytes()[..]) else {
                    return Ok(None);
                };
                Command::Pong(self.id, now.saturating_duration_since(at))
            }
            Message::Ping(_) | Message::Close(_) => return Ok(None),
        };
        self.room.send(Box::new(command)).await.map(|()| None).map_err(|_| room_closed())
    }

    /// Refuses an unreadable message. Too many of them end the connection.
    fn unreadable(&mut self, why: &str) -> Result<Option<Utf8Bytes>, End> {
        self.unreadable += 1;
        if self.unreadable > MAX_UNREADABLE {
            return Err(End::Close(bye(ByeReason::Protocol, why)));
        }
        let refused = Refused { id: 0, why: why.to_string(), rule: None, cells: Vec::new() };
        Ok(Some(frame(&ServerMessage::Refused(refused))))
    }
}

/// Sends a newcomer's greeting, to be read within [`GREETING`].
async fn greet(socket: &mut WebSocket, greeting: &[Messages]) -> Result<(), End> {
    let send_all = async {
        for messages in greeting {
            for text in messages.all() {
                send(socket, text.clone()).await?;
                // Hundreds of long greetings would delay the messages of everybody else.
                yield_now().await;
            }
        }
        Ok(())
    };
    timeout(GREETING, send_all).await.unwrap_or_else(|_| Err(too_slow()))
}

/// Sends a message.
async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), End> {
    match timeout(PATIENCE, socket.send(Message::Text(text))).await {
        Ok(sent) => sent.map_err(|_| End::ClientLeft),
        Err(_) => Err(too_slow()),
    }
}

fn room_closed() -> End {
    End::Close(bye(ByeReason::Broken, "the room has closed"))
}

fn too_slow() -> End {
    End::Close(bye(ByeReason::Slow, "the connection is too slow"))
}

/// The last frame of a connection.
fn close_frame(why: ByeReason) -> Message {
    Message::Close(Some(CloseFrame { code: why.close_code(), reason: Utf8Bytes::default() }))
}

/// The explanation after an invalid frame.
fn invalid_frame() -> String {
    format!("expected text frames of at most {} bytes", crate::MAX_MESSAGE)
}

/// Whether the client has sent an invalid frame. Any other error means that the client has left.
fn is_violation(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref());
    match source {
        Some(Error::Capacity(_) | Error::Utf8(_)) => true,
        Some(Error::Protocol(violation)) => *violation != ProtocolError::ResetWithoutClosingHandshake,
        _ => false,
    }
}
