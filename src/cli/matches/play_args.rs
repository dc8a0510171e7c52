//! The arguments of the commands that play, watch and replay matches.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use crate::arena::{DrawRule, ResignRule};
use crate::cli::drawing::film::LookArgs;
use crate::cli::input::shared_args::{NumberArgs, QualityArg, SetArgs};
use crate::cli::input::values::{count, game, name, seed, whole};
use crate::cli::output::output_file;
use crate::engine::GameInfo;
use crate::games::{self, UnknownGame};
use crate::play::{Clock, Dice, Seat, UciCommand, UciCommandError, UnknownSeat};

#[derive(Args, Debug, Default)]
pub(in crate::cli) struct PlayCommand {
    /// The game, by its id (see `fairground games`) [default: chosen in the window]
    #[arg(value_parser = game)]
    pub game: Option<&'static GameInfo>,
    /// White: human, random, greedy, 1 to 8, max, or a search with limits; or a UCI engine, such as
    /// 'uci:stockfish' or 'uci:nodes=10000 option.Hash=64 ./engine --flag' [default: human]
    #[arg(long, value_name = "SEAT")]
    pub white: Option<SeatArg>,
    /// Black [default: greedy]
    #[arg(long, value_name = "SEAT")]
    pub black: Option<SeatArg>,
    #[command(flatten)]
    pub match_args: MatchArgs,
    /// Quality of drawing in the window [default: as chosen in the options]
    #[arg(long, value_enum, conflicts_with = "headless")]
    pub quality: Option<QualityArg>,
    /// Continue the match in this file, and continue recording it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "white", "black", "seed", "dice", "position", "clock", "set", "secret", "white_name", "black_name", "event"])]
    pub resume: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct WatchCommand {
    /// The game, by its id (see `fairground games`); several games with commas between them, or
    /// all, are played in turn
    #[arg(value_name = "GAMES", required_unless_present = "resume")]
    pub games: Option<GameList>,
    /// White: random, greedy, 1 to 8, max, or a search with limits; a UCI engine, such as
    /// 'uci:stockfish' or 'uci:nodes=10000 option.Hash=64 ./engine --flag'; or room:LINK, for a
    /// remote player of White in a room where the other bot takes the seat of LINK
    #[arg(long, value_name = "SEAT", default_value = "greedy")]
    pub white: WatchSeat,
    /// Black
    #[arg(long, value_name = "SEAT", default_value = "greedy")]
    pub black: WatchSeat,
    #[command(flatten)]
    pub match_args: MatchArgs,
    /// Film the match while it is played, without a window: OUT.mp4, OUT.gif, or a folder for its
    /// frames, PNG
    #[arg(long, value_name = "OUT", value_parser = output_file(), conflicts_with = "headless")]
    pub film: Option<PathBuf>,
    /// Play a series in the window: the colours change after each round, and each match begins 10 s
    /// after the last [default: 1, or without end for several games or pairs]
    #[arg(long, value_name = "N", value_parser = whole(1..=1000u32, 10), allow_negative_numbers = true, conflicts_with_all = ["headless", "film", "record", "secret"])]
    pub matches: Option<u32>,
    /// A pair of bots, such as 4-5, instead of --white and --black; given several times, the pairs play in turn
    #[arg(long = "pair", value_name = "WHITE-BLACK", conflicts_with_all = ["white", "black", "headless", "film", "record", "secret"])]
    pub pairs: Vec<PairArg>,
    /// Continue the match of bots in this file, and continue recording it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "white", "black", "pairs", "matches", "seed", "dice", "position", "clock", "set", "secret", "white_name", "black_name", "event", "record", "film"])]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    #[command(flatten)]
    pub look: LookArgs,
}

impl WatchCommand {
    /// The games; none with `--resume`.
    pub fn games(&self) -> &[&'static GameInfo] {
        self.games.as_ref().map_or(&[], |games| &games.0)
    }
}

/// Rules for adjudicating matches watched in the window.
#[derive(Args, Debug)]
pub(in crate::cli) struct AdjudicationArgs {
    /// In the window, adjudicate a draw by this rule, as in `arena`
    #[arg(long, value_name = "RULE", allow_hyphen_values = true, default_value = "movenumber=40,movecount=10,score=15", conflicts_with_all = ["headless", "film"])]
    pub draw: DrawRule,
    /// In the window, adjudicate a loss by this rule, as in `arena`
    #[arg(long, value_name = "RULE", allow_hyphen_values = true, default_value = "movecount=5,score=1200,twosided=true", conflicts_with_all = ["headless", "film"])]
    pub resign: ResignRule,
    /// Play every match to its end, without adjudication
    #[arg(long, conflicts_with_all = ["draw", "resign"])]
    pub play_out: bool,
}

/// Games that are played in turn.
#[derive(Clone, Debug)]
pub(in crate::cli) struct GameList(pub Vec<&'static GameInfo>);

impl FromStr for GameList {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        match text {
            "all" => Ok(GameList(games::ALL.to_vec())),
            ids => ids.split(',').map(games::info).collect::<Result<_, _>>().map(GameList),
        }
    }
}

/// A pair of bots, White first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct PairArg(pub [Seat; 2]);

impl FromStr for PairArg {
    /// The fault, and an example.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (white, black) = text.split_once('-').ok_or("expected two bots, such as 4-5")?;
        let seat = |name: &str| name.parse().map_err(|error: UnknownSeat| error.bot.to_string());
        let pair = [seat(white)?, seat(black)?];
        match pair.iter().all(|seat| matches!(seat, Seat::Bot(_))) {
            true => Ok(PairArg(pair)),
            false => Err("expected two bots, such as 4-5".to_string()),
        }
    }
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum SeatArg {
    /// A person or a bot.
    Here(Seat),
    /// An external engine.
    Program(UciCommand),
}

impl FromStr for SeatArg {
    /// The error of an invalid name.
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name.starts_with(UciCommand::PREFIX) {
            let command = name.parse().map_err(|error: UciCommandError| error.to_string());
            return command.map(SeatArg::Program);
        }
        name.parse().map(SeatArg::Here).map_err(|error: UnknownSeat| error.to_string())
    }
}

