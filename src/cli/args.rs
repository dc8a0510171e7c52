use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::values::{clock, count, die, game, pair, seed, size, whole};
use crate::engine::{Die, Info};
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
    Games(GamesArgs),
    /// Print the rules of a game
    Rules(RulesArgs),
    /// List the legal actions of a position, sorted, one a line
    Moves(MovesArgs),
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
    /// Check a match file: the rules, the hashes, the commitment, and every throw, simulated anew
    ///
    /// Says exactly what does not hold, and then ends with exit code 1; with 2 if the file cannot be read. Throws of bots and drawn
    /// results have to follow from the seed; a flick is a person's own, and only what comes of it is simulated. Another kind of
    /// processor may round the tumbling of a die otherwise.
    Verify(super::verify::VerifyArgs),
    /// Commit to the dice of a match before it begins
    ///
    /// Draws a secret, writes it into a new file, and prints its hash, the commitment. Tell the commitment to whom you play with, and keep the
    /// file to yourself. The match is begun with `--secret FILE`; its seed then follows from the secret and from a text of each player, and
    /// the match file reveals the secret when the match is over. `fairground verify` checks that it is the one that was committed to.
    Commit(super::commit::CommitArgs),
    /// Write a recorded match as PGN, for other programs
    ///
    /// Orthodox chess is written in standard algebraic notation, every other game with its own action texts. What a die showed is a
    /// comment, as {~N}, and so are bookmarks and comments of readers; how the match ended is the last one. Throws and what was taken
    /// back are left out.
    Export(super::pgn::ExportArgs),
    /// Make a match file of a PGN game
    ///
    /// The tag Variant names the game, orthodox chess if there is none; SetUp and FEN the position to begin from. Names of people become
    /// `human`. Variations and glyphs are left out.
    Import(super::pgn::ImportArgs),
    /// List, find and count the matches of a folder
    ///
    /// What is known of the files is kept in an index, in the user's cache folder, which is brought up to date each time.
    Library(super::library::LibraryArgs),
    /// Draw a flat diagram of a position, for print or as text
    Diagram(super::diagram::DiagramArgs),
    /// Take a picture of a position
    ///
    /// With --sheet, the plies of a match beside each other; with --every, each n-th of them as a picture of its own, in a folder.
    Shot(super::shot::ShotArgs),
    /// Film a recorded match
    ///
    /// Every frame is drawn, by simulated time: the same file and the same options give the same frames. Nothing has to be installed.
    /// What was filmed until an interruption is kept in the folder OUT.part, and --resume goes on from there. `fairground watch --film`
    /// films a match while it is played.
    Film(super::film::FilmArgs),
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
    /// Print the completions of a shell, to be saved where it looks for them
    Completions(super::manual::CompletionsArgs),
    /// Print a page of the manual, or write all of them into a folder
    Man(super::manual::ManArgs),
}

#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// Print JSON: for each game its `id`, `name`, `summary`, `sides`, `dice` (whether it has any) and `options` with their `key`,
    /// `values` (the first is the default) and `help`
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// The game, by its id (see `fairground games`), or `common` for what all games share
    #[arg(value_name = "GAME", value_parser = super::rules::rules_of)]
    pub text: &'static str,
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

