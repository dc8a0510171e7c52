use std::io;

use thiserror::Error;

use crate::arena::ArenaError;
use crate::engine::{Refusal, TextError};
use crate::play::PlayError;

/// Why a command fails.
#[derive(Debug, Error)]
pub enum CliError {
    /// A position, an option or the like cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// An action cannot be read, or is illegal.
    #[error("action {action:?}{position} {refusal}", position = ordinal(*number, *count))]
    Refused {
        /// The action.
        action: String,
        /// Which of the actions it is, from 1.
        number: usize,
        /// How many actions there are.
        count: usize,
        /// What the rules say.
        refusal: Box<Refusal>,
    },
    /// A match cannot be begun, recorded or resumed.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The result cannot be written.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    /// A contest cannot be held.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The arguments contradict each other.
    #[error("{0}")]
    Usage(String),
    /// The command needs a feature that this build lacks.
    #[error("{0} needs the feature `view`, without which this program was built")]
    NoView(&'static str),
    /// There is no such view.
    #[error("there is no camera '{name}'; there are: white, black, top, side, close")]
    Camera {
        /// The name given.
        name: String,
    },
    /// There is nowhere to open a window.
    #[error(
        "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set (--headless plays without a window)"
    )]
    NoDisplay,
    /// The display that is named cannot be opened.
    #[error("no window can be opened on the display '{name}' (--headless plays without one): {reason}")]
    Display {
        /// The display.
        name: String,
        /// Why not.
        reason: String,
    },
    /// The picture cannot be made.
    #[cfg(feature = "view")]
    #[error(transparent)]
    Capture(#[from] crate::capture::offscreen::CaptureError),
}

/// Which action of several; nothing where there is only one.
fn ordinal(number: usize, count: usize) -> String {
    if count == 1 { String::new() } else { format!(" (number {number} of {count})") }
}

impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> Self {
        CliError::Output(error.into())
    }
}
