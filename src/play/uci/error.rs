use std::io;
use std::process::ExitStatus;

use thiserror::Error;

/// Why a program cannot play, or has lost.
#[derive(Debug, Error)]
pub enum UciError {
    /// It does not offer a value of an option that the game needs.
    #[error(
        "{command}: it cannot play this match of {game}: expected the value {value} of its option {option}, found {found}"
    )]
    NotOffered {
        /// The program.
        command: String,
        /// The name of the game.
        game: &'static str,
        /// The option: `UCI_Variant`, or one of the game.
        option: &'static str,
        /// The value that is needed.
        value: &'static str,
        /// The values that it offers, in words.
        found: String,
    },
    /// It cannot be started.
    #[error("{command}: it cannot be started: {source}")]
    Start {
        /// The program.
        command: String,
        /// The operating system's error.
        source: io::Error,
    },
    /// It has not answered in time.
    #[error("{command}: no answer to '{to}' within {seconds:.1} s")]
    NoAnswer {
        /// The program.
        command: String,
        /// What it was asked.
        to: &'static str,
        /// How long it had.
        seconds: f64,
    },
    /// It has ended, or talks no more.
    #[error("{command}: {}", status.map_or("no more lines come from the program".to_string(), |status| format!("the program has ended ({status})")))]
    Ended {
        /// The program.
        command: String,
        /// How it has ended; `None` if it has not.
        status: Option<ExitStatus>,
    },
    /// Its move is not allowed by the rules.
    #[error("{command}: the move {found:?} is not allowed")]
    Illegal {
        /// The program.
        command: String,
        /// The move, cut to 80 characters.
        found: String,
    },
    /// Its caller has no more use for an answer.
    #[error("stopped")]
    Stopped,
}

impl UciError {
    /// What ended the match, without the program and the details.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self {
            UciError::NotOffered { .. } => "another game",
            UciError::Start { .. } | UciError::Ended { .. } => "crash",
            UciError::NoAnswer { .. } => "no answer",
            UciError::Illegal { .. } => "illegal action",
            UciError::Stopped => "stopped",
        }
    }
}
