//! The commands that play, watch and replay matches and take pictures of them.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::play_args::{
    CommittedArgs, MatchArgs, NamesArgs, PairArg, PlayCommand, ReplayArgs, SeatArg, WatchCommand, WatchSeat,
};
use super::{headless, room_seat};
use crate::bots::Bot;
use crate::cli::drawing::film::LookArgs;
use crate::cli::drawing::view::{self, WindowOptions};
use crate::cli::drawing::watch_options::WatchOptions;
use crate::cli::input::shared_args::QualityArg;
use crate::cli::input::source::{self, warn};
use crate::cli::json::{self, PlayedAction, Standing, json};
use crate::cli::output::check_outputs;
use crate::cli::{CliError, film};
use crate::engine::{ActionText, GameInfo, Side};
use crate::platform::clock::SystemTime;
use crate::play::{Match, PlayError, Replay, Seat, Secret, Setup};
use crate::record::{Note, Reader};

const WATCH_NEEDS_BOTS: &str = "watch needs bots; use play for a human player";

pub(in crate::cli) fn play(args: PlayCommand, out: &mut impl Write) -> Result<(), CliError> {
    let white = args.white.unwrap_or(SeatArg::Here(Seat::Human));
    let black = args.black.unwrap_or(SeatArg::Here(Seat::Bot(Bot::Greedy)));
    let game = match (&args.resume, args.game) {
        (Some(file), _) => Some(resumed(file)?),
        (None, Some(info)) => Some(begin(info, [&white, &black], &args.match_args)?),
        (None, None) => None,
    };
    run(game, &args.match_args, args.quality, WatchOptions::default(), out)
}

pub(in crate::cli) fn watch(args: WatchCommand, out: &mut impl Write) -> Result<(), CliError> {
    let seats = match [&args.white, &args.black] {
        [WatchSeat::Here(white), WatchSeat::Here(black)] => [white, black],
        [WatchSeat::Room(link), WatchSeat::Here(SeatArg::Here(seat))] => {
            return room_seat::play(link, Side::Black, *seat, &args, out);
        }
        [WatchSeat::Here(SeatArg::Here(seat)), WatchSeat::Room(link)] => {
            return room_seat::play(link, Side::White, *seat, &args, out);
        }
        _ => return Err(CliError::Usage("room:LINK needs a bot in the other seat".to_string())),
    };
    if seats.contains(&&SeatArg::Here(Seat::Human)) {
        return Err(CliError::Usage(WATCH_NEEDS_BOTS.to_string()));
    }
    let Some(file) = &args.film else {
        // The window also has a quality of drawing.
        let quality = args.look.quality.filter(|_| !args.match_args.headless);
        if args.look != (LookArgs { quality, ..LookArgs::default() }) {
            let error = "--fps, --size, --camera, --speed, --quality, --captions, --silent, --subtitles, --poster and --ffmpeg need --film OUT";
            return Err(CliError::Usage(error.to_string()));
        }
        let (game, show) = show(&args, seats)?;
        return run(Some(game), &args.match_args, quality, show, out);
    };
    let secret = args.match_args.committed.secret.as_deref().map(|file| ("--secret", file));
    let record = args.match_args.record.as_deref().map(|file| ("--record", file));
    let outputs: Vec<_> = record.into_iter().chain([("--film", file.as_path())]).collect();
    check_outputs(secret.as_slice(), &outputs)?;
    film::check(file, &args.look)?;
    let &[info] = args.games() else {
        return Err(CliError::Usage("--film needs one game".to_string()));
    };
    let mut game = begin(info, seats, &args.match_args)?;
    if let Some(record) = &args.match_args.record {
        game.record_to(record)?;
    }
    film::watch(game, file, &args.look, out)
}

/// Continues the match in a file.
fn resumed(file: &Path) -> Result<Match, CliError> {
    let game = Match::resume(file)?;
    warn(game.torn());
    Ok(game)
}

/// The first of the matches to be watched, and the series that it begins.
fn show(args: &WatchCommand, seats: [&SeatArg; 2]) -> Result<(Match, WatchOptions), CliError> {
    let adjudication = (!args.adjudication.play_out).then_some((args.adjudication.draw, args.adjudication.resign));
    if let Some(file) = &args.resume {
        // Before the file is opened for writing, and perhaps converted.
        let seats = Reader::open(file).map_err(PlayError::from)?.header().seats.clone();
        if [seats.white, seats.black].contains(&Seat::Human.to_string()) {
            return Err(CliError::Usage(WATCH_NEEDS_BOTS.to_string()));
        }
        return Ok((resumed(file)?, WatchOptions { adjudication, ..WatchOptions::default() }));
    }
    let pairs: Vec<[SeatArg; 2]> = match args.pairs.is_empty() {
        true => vec![seats.map(SeatArg::clone)],
        false => args.pairs.iter().map(|PairArg(pair)| pair.map(SeatArg::Here)).collect(),
    };
    let games = args.games();
    if args.match_args.headless || args.match_args.record.is_some() || args.match_args.committed.secret.is_some() {
        let (&[info], [[white, black]]) = (games, &pairs[..]) else {
            return Err(CliError::Usage("--headless, --record and --secret need one game".to_string()));
        };
        return Ok((begin(info, [white, black], &args.match_args)?, WatchOptions::default()));
    }
    let mut round = Vec::new();
    for [white, black] in &pairs {
        for info in games.iter().copied() {
            round.push(setup(info, [white, black], &args.match_args)?);
        }
    }
    let ([info, ..], [[white, black], ..]) = (games, &pairs[..]) else {
        return Err(CliError::Usage("watch needs a game and two bots".to_string()));
    };
    let first = begin(info, [white, black], &args.match_args)?;
    // All have the seed of the first.
    round.iter_mut().for_each(|setup| setup.seed = first.setup().seed);
    let is_series = args.matches.is_some() || round.len() > 1;
    Ok((first, WatchOptions { round: if is_series { round } else { Vec::new() }, matches: args.matches, adjudication }))
}

