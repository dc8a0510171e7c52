use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::engine::{Die, Info, Options, TextError};
use crate::games;
use crate::play::{Clock, Dice, Seat};

/// Five fairy-chess games on one physical 3D tabletop.
///
/// Without a command, opens the start screen.
#[derive(Debug, Parser)]
#[command(name = "fairground", version)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the games with their options
    Games,
    /// List the legal actions of a position, sorted, one a line
    Moves(At),
    /// Play actions from a position and print the position after them
    ///
    /// The actions are played as one match. An illegal action, or one after the end of the match, is an error.
    Apply(ApplyArgs),
    /// Say how a position stands, or a match that leads from it: ongoing, white, black or draw
    ///
    /// The actions are played as one match, so that draws by repetition and by the halfmove clock count. An illegal action, or
    /// one after the end of the match, is an error.
    Outcome(OutcomeArgs),
    /// Count the sequences of actions from a position
    Perft(PerftArgs),
    /// Play a random match, and print each action with the position after it, then the outcome
    Playout(PlayoutArgs),
    /// Play a match
    Play(PlayCommand),
    /// Watch bots play a match
    Watch(WatchCommand),
    /// Show a recorded match
    Replay(ReplayArgs),
    /// Take a picture of a position
    Shot(ShotCommand),
    /// Say what a search thinks of a position, or of each ply of a recorded match
    Analyse(super::analyse::AnalyseArgs),
    /// Let two bots play many matches and say which is stronger
    Arena(super::arena::ArenaArgs),
    /// Fit the weights of a game's evaluation to matches of the search against itself
    Tune(super::tune::TuneArgs),
    /// Talk to chess programs by the Universal Chess Interface, on stdin and stdout
    Uci,
    /// Measure how fair a die is
    Dice(DiceArgs),
    /// Measure how fast the rules are
    Bench(BenchArgs),
    /// Measure how fast the table is drawn while bots play, without a window
    Frames(FramesArgs),
}

/// A game with its options.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// The game, by its id (see `fairground games`)
    #[arg(value_parser = game)]
    pub game: &'static Info,
    #[command(flatten)]
    pub set: SetArgs,
}

impl GameArgs {
    pub fn options(&self) -> Result<Options, TextError> {
        self.set.options(self.game)
    }
}

/// The options of a game.
#[derive(Args, Debug, Default)]
pub(super) struct SetArgs {
    /// Set an option of the game; may be repeated
    #[arg(long, value_name = "K=V", value_parser = pair)]
    pub set: Vec<(String, String)>,
}

impl SetArgs {
    pub fn options(&self, info: &Info) -> Result<Options, TextError> {
        Options::new(info.options, self.set.iter().map(|(key, value)| (key.as_str(), value.as_str())))
    }
}

/// A position of a game.
#[derive(Args, Debug)]
pub(super) struct At {
    #[command(flatten)]
    pub game: GameArgs,
    /// The position text [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
}

#[derive(Args, Debug)]
pub(super) struct ApplyArgs {
    #[command(flatten)]
    pub at: At,
    /// The action texts, in order
    #[arg(required = true, value_name = "ACTION")]
    pub actions: Vec<String>,
}

#[derive(Args, Debug)]
pub(super) struct OutcomeArgs {
    #[command(flatten)]
    pub at: At,
    /// The action texts, in order
    #[arg(value_name = "ACTION")]
    pub actions: Vec<String>,
}

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub at: At,
    /// How many actions ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: u32,
    /// Also count for each first action
    #[arg(long)]
    pub divide: bool,
}

#[derive(Args, Debug)]
pub(super) struct PlayoutArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The seed of all random choices
    #[arg(long, value_name = "S")]
    pub seed: u64,
    /// Stop after this many actions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub max: u64,
}

