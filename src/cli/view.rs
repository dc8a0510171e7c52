//! The commands that need a screen or a picture.

use std::io::Write;
use std::path::PathBuf;

use super::CliError;
use super::args::{FramesArgs, QualityArg};
#[cfg(feature = "view")]
use super::window;
use crate::play::{Clock, Dice, Match, Replay, Seat};
#[cfg(feature = "view")]
use crate::{
    bots::Bot,
    capture,
    play::Setup,
    session::{Quality, Showing},
};

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
    /// How well the table is drawn; `None` leaves that to the settings.
    pub quality: Option<QualityArg>,
}

#[cfg(feature = "view")]
impl From<QualityArg> for Quality {
    fn from(quality: QualityArg) -> Quality {
        match quality {
            QualityArg::Low => Quality::Low,
            QualityArg::Medium => Quality::Medium,
            QualityArg::High => Quality::High,
        }
    }
}

/// Shows a match in the window, or the start screen if there is none yet.
#[cfg(feature = "view")]
pub(super) fn play(game: Option<Match>, args: PlayArgs) -> Result<(), CliError> {
    let quality = args.quality.map(Quality::from);
    match game {
        // Its file is taken: a match that is begun after it gets another one.
        Some(running) => window::open(Showing::Match(Box::new(running)), None, quality),
        None => window::open(Showing::Nothing, args.record, quality),
    }
}

/// Shows a recorded match in the window.
#[cfg(feature = "view")]
pub(super) fn replay(replay: Replay, quality: Option<QualityArg>) -> Result<(), CliError> {
    window::open(Showing::Replay(Box::new(replay)), None, quality.map(Quality::from))
}

/// Measures how fast the table is drawn.
#[cfg(feature = "view")]
pub(super) fn frames(args: &FramesArgs, out: &mut impl Write) -> Result<(), CliError> {
    let bots = Setup::new(args.game.game, [Seat::Bot(Bot::Greedy); 2], args.seed);
    let running = Match::new(Setup { options: super::source::options(args.game.game, &args.game.set)?, ..bots })?;
    let figures = capture::frame_times(running, args.size, args.quality.into(), args.frames as usize)?;
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
pub(super) fn replay(_replay: Replay, _quality: Option<QualityArg>) -> Result<(), CliError> {
    Err(CliError::NoView("the window (--headless plays without it)"))
}

/// Measures how fast the table is drawn.
#[cfg(not(feature = "view"))]
pub(super) fn frames(_args: &FramesArgs, _out: &mut impl Write) -> Result<(), CliError> {
    Err(CliError::NoView("drawing"))
}
