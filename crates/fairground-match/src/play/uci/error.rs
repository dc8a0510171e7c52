use std::io;
use std::process::ExitStatus;

use thiserror::Error;

/// Why an engine cannot play, or has lost.
#[derive(Debug, Error)]
pub enum UciError {
    /// The engine does not offer the value of an option that the game needs.
    #[error(
        "{command}: cannot play this match of {game}: expected the value {value} of its option {option}, found {found}"
    )]
    NotOffered {
        /// The program.
        command: String,
        /// The name of the game.
        game: &'static str,
        /// The option: `UCI_Variant`, or one of the game.
        option: &'static str,
        /// The required value.
        value: &'static str,
        /// The offered values, in words.
        found: String,
    },
    /// The command sets an option that the engine does not offer, or to an invalid value.
    #[error("{command}: option.{option}: expected {expected}, found {found}")]
    WrongOption {
        /// The program.
        command: String,
        /// The option's name in the command.
        option: String,
        /// The offered options or values, in words.
        expected: String,
        /// The value, or that there is no such option.
        found: String,
    },
    /// The engine cannot be started.
    #[error("{command}: cannot be started: {source}")]
    Start {
        /// The program.
        command: String,
        /// The operating system's error.
        source: io::Error,
    },
    /// The engine did not answer in time.
    #[error("{command}: no answer to '{to}' within {seconds:.1} s")]
    NoAnswer {
        /// The program.
        command: String,
        /// The unanswered command.
        to: &'static str,
        /// The time limit.
        seconds: f64,
    },
    /// The engine exited or closed its output.
    #[error("{command}: {}", status.map_or("the program has closed its output".to_string(), |status| format!("the program has ended ({status})")))]
    Ended {
        /// The program.
        command: String,
        /// The exit status; `None` if it is still running.
        status: Option<ExitStatus>,
    },
    /// The engine's move is illegal.
    #[error("{command}: the move {found:?} is not allowed")]
    Illegal {
        /// The program.
        command: String,
        /// The move, truncated to 80 characters.
        found: String,
    },
    /// The caller stopped the search.
    #[error("stopped")]
    Stopped,
}

impl UciError {
    /// A short reason for the end of the match, without program and details.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self {
            UciError::NotOffered { .. } => "another game",
            UciError::WrongOption { .. } => "wrong option",
            UciError::Start { .. } | UciError::Ended { .. } => "crash",
            UciError::NoAnswer { .. } => "no answer",
            UciError::Illegal { .. } => "illegal action",
            UciError::Stopped => "stopped",
        }
    }
}
