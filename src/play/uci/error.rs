use std::io;
use std::process::ExitStatus;

use thiserror::Error;

/// Why a program cannot play, or has lost.
#[derive(Debug, Error)]
pub enum UciError {
    /// It is to play another game.
    #[error("other programs play chess by UCI, and no {0}")]
    NotChess(&'static str),
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
            UciError::NotChess(_) => "another game",
            UciError::Start { .. } | UciError::Ended { .. } => "crash",
            UciError::NoAnswer { .. } => "no answer",
            UciError::Illegal { .. } => "illegal action",
            UciError::Stopped => "stopped",
        }
    }
}
