//! The farewells of rooms.

use super::command::{End, NoEntry};
use fairground_rooms::{Bye, ByeReason};

/// The delay before clients reconnect to a stopping server, s.
const AFTER_RESTART: f64 = 2.5;

/// The delay before clients reconnect to a room that cannot be read or written, s.
const AFTER_FAULT: f64 = 5.0;

/// The delay before clients reconnect for any other reason, s.
const DEFAULT_DELAY: f64 = 1.0;

/// The farewell in a room that cannot be read or written.
pub fn broken(text: impl Into<String>) -> Bye {
    Bye::new(ByeReason::Broken, text, AFTER_FAULT)
}

/// The farewell to visitors of a room that another server runs.
pub fn elsewhere(node: &str) -> Bye {
    Bye::new(ByeReason::Moved, format!("the room is at the server '{node}'"), DEFAULT_DELAY)
}

impl End {
    /// The farewell to everybody in the room.
    pub fn bye(self) -> Bye {
        match self {
            End::Restart => Bye::new(ByeReason::Restart, "the server restarts", AFTER_RESTART),
            End::Moved => Bye::new(ByeReason::Moved, "the room has moved to another server", DEFAULT_DELAY),
            End::Deleted => Bye::new(ByeReason::NoEntry, "the room was deleted", DEFAULT_DELAY),
        }
    }
}

impl NoEntry {
    /// The farewell to a visitor.
    pub fn bye(self) -> Bye {
        match self {
            NoEntry::NoRoom => Bye::new(ByeReason::NoEntry, "there is no such room", DEFAULT_DELAY),
            NoEntry::Private => Bye::new(ByeReason::NoEntry, "this link is not valid for the room", DEFAULT_DELAY),
            NoEntry::Full => broken("too many rooms are in use"),
            NoEntry::Stopping => End::Restart.bye(),
            NoEntry::Unavailable => broken("the room cannot be read at present"),
        }
    }
}
