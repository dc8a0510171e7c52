//! Messages to the task of a room.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::oneshot;

use crate::room::{ConnectionId, Outlet, Shown};
use fairground_rooms::{ClientMessage, Hello};

/// A message to the task of a room.
pub enum Command {
    /// A connection from this address asks to enter.
    Enter(ConnectionId, IpAddr, Box<Hello>, Outlet),
    /// A message of a connection.
    Message(ConnectionId, Box<ClientMessage>),
    /// A pong, with the time since its ping.
    Pong(ConnectionId, Duration),
    /// A connection was closed.
    Leave(ConnectionId),
    /// A request for the match file, with a token.
    File(Option<String>, oneshot::Sender<Result<Option<Bytes>, NoEntry>>),
    /// A request for the room's page.
    Show(oneshot::Sender<Result<Box<Shown>, NoEntry>>),
    /// The room has to end.
    End(End),
}

/// Why the server ends a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The server stops.
    Restart,
    /// Another server runs the room.
    Moved,
    /// The room is being deleted.
    Deleted,
}

/// Why a visitor does not reach a room, or its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// The room does not exist.
    NoRoom,
    /// The room is private, and the token is not valid.
    Private,
    /// Too many rooms are awake.
    Full,
    /// The server stops.
    Stopping,
    /// The room cannot be read, or another server runs it.
    Unavailable,
}
