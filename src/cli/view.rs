//! The commands that need a screen or a picture.

use std::path::PathBuf;

use super::CliError;
use crate::engine::Game;
use crate::play::{Clock, Dice, Match, Replay, Seat};

/// What the command line says of matches that are begun in the window.
#[derive(Clone, Debug)]
pub struct PlayArgs {
    /// Who plays, White first.
    pub seats: [Seat; 2],
    /// What bots and throws are drawn from.
    pub seed: u64,
    /// Where the dice come from.
    pub dice: Dice,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// The new file that the match is recorded in; a match that is handed over is recorded there already.
    pub record: Option<PathBuf>,
}

/// What a picture shows.
pub struct ShotArgs {
    /// A match at the point that is pictured.
    pub game: Box<dyn Game>,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Where it is seen from; `None` is the usual place.
    pub camera: Option<String>,
    /// The picture, PNG.
    pub out: PathBuf,
}

/// Shows a match in the window, or the start screen if there is none yet.
pub(super) fn play(_game: Option<Match>, _args: PlayArgs) -> Result<(), CliError> {
    Err(missing_window())
}

/// Shows a recorded match in the window.
pub(super) fn replay(_replay: Replay) -> Result<(), CliError> {
    Err(missing_window())
}

/// Takes a picture.
pub(super) fn shot(_args: ShotArgs) -> Result<(), CliError> {
    Err(CliError::NoView("a picture"))
}

pub(super) fn missing_window() -> CliError {
    CliError::NoView("the window (--headless plays without it)")
}