pub(in crate::cli) fn replay(args: &ReplayArgs, out: &mut impl Write) -> Result<(), CliError> {
    let mut replay = source::replay(&args.file, args.number)?;
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
    tags: BTreeMap<String, String>,
    dice: String,
    seed: Option<u64>,
    start: String,
    actions: Vec<PlayedAction>,
    notes: Vec<Noted>,
}

/// A note at a point of a match.
#[derive(Serialize)]
struct Noted {
    after: usize,
    bookmark: bool,
    comment: String,
    nags: Vec<u8>,
    evaluation: Option<String>,
    clock_ms: Option<u64>,
    elapsed_ms: Option<u64>,
}

impl ReplayOut {
    fn of(replay: &Replay) -> ReplayOut {
        let mut game = replay.game().boxed();
        let Setup { seats: [white, black], dice, names: [white_name, black_name], event, .. } = replay.setup();
        let start = game.start_text();
        // The replay has already checked all actions.
        let actions = json::played(&mut *game, replay.actions().map(ActionText::as_str)).unwrap_or_default();
        let noted = |note: &Note| Noted {
            after: note.after,
            bookmark: note.bookmark,
            comment: note.comment.clone(),
            nags: note.nags.clone(),
            evaluation: note.evaluation.as_ref().map(ToString::to_string),
            clock_ms: note.clock_ms,
            elapsed_ms: note.elapsed_ms,
        };
        let notes = replay.notes().values().map(noted).collect();
        ReplayOut {
            standing: Standing::of(&*game).ended(replay.outcome()),
            white: white.to_string(),
            black: black.to_string(),
            white_name: white_name.clone(),
            black_name: black_name.clone(),
            event: event.clone(),
            date: replay.header().date.clone(),
            tags: replay.header().tags.clone(),
            dice: dice.to_string(),
            seed: replay.seed(),
            start,
            actions,
            notes,
        }
    }
}

/// The setup of a match, without its seed.
fn setup(info: &'static GameInfo, seats: [&SeatArg; 2], match_args: &MatchArgs) -> Result<Setup, CliError> {
    let NamesArgs { white_name, black_name, event } = &match_args.names;
    let mut setup = Setup {
        options: source::options(info, &match_args.set)?,
        dice: match_args.dice.unwrap_or_default(),
        start: match_args.position.clone(),
        clock: match_args.clock,
        names: [white_name.clone(), black_name.clone()],
        event: event.clone(),
        ..Setup::new(info, [Seat::Human; 2], 0)
    };
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        match seat {
            SeatArg::Here(seat) => setup.seats[side.index()] = *seat,
            SeatArg::Program(command) => setup.seat_program(side, command.clone()),
        }
    }
    Ok(setup)
}

/// Starts a new match. Its engines start first, so that their errors appear before anything is
/// drawn or recorded.
fn begin(info: &'static GameInfo, seats: [&SeatArg; 2], match_args: &MatchArgs) -> Result<Match, CliError> {
    let seed = match_args.seed.unwrap_or_else(time_seed);
    let CommittedArgs { secret, white_entropy, black_entropy } = &match_args.committed;
    if match_args.headless && match_args.seed.is_none() && secret.is_none() {
        // The seed allows an unrecorded match to be repeated.
        let _ = writeln!(io::stderr(), "seed: {seed}");
    }
    let options = source::options(info, &match_args.set)?;
    let mut setup = Setup { seed, ..setup(info, seats, match_args)? };
    let programs = setup.start_programs().map_err(PlayError::from)?;
    let begun = match secret {
        Some(file) => Match::committed(setup, Secret::read(file)?, [white_entropy.clone(), black_entropy.clone()]),
        None => Match::new(setup),
    };
    let mut begun = begun.map_err(|error| match error {
        PlayError::Position(error) => source::unread(info, &options, error),
        error => error.into(),
    })?;
    for (side, program) in Side::BOTH.into_iter().zip(programs) {
        if let Some(program) = program {
            begun.keep_program(side, program);
        }
    }
    Ok(begun)
}

fn run(
    mut game: Option<Match>,
    match_args: &MatchArgs,
    quality: Option<QualityArg>,
    show: WatchOptions,
    out: &mut impl Write,
) -> Result<(), CliError> {
    match &mut game {
        Some(game) => {
            if match_args.headless && game.setup().seats.contains(&Seat::Human) {
                return Err(CliError::Usage(headless::HEADLESS_NEEDS_BOTS.to_string()));
            }
            if !match_args.headless && !cfg!(feature = "view") {
                return Err(CliError::NoView("the window (--headless plays without it)"));
            }
            if let Some(file) = &match_args.record {
                game.record_to(file)?;
            }
            if match_args.headless {
                return headless::play(game, match_args.max.unwrap_or(u64::MAX), out);
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
    view::play(game, WindowOptions { record: match_args.record.clone(), quality, show })
}

/// A unique seed.
fn time_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or_default()
}
