//! The effects of a request: lines to log, then messages to send.

use axum::extract::ws::Utf8Bytes;

use super::people::{ConnectionId, frame};
use crate::log::LogLine;
use fairground_match::play::PlayError;
use fairground_rooms::{OfferOver, Offered, Refused, ServerMessage};
use fairground_rules::engine::{Refusal, Side};

/// The effects of a request or timer. The lines are synced to the log before the messages are sent.
#[derive(Debug, Default)]
pub struct Effects {
    /// Lines for the log.
    pub lines: Vec<LogLine>,
    /// Messages, in order.
    pub messages: Vec<(To, Utf8Bytes)>,
    /// The answer to remember in case the request is repeated.
    pub answer: Option<(Side, u64, Utf8Bytes)>,
    /// The request to be refused if logging fails.
    pub request: Option<(ConnectionId, u64)>,
    /// An agreed rematch that needs a room.
    pub rematch: Option<Offered>,
}

/// The recipients of a message.
#[derive(Clone, Copy, Debug)]
pub enum To {
    /// Everybody in the room.
    All,
    /// Everybody except the player of this side.
    AllBut(Side),
    /// One connection.
    One(ConnectionId),
}

/// Why a request was not carried out.
#[derive(Debug)]
pub enum Rejection {
    /// The request is not allowed.
    Refused(Box<Refused>),
    /// The request comes too late.
    Stale,
}

impl Rejection {
    /// A refusal with an explanation for players.
    pub fn because(why: impl Into<String>) -> Rejection {
        Rejection::Refused(Box::new(Refused { id: 0, why: why.into(), rule: None, cells: Vec::new() }))
    }
}

impl From<PlayError> for Rejection {
    fn from(error: PlayError) -> Rejection {
        match error {
            PlayError::Refused { refusal, .. } => Rejection::from(*refusal),
            error => Rejection::because(error.to_string()),
        }
    }
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Rejection {
        match refusal {
            Refusal::Illegal(illegal) => Rejection::Refused(Box::new(Refused {
                id: 0,
                why: illegal.reason,
                rule: Some(illegal.rule.to_string()),
                cells: illegal.cells.iter().map(|cell| cell.0).collect(),
            })),
            Refusal::Text(error) => Rejection::because(error.to_string()),
            other => Rejection::because(other.to_string()),
        }
    }
}

/// The message that an offer has ended.
pub(super) fn over_frame(offered: &Offered, accepted: bool) -> Utf8Bytes {
    frame(&ServerMessage::OfferOver(OfferOver { offer: offered.offer, accepted }))
}