/// The options of a game.
#[derive(Args, Debug, Default)]
pub(super) struct SetArgs {
    /// Set an option of the game; may be repeated
    #[arg(long, value_name = "K=V", value_parser = pair)]
    pub set: Vec<(String, String)>,
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
pub(super) struct MovesArgs {
    #[command(flatten)]
    pub at: At,
    /// Print JSON: `game`, `position`, `side` (`null` when the game is over), `due` (`decision`, `roll` or `null`), `outcome`,
    /// `reason`, and `moves`, each with its `action`, short `notation` and `describe`, a sentence
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ApplyArgs {
    #[command(flatten)]
    pub at: At,
    /// The action texts, in order
    #[arg(required = true, value_name = "ACTION")]
    pub actions: Vec<String>,
    /// Print JSON: `game`, `position`, `side`, `due`, `outcome` and `reason` after the actions, and `actions`, each with its `ply`
    /// from 1, `side`, `action`, `notation`, `describe` and the `position` after it
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct OutcomeArgs {
    #[command(flatten)]
    pub at: At,
    /// The action texts, in order
    #[arg(value_name = "ACTION")]
    pub actions: Vec<String>,
    /// Print JSON: `game`, `position`, `side`, `due` (`decision`, `roll` or `null`), `outcome` (`ongoing`, `white`, `black` or
    /// `draw`) and `reason` (`null` while it goes on)
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub at: At,
    /// How many actions ahead
    #[arg(long, value_name = "D", value_parser = whole(0..=64u32, 4), allow_negative_numbers = true)]
    pub depth: u32,
    /// Also count for each first action
    #[arg(long)]
    pub divide: bool,
    /// Print JSON: `game`, `position`, `depth`, `count`, and with --divide `divide`, each with its `action` and `count`
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct PlayoutArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The seed of all random choices
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Stop after this many actions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = count::<u64>, allow_negative_numbers = true)]
    pub max: u64,
    /// Print JSON, with the keys of `fairground apply --json` and the `seed`
    #[arg(long)]
    pub json: bool,
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
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "white", "black", "seed", "dice", "position", "clock", "set", "secret"])]
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
    /// Film the match while it is played, without a window: OUT.mp4, OUT.gif, or a folder for its frames, PNG
    #[arg(long, value_name = "OUT", conflicts_with = "headless")]
    pub film: Option<PathBuf>,
    #[command(flatten)]
    pub look: super::film::LookArgs,
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
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub committed: CommittedArgs,
    /// How dice are thrown: physics or instant [default: physics]
    #[arg(long)]
    pub dice: Option<Dice>,
    /// Clocks: seconds for each player, and increment for each turn, such as 300 or 300+5
    #[arg(long, value_name = "S[+S]", value_parser = clock)]
    pub clock: Option<Clock>,
    /// Record the match in this new file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Quality of drawing in the window [default: as chosen in the options]
    #[arg(long, value_enum, conflicts_with = "headless")]
    pub quality: Option<QualityArg>,
    /// Play without a window and print the match; bots only
    #[arg(long)]
    pub headless: bool,
    /// With --headless: stop after this many actions
    #[arg(long, value_name = "N", requires = "headless", value_parser = count::<u64>, allow_negative_numbers = true)]
    pub max: Option<u64>,
}

/// What decides the seed of a match that is committed to.
#[derive(Args, Debug, Default)]
pub(super) struct CommittedArgs {
    /// Draw bots and throws from the secret in this file, which `fairground commit` wrote, instead of a seed
    #[arg(long, value_name = "FILE", requires = "record", conflicts_with = "seed")]
    pub secret: Option<PathBuf>,
    /// With --secret: what White adds to it, any text
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        requires = "secret",
        allow_hyphen_values = true
    )]
    pub white_entropy: String,
    /// With --secret: what Black adds to it
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        requires = "secret",
        allow_hyphen_values = true
    )]
    pub black_entropy: String,
}

#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// The match file; `-` reads standard input
    pub file: PathBuf,
    /// Quality of drawing in the window [default: as chosen in the options]
    #[arg(long, value_enum, conflicts_with_all = ["headless", "json"])]
    pub quality: Option<QualityArg>,
    /// Print the match instead of showing it
    #[arg(long)]
    pub headless: bool,
    /// Print JSON instead of showing it: the keys of `fairground apply --json`, and `white`, `black`, `dice`, `seed` (`null` as long
    /// as it is secret), `start`, and `notes`, each with the number of actions `after` which it stands, `bookmark` and `comment`;
    /// `outcome` and `reason` are those of the whole match, resignation and time included
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct DiceArgs {
    /// Which die: fluky or d6
    #[arg(long, value_parser = die)]
    pub die: &'static Die,
    /// Number of throws
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000u64, 100_000), allow_negative_numbers = true)]
    pub throws: u64,
    /// The seed of the throws
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
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
    /// Count the nodes of a fixed search instead: another number is another search, evaluation or rule
    #[arg(long)]
    pub signature: bool,
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
    #[arg(long, value_name = "N", default_value = "300", value_parser = whole(1..=1_000_000u32, 300), allow_negative_numbers = true)]
    pub frames: u32,
    /// The seed of bots and throws
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
}

/// Quality of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QualityArg {
    /// As in the window without a graphics card
    Low,
    /// As in the window with a graphics unit on the processor
    Medium,
    /// As in the window with a graphics card
    High,
}
