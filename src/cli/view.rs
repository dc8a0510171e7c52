//! The commands that need a screen or a picture.

use std::io::Write;
use std::path::PathBuf;

use super::CliError;
use super::args::FramesArgs;
#[cfg(feature = "view")]
use super::{args::QualityArg, window};
use crate::engine::DynGame;
use crate::play::{Clock, Dice, Match, Replay, Seat};
#[cfg(feature = "view")]
use crate::{
    bots::Bot,
    capture,
    play::Setup,
    session::{Showing, View},
    table::material::Quality,
};

/// The names of the views that pictures are taken from.
pub(super) const CAMERAS: [&str; 5] = ["white", "black", "top", "side", "close"];

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
    pub game: Box<dyn DynGame>,
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
    match game {
        // Its file is taken: a match that is begun after it gets another one.
        Some(running) => window::open(Showing::Match(Box::new(running)), None),
        None => window::open(Showing::Nothing, args.record),
    }
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
        Some(name) => View::by_name(name).ok_or_else(|| CliError::Usage(format!("there is no camera '{name}'")))?,
    };
    capture::save(&*args.game, args.size, view, &args.out)?;
    Ok(())
}

/// Measures how fast the table is drawn.
#[cfg(feature = "view")]
pub(super) fn frames(args: &FramesArgs, out: &mut impl Write) -> Result<(), CliError> {
    let quality = match args.quality {
        QualityArg::Low => Quality::Low,
        QualityArg::High => Quality::High,
    };
    let bots = Setup::new(args.game.game, [Seat::Bot(Bot::Greedy); 2], args.seed);
    let running = Match::new(Setup { options: super::source::options(args.game.game, &args.game.set)?, ..bots })?;
    let figures = capture::frame_times(running, args.size, quality, args.frames as usize)?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &figures)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "adapter               {}", figures.adapter)?;
    writeln!(out, "frames                {}", figures.frames)?;
    writeln!(out, "median                {:.2} ms", figures.median_ms)?;
    writeln!(out, "99 of 100 within      {:.2} ms", figures.slow_ms)?;
    Ok(writeln!(out, "frames per second     {:.1}", figures.frames_per_second)?)
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

/// Measures how fast the table is drawn.
#[cfg(not(feature = "view"))]
pub(super) fn frames(_args: &FramesArgs, _out: &mut impl Write) -> Result<(), CliError> {
    Err(CliError::NoView("drawing"))
}

#[cfg(all(test, feature = "view"))]
mod tests {
    use super::{CAMERAS, View};

    #[test]
    fn every_view_is_a_camera() {
        assert_eq!(View::ALL.map(|(_, name)| name), CAMERAS);
    }
}
