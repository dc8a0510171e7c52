//! The commands that need a screen or a picture.

use std::path::PathBuf;

use super::CliError;
#[cfg(feature = "view")]
use super::window;
use crate::engine::Game;
use crate::play::{Clock, Dice, Match, Replay, Seat};
#[cfg(feature = "view")]
use crate::stage::{Showing, View};

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
#[cfg(feature = "view")]
pub(super) fn play(game: Option<Match>, args: PlayArgs) -> Result<(), CliError> {
    let showing = game.map_or(Showing::Nothing, |running| Showing::Match(Box::new(running)));
    window::open(showing, args.record)
}

/// Shows a recorded match in the window.
#[cfg(feature = "view")]
pub(super) fn replay(replay: Replay) -> Result<(), CliError> {
    window::open(Showing::Replay(Box::new(replay)), None)
}

/// Takes a picture.
#[cfg(feature = "view")]
pub(super) fn shot(args: ShotArgs) -> Result<(), CliError> {
    let view = match &args.camera {
        None => View::default(),
        Some(name) => View::by_name(name).ok_or_else(|| CliError::Camera { name: name.clone() })?,
    };
    crate::capture::save(&*args.game, args.size, view, &args.out)?;
    Ok(())
}

/// Shows a match in the window, or the start screen if there is none yet.
#[cfg(not(feature = "view"))]
pub(super) fn play(_game: Option<Match>, _args: PlayArgs) -> Result<(), CliError> {
    Err(CliError::NoView("the window (--headless plays without it)"))
}

/// Shows a recorded match in the window.
#[cfg(not(feature = "view"))]
pub(super) fn replay(_replay: Replay) -> Result<(), CliError> {
    Err(CliError::NoView("the window (--headless plays without it)"))
}

/// Takes a picture.
#[cfg(not(feature = "view"))]
pub(super) fn shot(_args: ShotArgs) -> Result<(), CliError> {
    Err(CliError::NoView("a picture"))
}
