//! What comes to a room.

use std::net::IpAddr;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::rooms::{ByeReason, ClientMessage, Hello};
use crate::server::room::{ConnectionId, Outlet, Shown};

/// What comes to a room.
pub enum Command {
    /// A connection from this address wants to enter.
    Enter(ConnectionId, IpAddr, Box<Hello>, Outlet),
    /// A message of a connection.
    Message(ConnectionId, Box<ClientMessage>),
    /// A pong, after so long.
    Pong(ConnectionId, Duration),
    /// A connection has gone.
    Leave(ConnectionId),
    /// Somebody asks for the match file, and shows a token.
    File(Option<String>, oneshot::Sender<Result<Option<String>, NoEntry>>),
    /// Somebody opens the room's page.
    Show(oneshot::Sender<Result<Box<Shown>, NoEntry>>),
    /// The server stops, or the room is another server's.
    End(ByeReason),
}

/// Why a room does not show its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// There is none.
    NoRoom,
    /// It is private, and the token does not open it.
    Private,
    /// It cannot be read, or goes on elsewhere.
    Unavailable,
}
