//! The commands that play, watch, replay and picture matches.

use std::io::{self, Write};

use serde::Serialize;

use super::drawing::film::LookArgs;
use super::drawing::view::{self, PlayArgs};
use super::input::source::{self, warn};
use super::json::{self, Played, Standing, json};
use super::play_args::{CommittedArgs, MatchArgs, NamesArgs, PlayCommand, ReplayArgs, WatchCommand, WatchSeat};
use super::{CliError, film, headless, room_seat};
use crate::arena::ArenaError;
use crate::bots::Bot;
use crate::engine::{ActionText, Info, Side};
use crate::platform::clock::SystemTime;
use crate::play::{Match, PlayError, Replay, Seat, Secret, Setup, UciProgram};
use crate::record::Note;

pub(super) fn play(args: PlayCommand, out: &mut impl Write) -> Result<(), CliError> {
    let seats = [args.white.unwrap_or(Seat::Human), args.black.unwrap_or(Seat::Bot(Bot::Greedy))];
    let game = match (&args.resume, args.game) {
        (Some(file), _) => {
            let game = Match::resume(file)?;
            warn(game.torn());
            Some(game)
        }
        (None, Some(info)) => Some(begin(info, seats, &args.match_args, [None, None])?),
        (None, None) => None,
    };
    run(game, seats, &args.match_args, out)
}

pub(super) fn watch(args: WatchCommand, out: &mut impl Write) -> Result<(), CliError> {
    let seats = match [&args.white, &args.black] {
        [WatchSeat::Here(white), WatchSeat::Here(black)] => [*white, *black],
        [WatchSeat::Program(_), _] | [_, WatchSeat::Program(_)] => return watch_programs(&args, out),
        [WatchSeat::Room(link), WatchSeat::Here(seat)] => return room_seat::play(link, Side::Black, *seat, &args, out),
        [WatchSeat::Here(seat), WatchSeat::Room(link)] => return room_seat::play(link, Side::White, *seat, &args, out),
        [WatchSeat::Room(_), WatchSeat::Room(_)] => {
            return Err(CliError::Usage("one seat is a bot's; the other is room:LINK".to_string()));
        }
    };
    if seats.contains(&Seat::Human) {
        return Err(CliError::Usage("watch is for bots; a person takes a seat with play".to_string()));
    }
    let Some(file) = &args.film else {
        if args.look != LookArgs::default() {
            let error = "--fps, --size, --camera, --speed, --quality, --captions and --ffmpeg go with --film OUT";
            return Err(CliError::Usage(error.to_string()));
        }
        return run(Some(begin(args.game, seats, &args.match_args, [None, None])?), seats, &args.match_args, out);
    };
    film::check(file, &args.look)?;
    let mut game = begin(args.game, seats, &args.match_args, [None, None])?;
    if let Some(record) = &args.match_args.record {
        game.record_to(record)?;
    }
    film::watch(game, file, &args.look, out)
}

/// A match with other programs, without a window.
fn watch_programs(args: &WatchCommand, out: &mut impl Write) -> Result<(), CliError> {
    let usage = |error: &str| Err(CliError::Usage(error.to_string()));
    if args.game.id != "chess" {
        return Err(ArenaError::NotChess(args.game.name).into());
    }
    if !args.match_args.headless {
        return usage("another program plays with --headless");
    }
    let (mut seats, mut programs) = ([Seat::Human; 2], [None, None]);
    for (index, seat) in [&args.white, &args.black].into_iter().enumerate() {
        match seat {
            WatchSeat::Here(Seat::Bot(bot)) => seats[index] = Seat::Bot(*bot),
            WatchSeat::Here(_) => return usage("watch is for bots; a person takes a seat with play"),
            WatchSeat::Program(command) => {
                programs[index] = Some(UciProgram::start(command).map_err(ArenaError::from)?)
            }
            WatchSeat::Room(_) => return usage("in a room, a bot of this program plays"),
        }
    }
    let names = programs.each_ref().map(|program: &Option<UciProgram>| Setup::name(program.as_ref()?.name()?));
    let mut game = begin(args.game, seats, &args.match_args, names)?;
    if let Some(file) = &args.match_args.record {
        game.record_to(file)?;
    }
    headless::play(&mut game, programs, args.match_args.max.unwrap_or(u64::MAX), out)
}

pub(super) fn replay(args: &ReplayArgs, out: &mut impl Write) -> Result<(), CliError> {
    let mut replay = source::replay(&args.file)?;
    if args.json {
        return json(&ReplayOut::of(&replay), out);
    }
    if cfg!(feature = "view") && !args.headless {
        return view::replay(replay, args.quality);
    }
    while let Some(step) = replay.forward() {
        writeln!(out, "{}\t{}", step.action, replay.game().text())?;
    }
    headless::write_outcome(replay.outcome(), out)
}

