//! Commands that need a window or a picture.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::watch_options::WatchOptions;
#[cfg(feature = "view")]
use super::window;
use crate::cli::CliError;
use crate::cli::input::shared_args::{GameArgs, QualityArg};
use crate::cli::input::values::{seed, size, whole};
#[cfg(feature = "view")]
use crate::cli::json::json;
use crate::play::{AnalysedGame, Match, Replay};
#[cfg(feature = "view")]
use crate::{
    bots::Bot,
    capture,
    play::{Seat, Setup},
    rooms::RoomLink,
    session::{AnalysisBoard, Quality, Session},
};

#[derive(Args, Debug)]
pub(in crate::cli) struct FramesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Size of the picture, pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: (u32, u32),
    /// Quality of drawing
    #[arg(long, value_enum, default_value_t = QualityArg::Low)]
    pub quality: QualityArg,
    /// Number of frames to time
    #[arg(long, value_name = "N", default_value = "300", value_parser = whole(1..=1_000_000u32, 300), allow_negative_numbers = true)]
    pub frames: u32,
    /// The seed of bots and throws
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct JoinArgs {
    /// The link of the invitation, or the address of the room's page to watch
    #[arg(value_name = "LINK")]
    pub link: String,
    /// Print a new link to the seat instead, which moves it to another device; the old link is
    /// invalid once the new one has been used
    #[arg(long = "move", conflicts_with = "quality")]
    pub move_seat: bool,
    /// Quality of drawing in the window [default: as chosen in the options]
    #[arg(long, value_enum)]
    pub quality: Option<QualityArg>,
}

/// Options for matches started in the window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// The new file for recording the match. Not used for a given match, which already has one.
    pub record: Option<PathBuf>,
    /// The quality of drawing; `None` uses the settings.
    pub quality: Option<QualityArg>,
    /// How matches between bots are shown.
    pub show: WatchOptions,
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

/// Shows a match in the window, or the start screen without a match.
#[cfg(feature = "view")]
pub(in crate::cli) fn play(game: Option<Match>, args: WindowOptions) -> Result<(), CliError> {
    let quality = args.quality.map(Quality::from);
    match game {
        // The file is in use, so later matches get other ones.
        Some(running) => window::open(Session::from(running), None, quality, None, args.show),
        None => window::open(Session::default(), args.record, quality, None, WatchOptions::default()),
    }
}

/// Opens the window with the link to a room.
#[cfg(feature = "view")]
pub(in crate::cli) fn join(args: &JoinArgs) -> Result<(), CliError> {
    let link = args.link.parse::<RoomLink>().map_err(|error| CliError::Usage(error.to_string()))?;
    window::open(Session::default(), None, args.quality.map(Quality::from), Some(link), WatchOptions::default())
}

/// Always fails, because this build has no window.
#[cfg(not(feature = "view"))]
pub(in crate::cli) fn join(_args: &JoinArgs) -> Result<(), CliError> {
    Err(CliError::NoView("the window (`watch` with room:LINK takes the seat for a bot)"))
}

/// Shows a recorded match in the window.
#[cfg(feature = "view")]
pub(in crate::cli) fn replay(replay: Replay, quality: Option<QualityArg>) -> Result<(), CliError> {
    window::open(Session::from(replay), None, quality.map(Quality::from), None, WatchOptions::default())
}

/// Opens the window with an analysis board.
#[cfg(feature = "view")]
pub(in crate::cli) fn board(analysed: AnalysedGame, quality: Option<QualityArg>) -> Result<(), CliError> {
    let board = AnalysisBoard::new(analysed)?;
    window::open(Session::from(board), None, quality.map(Quality::from), None, WatchOptions::default())
}

/// Always fails, because this build has no window.
#[cfg(not(feature = "view"))]
pub(in crate::cli) fn board(_analysed: AnalysedGame, _quality: Option<QualityArg>) -> Result<(), CliError> {
    Err(CliError::NoView("the window (--text and --out work without it)"))
}

/// Measures the speed of drawing the table.
#[cfg(feature = "view")]
pub(in crate::cli) fn frames(args: &FramesArgs, out: &mut impl Write) -> Result<(), CliError> {
    let bots = Setup::new(args.game.game, [Seat::Bot(Bot::Greedy); 2], args.seed);
    let running =
        Match::new(Setup { options: crate::cli::input::source::options(args.game.game, &args.game.set)?, ..bots })?;
    let figures = capture::frame_times(running, args.size, args.quality.into(), args.frames as usize)?;
    if args.json {
        return json(&figures, out);
    }
    writeln!(out, "adapter               {}", figures.adapter)?;
    writeln!(out, "frames                {}", figures.frames)?;
    writeln!(out, "median                {:.2} ms", figures.median_ms)?;
    writeln!(out, "99 of 100 within      {:.2} ms", figures.slow_ms)?;
    Ok(writeln!(out, "frames per second     {:.1}", figures.frames_per_second)?)
}

/// Always fails, because this build has no window.
#[cfg(not(feature = "view"))]
pub(in crate::cli) fn play(_game: Option<Match>, _args: WindowOptions) -> Result<(), CliError> {
    Err(CliError::NoView("the window (--headless plays without it)"))
}

/// Always fails, because this build has no window.
#[cfg(not(feature = "view"))]
pub(in crate::cli) fn replay(_replay: Replay, _quality: Option<QualityArg>) -> Result<(), CliError> {
    Err(CliError::NoView("the window (--headless plays without it)"))
}

/// Always fails, because this build cannot draw.
#[cfg(not(feature = "view"))]
pub(in crate::cli) fn frames(_args: &FramesArgs, _out: &mut impl Write) -> Result<(), CliError> {
    Err(CliError::NoView("drawing"))
}