/// The player of a side in `watch`.
#[derive(Clone, Debug)]
pub(in crate::cli) enum WatchSeat {
    /// A local player.
    Here(SeatArg),
    /// A remote player in a room, with the link to the other seat.
    Room(String),
}

impl FromStr for WatchSeat {
    /// The error of an invalid name.
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.strip_prefix("room:") {
            Some(link) => Ok(WatchSeat::Room(link.to_string())),
            None if name.starts_with(UciCommand::PREFIX) => name.parse().map(WatchSeat::Here),
            // A person is no suggestion: only bots play here.
            None => name
                .parse()
                .map(|seat| WatchSeat::Here(SeatArg::Here(seat)))
                .map_err(|error: UnknownSeat| error.bot.to_string()),
        }
    }
}

/// The conditions of a match, apart from the game and the players.
#[derive(Args, Debug, Default)]
pub(in crate::cli) struct MatchArgs {
    #[command(flatten)]
    pub set: SetArgs,
    /// The start position [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// The seed of bots and throws [default: from the time]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub committed: CommittedArgs,
    /// Dice: physics or instant [default: physics]
    #[arg(long)]
    pub dice: Option<Dice>,
    /// Clocks: seconds for each player, and increment per move, such as 300 or 300+5
    #[arg(long, value_name = "S[+S]", allow_negative_numbers = true)]
    pub clock: Option<Clock>,
    #[command(flatten)]
    pub names: NamesArgs,
    /// Record the match in this new file
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub record: Option<PathBuf>,
    /// Play without a window and print the match; bots only
    #[arg(long)]
    pub headless: bool,
    /// With --headless: stop after this many actions
    #[arg(long, value_name = "N", requires = "headless", value_parser = count::<u64>, allow_negative_numbers = true)]
    pub max: Option<u64>,
}

/// The players and the occasion, for the match file.
#[derive(Args, Debug, Default)]
pub(in crate::cli) struct NamesArgs {
    /// The name of White, for the match file
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub white_name: Option<String>,
    /// The name of Black, for the match file
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub black_name: Option<String>,
    /// The tournament or occasion, for the match file
    #[arg(long, value_name = "EVENT", value_parser = name)]
    pub event: Option<String>,
}

impl NamesArgs {
    /// Whether any name is given.
    pub fn any(&self) -> bool {
        self.white_name.is_some() || self.black_name.is_some() || self.event.is_some()
    }
}

/// The inputs that determine the seed of a match with committed dice.
#[derive(Args, Debug, Default)]
pub(in crate::cli) struct CommittedArgs {
    /// Derive bots and throws from the secret in this file, written by `fairground commit`, instead
    /// of from a seed
    #[arg(long, value_name = "FILE", requires = "record", conflicts_with = "seed")]
    pub secret: Option<PathBuf>,
    /// With --secret: any text that White adds to it
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        requires = "secret",
        allow_hyphen_values = true
    )]
    pub white_entropy: String,
    /// With --secret: any text that Black adds to it
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
pub(in crate::cli) struct ReplayArgs {
    /// The match file or PGN file; `-` reads standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub number: NumberArgs,
    /// Quality of drawing in the window [default: as chosen in the options]
    #[arg(long, value_enum, conflicts_with_all = ["headless", "json"])]
    pub quality: Option<QualityArg>,
    /// Print the match instead of showing it
    #[arg(long)]
    pub headless: bool,
    /// Print JSON instead of showing it: the keys of `fairground apply --json`, and `white`,
    /// `black`, `white_name`, `black_name`, `event` and `date` (`null` where the file has none),
    /// `tags` (of PGN, by name), `dice`, `seed` (`null` while it is secret), `start`, and `notes`,
    /// each with the number of actions `after` which it is placed, `bookmark`, `comment`, `nags`,
    /// `evaluation`, `clock_ms` and `elapsed_ms` (`null` where it has none); `outcome` and `reason`
    /// concern the whole match, resignation and time included
    #[arg(long)]
    pub json: bool,
}
