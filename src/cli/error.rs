use std::io;

use thiserror::Error;

use super::words::counted;
use crate::arena::ArenaError;
use crate::engine::{ActionText, DynGame, GameInfo, Refusal, TextError, text};
use crate::library::LibraryError;
use crate::play::{PlayError, SecretError};
use crate::record::RecordError;

/// The error of a command.
#[derive(Debug, Error)]
pub enum CliError {
    /// The text of a position is invalid.
    #[error("--position: {source}; a valid position is {example:?}")]
    Position {
        /// The error.
        source: TextError,
        /// A valid position.
        example: String,
    },
    /// An option of a game is invalid.
    #[error("--set: {source}{}", example_of_options(info))]
    Set {
        /// The game.
        info: &'static GameInfo,
        /// The error.
        source: TextError,
    },
    /// An action is invalid or illegal.
    #[error("action {action:?}{position}: {refusal}{example}", position = ordinal(*number, *count))]
    Refused {
        /// The action.
        action: String,
        /// Its number among the actions, from 1.
        number: usize,
        /// The number of actions.
        count: usize,
        /// A legal action as a suggestion, as part of a sentence; may be empty.
        example: String,
        /// The rules' refusal.
        refusal: Box<Refusal>,
    },
    /// A match cannot be started, recorded or resumed.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A secret cannot be drawn, read or written.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The result cannot be written.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    /// A contest cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A library cannot be shown.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The server failed.
    #[cfg(feature = "server")]
    #[error(transparent)]
    Server(#[from] crate::server::ServerError),
    /// The arguments contradict each other.
    #[error("{0}")]
    Usage(String),
    /// A room or its server refused a request, or closed the connection.
    #[error("{place}: {why}")]
    Room {
        /// The room or server.
        place: String,
        /// The reason.
        why: String,
    },
    /// The command needs a feature that is missing in this build.
    #[error("{0} needs the feature `view`, which this build lacks")]
    NoView(&'static str),
    /// The command makes films, which this build cannot do.
    #[error("a film needs the feature `film`, which this build lacks")]
    NoFilm,
    /// A match file failed verification.
    #[error("verification failed: {} in {file}", counted(*faults, "error"))]
    VerificationFailed {
        /// The match file.
        file: String,
        /// The number of failed checks.
        faults: usize,
    },
    /// All checkable data of a match file is valid, but another version of the physics threw its
    /// dice.
    #[error(
        "{file}: all checkable data is valid; {} {} from another version of the physics ({physics})",
        counted(*throws, "throw"), if *throws == 1 { "is" } else { "are" }
    )]
    OtherPhysics {
        /// The match file.
        file: String,
        /// The number of throws that could not be simulated.
        throws: usize,
        /// The other versions of the physics.
        physics: String,
    },
    /// The command was interrupted from the keyboard and has printed partial results.
    #[error("interrupted")]
    Interrupted,
    /// The system has no display for a window.
    #[error(
        "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set (--headless plays without a window)"
    )]
    NoDisplay,
    /// The named display cannot be opened.
    #[error("no window can be opened on the display '{name}' (--headless plays without one): {reason}")]
    Display {
        /// The display.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The window ended by a panic.
    #[error("the window closed after an internal error: {reason}")]
    Crash {
        /// The message of the panic.
        reason: String,
    },
    /// The picture cannot be made.
    #[cfg(feature = "view")]
    #[error(transparent)]
    Capture(#[from] crate::capture::offscreen::CaptureError),
    /// The film cannot be made.
    #[cfg(feature = "film")]
    #[error(transparent)]
    Film(#[from] crate::film::FilmError),
}

/// The conventional exit code of an interrupted command.
pub(super) const INTERRUPTED: u8 = 130;

impl CliError {
    /// The exit code of the program.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::VerificationFailed { .. } => 1,
            CliError::OtherPhysics { .. } => 3,
            CliError::Interrupted => INTERRUPTED,
            _ => 2,
        }
    }

    /// A hint to print after the error, or empty.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            CliError::Play(PlayError::Record(RecordError::Read { .. })) => {
                "\nto record a match file, run: fairground watch fluky --headless --seed 7 --record match.jsonl"
            }
            CliError::Play(PlayError::Analysis(_)) => "\nto open an analysis, run: fairground board FILE",
            _ => "",
        }
    }
}

/// A suggestion for a refused action, as part of a sentence.
pub(super) fn example_of(game: &dyn DynGame, action: &str) -> String {
    if let Some(option) = text::nearest(action, ["--position", "--set", "--json", "--help"]) {
        return format!("; did you mean the option {option}?");
    }
    let legal = game.actions();
    let nearest = text::nearest(action, legal.iter().map(ActionText::as_str)).or(legal.first().map(ActionText::as_str));
    nearest.map_or_else(String::new, |nearest| format!("; a legal action is {nearest}"))
}

fn example_of_options(info: &GameInfo) -> String {
    let example = info.options.iter().find_map(|option| Some((option.key, option.values.last()?)));
    example.map_or_else(String::new, |(key, value)| format!("; set an option with --set {key}={value}"))
}

/// The number of an action among several; empty if there is only one.
fn ordinal(number: usize, count: usize) -> String {
    if count == 1 { String::new() } else { format!(" (number {number} of {count})") }
}

impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> Self {
        CliError::Output(error.into())
    }
}