#[derive(Args, Debug, Default)]
pub(super) struct PlayCommand {
    /// The game, by its id (see `fairground games`) [default: chosen in the window]
    #[arg(value_parser = game)]
    pub game: Option<&'static Info>,
    /// Who is White: human, random, greedy, 1 to 8, max, or a search with limits [default: human]
    #[arg(long, value_name = "SEAT")]
    pub white: Option<Seat>,
    /// Who is Black [default: greedy]
    #[arg(long, value_name = "SEAT")]
    pub black: Option<Seat>,
    #[command(flatten)]
    pub match_args: MatchArgs,
    /// Continue the match in this file, and continue recording it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "white", "black", "seed", "dice", "position", "clock", "set"])]
    pub resume: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct WatchCommand {
    /// The game, by its id (see `fairground games`)
    #[arg(value_parser = game)]
    pub game: &'static Info,
    /// Who is White: random, greedy, 1 to 8, max, or a search with limits
    #[arg(long, value_name = "SEAT", default_value = "greedy")]
    pub white: Seat,
    /// Who is Black
    #[arg(long, value_name = "SEAT", default_value = "greedy")]
    pub black: Seat,
    #[command(flatten)]
    pub match_args: MatchArgs,
}

/// How a match is played, apart from the game and the players.
#[derive(Args, Debug, Default)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    pub set: SetArgs,
    /// The position to begin from [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// The seed of bots and throws [default: from the time]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How dice are thrown: physics or instant [default: physics]
    #[arg(long)]
    pub dice: Option<Dice>,
    /// Clocks: seconds for each player, and increment for each turn, such as 300 or 300+5
    #[arg(long, value_name = "S[+S]", value_parser = clock)]
    pub clock: Option<Clock>,
    /// Record the match in this new file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play without a window and print the match; bots only
    #[arg(long)]
    pub headless: bool,
    /// With --headless: stop after this many actions
    #[arg(long, value_name = "N", requires = "headless")]
    pub max: Option<u64>,
}

#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// The match file
    pub file: PathBuf,
    /// Print the match instead of showing it
    #[arg(long)]
    pub headless: bool,
}

#[derive(Args, Debug)]
pub(super) struct ShotCommand {
    /// A game, by its id, or a match file
    #[arg(value_name = "FILE|GAME")]
    pub what: PathBuf,
    #[command(flatten)]
    pub set: SetArgs,
    /// The position text, with a game [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// With a match file: after this many plies [default: at its end]
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Size of the picture, pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: (u32, u32),
    /// The view: white, black, top, side or close [default: white]
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// The PNG file to write
    #[arg(short, long, value_name = "OUT.png")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
pub(super) struct DiceArgs {
    /// Which die: fluky or d6
    #[arg(long, value_parser = die)]
    pub die: &'static Die,
    /// Number of throws
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub throws: u64,
    /// The seed of the throws
    #[arg(long, value_name = "S")]
    pub seed: u64,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// The game, by its id [default: all of them]
    #[arg(value_parser = game)]
    pub game: Option<&'static Info>,
    #[command(flatten)]
    pub set: SetArgs,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct FramesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Size of the picture, pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: (u32, u32),
    /// Quality of drawing
    #[arg(long, value_enum, default_value_t = QualityArg::Low)]
    pub quality: QualityArg,
    /// Number of frames to time
    #[arg(long, value_name = "N", default_value = "300", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: u32,
    /// The seed of bots and throws
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
}

/// Quality of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum QualityArg {
    /// As in the window with a software adapter
    Low,
    /// As in the window with a graphics card
    High,
}

fn game(id: &str) -> Result<&'static Info, games::UnknownGame> {
    games::info(id)
}

fn die(id: &str) -> Result<&'static Die, String> {
    let ids = || Die::ALL.map(|die| die.id).join(", ");
    Die::by_id(id).ok_or_else(|| format!("there is no such die; the dice are: {}", ids()))
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected an option and its value, K=V")?;
    Ok((key.to_string(), value.to_string()))
}

/// The smallest and the largest edge of a picture, pixels.
const PICTURE_EDGE: std::ops::RangeInclusive<u32> = 16..=3840;

fn size(text: &str) -> Result<(u32, u32), String> {
    let edge = |text: &str| text.parse().ok().filter(|edge| PICTURE_EDGE.contains(edge));
    let (width, height) = text.split_once('x').unwrap_or_default();
    let (least, most) = (PICTURE_EDGE.start(), PICTURE_EDGE.end());
    edge(width).zip(edge(height)).ok_or_else(|| format!("expected WxH, both from {least} to {most}"))
}

fn clock(text: &str) -> Result<Clock, String> {
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.parse::<u32>().ok().map(|seconds| Duration::from_secs(seconds.into()));
    match (seconds(start), seconds(increment)) {
        (Some(start), Some(increment)) if !start.is_zero() => Ok(Clock { start, increment }),
        _ => Err("expected whole seconds, as 300 or 300+5".to_string()),
    }
}
