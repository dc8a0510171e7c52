use thiserror::Error;

use crate::engine::{Die, Outcome, Refusal, TextError};
use crate::record::RecordError;

/// Why a match does not do what it is asked to; it is then unchanged.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The start position cannot be read.
    #[error(transparent)]
    Position(#[from] TextError),
    /// The rules do not allow the action.
    #[error("{action}: {refusal}")]
    Refused {
        /// What was asked for, cut to 80 characters.
        action: String,
        /// What the rules say.
        refusal: Box<Refusal>,
    },
    /// Somebody wants to choose what a die shows.
    #[error("a roll is not a choice: the die decides")]
    RollIsNoChoice,
    /// A roll is handed in while no die is due, or another.
    #[error("no throw of this die ({}) is due", .0.id)]
    NotDue(&'static Die),
    /// A roll is handed in that shows something else than when it was made before.
    #[error("this roll was made before, and showed {0}")]
    RolledBefore(String),
    /// The match is over.
    #[error("the match is over: {0} ({reason})", reason = .0.reason)]
    Over(Outcome),
    /// No decision of a person has been made since the start.
    #[error("there is no decision to take back")]
    NothingToTakeBack,
    /// There is no offer of the other side to answer.
    #[error("no draw has been offered")]
    NoOffer,
    /// The match file cannot be read, written or believed.
    #[error(transparent)]
    Record(#[from] RecordError),
}
