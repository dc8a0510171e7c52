//! What becomes of what comes to a room.

use axum::extract::ws::Utf8Bytes;

use super::people::ConnectionId;
use crate::engine::{Refusal, Side};
use crate::play::PlayError;
use crate::rooms::Refused;
use crate::server::log::LogLine;

/// What becomes of what has come in: first the lines are appended to the log, and then the messages are sent.
#[derive(Debug, Default)]
pub struct Effects {
    /// For the log.
    pub lines: Vec<LogLine>,
    /// Then to be sent, in order.
    pub messages: Vec<(To, Utf8Bytes)>,
    /// An answer that is kept, should the request be sent again.
    pub answer: Option<(Side, u64, Utf8Bytes)>,
    /// The request that is answered with these effects, should they fail.
    pub request: Option<(ConnectionId, u64)>,
    /// Whether both have agreed on a rematch.
    pub rematch: bool,
}

/// To whom a message goes.
#[derive(Clone, Copy, Debug)]
pub enum To {
    /// Everybody.
    All,
    /// One connection.
    One(ConnectionId),
}

/// Why a request is not carried out.
#[derive(Debug)]
pub enum No {
    /// It is refused.
    Refused(Box<Refused>),
    /// It comes too late.
    Stale,
}

impl No {
    /// A refusal in a player's words.
    pub fn because(why: impl Into<String>) -> No {
        No::Refused(Box::new(Refused { id: 0, why: why.into(), rule: None, cells: Vec::new() }))
    }
}

impl From<PlayError> for No {
    fn from(error: PlayError) -> No {
        match error {
            PlayError::Refused { refusal, .. } => No::from(*refusal),
            error => No::because(error.to_string()),
        }
    }
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> No {
        match refusal {
            Refusal::Illegal(illegal) => No::Refused(Box::new(Refused {
                id: 0,
                why: illegal.reason,
                rule: Some(illegal.rule.to_string()),
                cells: illegal.cells.iter().map(|cell| cell.0).collect(),
            })),
            Refusal::Text(error) => No::because(error.to_string()),
            other => No::because(other.to_string()),
        }
    }
}
