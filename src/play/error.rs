use std::path::PathBuf;

use thiserror::Error;

use super::chance::SecretError;
use super::uci::UciError;
use crate::engine::{Die, Outcome, Refusal, TextError};
use crate::platform::jobs::Panicked;
use crate::record::{Note, RecordError};

/// Why a match refuses a command. The match is then unchanged.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The start position cannot be read.
    #[error(transparent)]
    Position(#[from] TextError),
    /// The rules do not allow the action.
    #[error("{action}: {refusal}")]
    Refused {
        /// The requested action, cut to 80 characters.
        action: String,
        /// The rules' refusal.
        refusal: Box<Refusal>,
    },
    /// A player tries to choose the result of a die.
    #[error("the result of a die cannot be chosen")]
    RollIsNoChoice,
    /// A roll is handed in while no die is due, or another.
    #[error("no throw of this die ({}) is due", .0.id)]
    NotDue(&'static Die),
    /// A roll is handed in of a die that came to rest cocked every time, or not at all.
    #[error("the die does not come to rest")]
    NeverFlat,
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
    /// A draw is claimed in a position in which no claim is open.
    #[error(
        "no draw can be claimed here: it takes the third occurrence of the position, or 50 moves without a capture or pawn move"
    )]
    NoClaim,
    /// The comment of a note has this number of characters.
    #[error("a comment has at most {most} characters; this one has {0}", most = Note::LONGEST)]
    LongComment(usize),
    /// A note on a match that was not read from a file.
    #[error("this match has no file in which a note could be kept")]
    NoFile,
    /// A note on a replay whose file has been replaced since.
    #[error("{}: it holds another match by now, so nothing is noted in it", .0.display())]
    AnotherMatch(PathBuf),
    /// The file of an analysis is opened to be played on.
    #[error("{}: this is an analysis, not a match to be continued; it opens on the analysis board", .0.display())]
    Analysis(PathBuf),
    /// Work in the background has panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
    /// Another program cannot play.
    #[error(transparent)]
    Program(#[from] UciError),
    /// The match file cannot be read or written, or contradicts the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The secret of the match cannot be kept, or is not the one that the match is committed to.
    #[error(transparent)]
    Secret(#[from] SecretError),
}