/// A recorded match as JSON.
#[derive(Serialize)]
struct ReplayOut {
    #[serde(flatten)]
    standing: Standing,
    white: String,
    black: String,
    white_name: Option<String>,
    black_name: Option<String>,
    event: Option<String>,
    date: Option<String>,
    dice: String,
    seed: Option<u64>,
    start: String,
    actions: Vec<Played>,
    notes: Vec<Noted>,
}

/// A note at a point of a match.
#[derive(Serialize)]
struct Noted {
    after: usize,
    bookmark: bool,
    comment: String,
}

impl ReplayOut {
    fn of(replay: &Replay) -> ReplayOut {
        let mut game = replay.game().boxed();
        let Setup { seats: [white, black], dice, names: [white_name, black_name], event, .. } = replay.setup();
        let start = game.start_text();
        // The rules have allowed all of them.
        let actions = json::played(&mut *game, replay.actions().map(ActionText::as_str)).unwrap_or_default();
        let noted = |note: &Note| Noted { after: note.after, bookmark: note.bookmark, comment: note.comment.clone() };
        let notes = replay.notes().values().map(noted).collect();
        ReplayOut {
            standing: Standing::of(&*game).ended(replay.outcome()),
            white: white.to_string(),
            black: black.to_string(),
            white_name: white_name.clone(),
            black_name: black_name.clone(),
            event: event.clone(),
            date: replay.header().date.clone(),
            dice: dice.to_string(),
            seed: replay.seed(),
            start,
            actions,
            notes,
        }
    }
}

/// A new match; the names are those of players who are not named otherwise.
fn begin(
    info: &'static Info,
    seats: [Seat; 2],
    match_args: &MatchArgs,
    [white, black]: [Option<String>; 2],
) -> Result<Match, CliError> {
    let seed = match_args.seed.unwrap_or_else(time_seed);
    let CommittedArgs { secret, white_entropy, black_entropy } = &match_args.committed;
    if match_args.headless && match_args.seed.is_none() && secret.is_none() {
        // So that an unrecorded match can be repeated.
        let _ = writeln!(io::stderr(), "seed: {seed}");
    }
    let options = source::options(info, &match_args.set)?;
    let NamesArgs { white_name, black_name, event } = &match_args.names;
    let setup = Setup {
        info,
        options: options.clone(),
        seats,
        seed,
        dice: match_args.dice.unwrap_or_default(),
        start: match_args.position.clone(),
        clock: match_args.clock,
        names: [white_name.clone().or(white), black_name.clone().or(black)],
        event: event.clone(),
    };
    let begun = match secret {
        Some(file) => Match::committed(setup, Secret::read(file)?, [white_entropy.clone(), black_entropy.clone()]),
        None => Match::new(setup),
    };
    begun.map_err(|error| match error {
        PlayError::Position(error) => source::unread(info, &options, error),
        error => error.into(),
    })
}

fn run(
    mut game: Option<Match>,
    seats: [Seat; 2],
    match_args: &MatchArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    match &mut game {
        Some(game) => {
            if match_args.headless && game.setup().seats.contains(&Seat::Human) {
                let error = "nobody can take a human seat with --headless; set --white and --black to bots";
                return Err(CliError::Usage(error.to_string()));
            }
            if !match_args.headless && !cfg!(feature = "view") {
                return Err(CliError::NoView("the window (--headless plays without it)"));
            }
            if let Some(file) = &match_args.record {
                game.record_to(file)?;
            }
            if match_args.headless {
                return headless::play(game, [None, None], match_args.max.unwrap_or(u64::MAX), out);
            }
        }
        None if match_args.headless => {
            return Err(CliError::Usage("--headless needs a GAME, or --resume FILE".to_string()));
        }
        None if match_args.position.is_some() || !match_args.set.set.is_empty() => {
            return Err(CliError::Usage("--position and --set need a GAME".to_string()));
        }
        None if match_args.names.any() => {
            return Err(CliError::Usage("--white-name, --black-name and --event need a GAME".to_string()));
        }
        None if match_args.committed.secret.is_some() => {
            return Err(CliError::Usage("--secret needs a GAME".to_string()));
        }
        None => {}
    }
    view::play(
        game,
        PlayArgs {
            seats,
            seed: match_args.seed.unwrap_or_else(time_seed),
            dice: match_args.dice.unwrap_or_default(),
            clock: match_args.clock,
            record: match_args.record.clone(),
            quality: match_args.quality,
        },
    )
}

/// A seed that no other match has had.
fn time_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or_default()
}
