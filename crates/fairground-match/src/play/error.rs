use std::path::PathBuf;

use thiserror::Error;

use super::chance::SecretError;
use super::uci::UciError;
use crate::platform::jobs::Panicked;
use crate::record::{Note, RecordError, Variation};
use fairground_rules::engine::{Die, Outcome, Refusal, TextError};

/// Why a match refuses a command. The match is then unchanged.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The start position cannot be read.
    #[error(transparent)]
    Position(#[from] TextError),
    /// The rules refuse the action.
    #[error("{action}: {refusal}")]
    Refused {
        /// The requested action, truncated to 80 characters.
        action: String,
        /// The rules' refusal.
        refusal: Box<Refusal>,
    },
    /// A player tried to choose the result of a die.
    #[error("the result of a die cannot be chosen")]
    CannotChooseRoll,
    /// The roll is of a die that is not due.
    #[error("no throw of this die ({}) is due", .0.id)]
    NotDue(&'static Die),
    /// The roll failed: no attempt of the die ended flat.
    #[error("the die does not come to rest")]
    NeverFlat,
    /// The roll differs from the same roll before a takeback, which showed this symbol.
    #[error("this roll was made before, and showed {0}")]
    RolledBefore(String),
    /// The match is over.
    #[error("the match is over: {0} ({reason})", reason = .0.reason)]
    Over(Outcome),
    /// No person has made a decision that could be taken back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The opponent has not offered a draw.
    #[error("no draw has been offered")]
    NoOffer,
    /// No claim is open in this position.
    #[error(
        "no draw can be claimed here: a claim requires the third occurrence of the position, or 50 moves without a capture or pawn move"
    )]
    NoClaim,
    /// The comment is too long, with this many characters.
    #[error("a comment has at most {most} characters; this one has {0}", most = Note::MAX_COMMENT)]
    LongComment(usize),
    /// A variation is nested this deep, more than [`Variation::MAX_DEPTH`].
    #[error("variations are nested at most {most} deep; this one is nested {0} deep", most = Variation::MAX_DEPTH)]
    DeepVariation(usize),
    /// The match was not read from a file.
    #[error("this match has no file for notes")]
    NoFile,
    /// The file of the replay now holds a different match.
    #[error("{} now holds a different match; the note was not saved", .0.display())]
    AnotherMatch(PathBuf),
    /// The file of an analysis cannot be continued as a match.
    #[error("{}: this is an analysis, not a match that can be continued; open it on the analysis board", .0.display())]
    Analysis(PathBuf),
    /// A background job panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
    /// An external engine cannot play.
    #[error(transparent)]
    Program(#[from] UciError),
    /// The match file cannot be read or written, or contradicts the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The secret of the match cannot be stored, or does not match the commitment.
    #[error(transparent)]
    Secret(#[from] SecretError),
}
