//! The commands for folders of matches: lists, searches and statistics.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::bots::Bot;
use crate::cli::input::source::note;
use crate::cli::json::json;
use crate::cli::learning::record::{self, RecordArgs};
use crate::cli::values::{count, game};
use crate::cli::words::{counted, of_file};
use crate::cli::{CliError, progress};
use crate::engine::GameInfo;
use crate::library::{
    self, Filter, GameStatistics, Library, ListedMatch, Note, PositionQuery, ResultFilter, Results, Scan, Sort,
};
use crate::platform::folders;
use crate::play::Seat;

/// The maximum number of invalid or incomplete files to name. `rebuild` names all.
const NAMED: usize = 10;

/// The number of files from which a progress bar is shown.
const MANY: usize = 2000;

#[derive(Args, Debug)]
pub(in crate::cli) struct LibraryArgs {
    /// The folder of matches [default: the window's folder]
    pub folder: Option<PathBuf>,
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Subcommand, Debug)]
pub(in crate::cli) enum LibraryCommand {
    /// List the matches
    List(ListArgs),
    /// Find the matches in which a position occurs, with the ply of its first occurrence
    ///
    /// Counters in the position text are ignored, so a position is found after any number of moves.
    Find(FindArgs),
    /// Count the matches of each game and of each pair of players, their ends, and the faces of
    /// dice
    Stats(StatsArgs),
    /// Count the matches against each bot: won, drawn and lost, the longest streaks, the luckiest
    /// and unluckiest throws, and the next bot to beat
    Record(RecordArgs),
    /// Rebuild the index from the files, and list every invalid or incomplete file
    Rebuild,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub order: OrderArgs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct FindArgs {
    /// The position text; without --game, of any game that can read it
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: String,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub order: OrderArgs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct StatsArgs {
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Print JSON: `matches`, `games` and `months` (matches of each, such as 2026-11). Each game
    /// has its results: `matches`, `white`, `black`, `draws`, `ongoing` and `mean_plies` (of
    /// finished matches); `pairs` with `white_player`, `black_player` and their results; `ends` by
    /// reason; `lengths`, matches by plies in steps of ten; and `faces` of its die with `symbol`,
    /// `count`, `share` and the `expected` share
    #[arg(long)]
    pub json: bool,
}

/// A filter of matches.
#[derive(Args, Debug)]
pub(in crate::cli) struct FilterArgs {
    /// Only matches of this game
    #[arg(long, value_parser = game)]
    pub game: Option<&'static GameInfo>,
    /// Only matches of this player, on either side: human, or a bot, such as greedy or Badger;
    /// search is any search:...; or a player's name
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only matches of this tournament or occasion
    #[arg(long, value_name = "EVENT")]
    pub event: Option<String>,
    /// Only matches with this result: a win of White or Black, a draw, or unfinished
    #[arg(long, value_parser = PossibleValuesParser::new(ResultFilter::ALL.map(ResultFilter::name)))]
    pub result: Option<String>,
    /// Only matches of at least this many plies
    #[arg(long, value_name = "N", value_parser = count::<u32>, allow_negative_numbers = true)]
    pub min_plies: Option<u32>,
    /// Only matches of at most this many plies
    #[arg(long, value_name = "N", value_parser = count::<u32>, allow_negative_numbers = true)]
    pub max_plies: Option<u32>,
    /// Only matches played on or after this day, month or year, such as 2026-11-05, 2026-11 or
    /// 2026, or within an age such as 12h, 7d or 2w
    #[arg(long, value_name = "DATE", value_parser = library::since, allow_hyphen_values = true)]
    pub since: Option<Timestamp>,
    /// Only matches last played on or before this day, month or year
    #[arg(long, value_name = "DATE", value_parser = library::until, allow_hyphen_values = true)]
    pub until: Option<Timestamp>,
}

/// The order and number of listed matches.
#[derive(Args, Debug)]
pub(in crate::cli) struct OrderArgs {
    /// The newest first, the longest first, by game, or the most exciting first: finished matches
    /// with many changes of the lead, swings and captures
    #[arg(long, visible_alias = "by", value_enum, default_value_t = SortArg::Date)]
    pub sort: SortArg,
    /// At most this many matches [default: all]
    #[arg(long, value_name = "N", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub limit: Option<usize>,
    /// Print JSON: for each match its `file`, `game`, `white`, `black`, `white_name`, `black_name`,
    /// `event` (`null` where the file has none), `analysis` (whether it is an analysis), `outcome`
    /// (`ongoing`, `white`, `black` or `draw`), `reason`, `plies`, `actions`, `changed` (the time
    /// of the last change) and, of `find`, the `ply` at which the position first occurs; sorted by
    /// it, the `excitement`
    #[arg(long)]
    pub json: bool,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum SortArg {
    /// The newest first
    Date,
    /// The longest first
    Length,
    /// By game, the newest of each first
    Game,
    /// The most exciting first
    Excitement,
}

pub(in crate::cli) fn library(args: &LibraryArgs, out: &mut impl Write) -> Result<(), CliError> {
    // Arguments are checked before anything is changed.
    let filter = match &args.command {
        LibraryCommand::List(list) => list.filter.read(None)?,
        LibraryCommand::Find(find) => find.filter.read(Some(&find.position))?,
        LibraryCommand::Stats(stats) => stats.filter.read(None)?,
        LibraryCommand::Record(_) | LibraryCommand::Rebuild => Filter::default(),
    };
    let mut library = open(args.folder.clone())?;
    if let LibraryCommand::Rebuild = args.command {
        let scan = with_progress(|watch| library.rebuild(watch))?;
        let notes = library.notes()?;
        warn_of(&notes, notes.len());
        let listed = library.list(&filter, Sort::Date, None)?.len();
        return Ok(writeln!(out, "{} read, {}", counted(scan.read, "file"), matches(listed as u64))?);
    }
    with_progress(|watch| library.refresh(watch))?;
    let (foreign, faulty): (Vec<_>, Vec<_>) = library.notes()?.into_iter().partition(|note| note.foreign);
    warn_of(&faulty, NAMED);
    if !foreign.is_empty() {
        let files = if foreign.len() == 1 { "file is" } else { "files are" };
        let count = foreign.len();
        note(format_args!("warning: {count} other {files} not listed; `fairground library rebuild` lists all"));
    }
    warn_of(&library.being_played()?, NAMED);
    match &args.command {
        LibraryCommand::List(ListArgs { order, .. }) | LibraryCommand::Find(FindArgs { order, .. }) => {
            let (matches, scores): (Vec<_>, Vec<_>) = match order.sort {
                SortArg::Excitement => library.most_exciting(&filter, order.limit)?.into_iter().unzip(),
                sort => (library.list(&filter, sort.into(), order.limit)?, Vec::new()),
            };
            if order.json {
                write_json(&library, matches, &scores, out)
            } else {
                write(&library, &matches, &scores, out)
            }
        }
        LibraryCommand::Stats(stats) => {
            let statistics = library.statistics(&filter)?;
            if stats.json {
                return json(&statistics, out);
            }
            writeln!(out, "{}", matches(statistics.matches))?;
            statistics.games.iter().try_for_each(|game| write_statistics(game, out))
        }
        LibraryCommand::Record(args) => record::record(&mut library, args, out),
        LibraryCommand::Rebuild => Ok(()),
    }
}

/// Opens the given folder, or the folder of the window's matches, which is created if missing.
fn open(folder: Option<PathBuf>) -> Result<Library, CliError> {
    let folder = match folder {
        Some(folder) => folder,
        None => {
            let folder = folders::matches().ok_or_else(|| {
                CliError::Usage(
                    "there is no folder for matches on this system; name one: library FOLDER list".to_string(),
                )
            })?;
            // If this fails, reading the folder fails too.
            let _ = fs::create_dir_all(&folder);
            folder
        }
    };
    Ok(Library::open(&folder)?)
}

fn with_progress(
    work: impl FnOnce(&mut dyn FnMut(usize, usize) -> bool) -> Result<Scan, library::LibraryError>,
) -> Result<Scan, CliError> {
    let mut bar: Option<ProgressBar> = None;
    let scan = work(&mut |read, all| {
        if all >= MANY {
            let bar = bar.get_or_insert_with(|| {
                progress::bar(all as u64, "{bar:30} {human_pos} of {human_len} files read, {eta} left")
            });
            bar.set_position(read as u64);
        }
        true
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(scan?)
}

/// Prints warnings about at most `named` files.
fn warn_of(notes: &[Note], named: usize) {
    notes.iter().take(named).for_each(|found| note(format_args!("warning: {}", found.text)));
    if let Some(more) = notes.len().checked_sub(named).filter(|more| *more > 0) {
        let files = if more == 1 { "file" } else { "files" };
        note(format_args!("warning: and {more} more {files}; `fairground library rebuild` lists all"));
    }
}

impl FilterArgs {
    fn read(&self, position: Option<&str>) -> Result<Filter, CliError> {
        let query = |text| {
            let wrong = |error| CliError::Usage(format!("--position: {error}"));
            PositionQuery::parse(text, self.game).map_err(wrong)
        };
        Ok(Filter {
            game: self.game.map(|info| info.id),
            player: self.player.clone(),
            seat: self.player.as_deref().and_then(seat_of),
            event: self.event.clone(),
            result: ResultFilter::ALL.into_iter().find(|result| Some(result.name()) == self.result.as_deref()),
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            since: self.since,
            until: self.until,
            position: position.map(query).transpose()?,
            moved: false,
        })
    }
}

impl From<SortArg> for Sort {
    fn from(sort: SortArg) -> Sort {
        match sort {
            SortArg::Date | SortArg::Excitement => Sort::Date,
            SortArg::Length => Sort::Length,
            SortArg::Game => Sort::Game,
        }
    }
}

/// The number of columns before the file in the table of matches.
const COLUMNS: usize = 9;

/// The name of a player, or else of the bot in the seat.
fn player<'a>(name: Option<&'a str>, seat: &'a str) -> Cow<'a, str> {
    match (name, seat.parse()) {
        (Some(name), _) => of_file(name),
        (None, Ok(Seat::Bot(bot))) => bot.name().into(),
        _ => of_file(seat),
    }
}

/// The seat of the bot with this name.
fn seat_of(name: &str) -> Option<String> {
    Bot::ALL.into_iter().find(|bot| bot.name().eq_ignore_ascii_case(name)).map(|bot| bot.to_string())
}

/// Prints matches as a table, with their excitement if it is known.
fn write<'a>(
    library: &Library,
    matches: &'a [ListedMatch],
    scores: &[f64],
    out: &mut impl Write,
) -> Result<(), CliError> {
    if matches.is_empty() {
        return Ok(writeln!(out, "no matches")?);
    }
    let zone = TimeZone::system();
    let has_ply = matches.iter().any(|own| own.ply.is_some());
    // Copies are avoided, because there may be a hundred thousand rows.
    let row = |(index, own): (usize, &'a ListedMatch)| -> [Cow<'a, str>; COLUMNS] {
        let result = match (&own.outcome, &own.reason) {
            _ if own.analysis => "analysis".into(),
            (Some(outcome), Some(reason)) => format!("{outcome} ({reason})").into(),
            _ => ResultFilter::Ongoing.name().into(),
        };
        [
            library::local_minute(own.changed, &zone).into(),
            own.game.as_str().into(),
            player(own.names[0].as_deref(), &own.white),
            player(own.names[1].as_deref(), &own.black),
            result,
            of_file(own.event.as_deref().unwrap_or_default()),
            own.plies.to_string().into(),
            own.ply.map_or_else(String::new, |ply| ply.to_string()).into(),
            scores.get(index).map_or_else(String::new, |score| format!("{score:.0}")).into(),
        ]
    };
    let event = if matches.iter().any(|own| own.event.is_some()) { "event" } else { "" };
    let (at_ply, excitement) = (if has_ply { "at ply" } else { "" }, if scores.is_empty() { "" } else { "excitement" });
    let head = ["date", "game", "white", "black", "result", event, "plies", at_ply, excitement];
    let rows: Vec<_> = std::iter::once(head.map(Cow::from)).chain(matches.iter().enumerate().map(row)).collect();
    let widths: [usize; COLUMNS] =
        std::array::from_fn(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0));
    let folder = library.folder().join("").display().to_string();
    let files = matches.iter().map(|own| [folder.as_str(), own.file.as_str()]);
    for (row, file) in rows.iter().zip(std::iter::once(["", "file"]).chain(files)) {
        for (column, (text, widest)) in row.iter().zip(widths).enumerate().filter(|(_, (_, widest))| *widest > 0) {
            let spaces = widest - width(text);
            // Numbers are right-aligned.
            let before = if column < 6 { 0 } else { spaces };
            fill(before, out)?;
            out.write_all(text.as_bytes())?;
            fill(spaces - before + 2, out)?;
        }
        file.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The width of a text, characters.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Writes spaces. Faster than formatting, which matters for long lists.
fn fill(count: usize, out: &mut impl Write) -> io::Result<()> {
    const SPACES: &[u8] = &[b' '; 64];
    (0..count.div_ceil(64)).try_for_each(|part| out.write_all(&SPACES[..(count - 64 * part).min(64)]))
}

/// A listed match as JSON.
#[derive(Serialize)]
struct MatchOut {
    file: String,
    game: String,
    white: String,
    black: String,
    white_name: Option<String>,
    black_name: Option<String>,
    event: Option<String>,
    analysis: bool,
    outcome: String,
    reason: Option<String>,
    plies: u32,
    actions: u32,
    changed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    excitement: Option<f64>,
}

fn write_json(
    library: &Library,
    matches: Vec<ListedMatch>,
    scores: &[f64],
    out: &mut impl Write,
) -> Result<(), CliError> {
    let listed = matches.into_iter().enumerate().map(|(index, own)| {
        let [white_name, black_name] = own.names;
        MatchOut {
            file: library.folder().join(&own.file).display().to_string(),
            game: own.game,
            white: own.white,
            black: own.black,
            white_name,
            black_name,
            event: own.event,
            analysis: own.analysis,
            outcome: own.outcome.unwrap_or_else(|| ResultFilter::Ongoing.name().to_string()),
            reason: own.reason,
            plies: own.plies,
            actions: own.actions,
            changed: own.changed.to_string(),
            ply: own.ply,
            excitement: scores.get(index).copied(),
        }
    });
    json(&listed.collect::<Vec<_>>(), out)
}

fn write_statistics(game: &GameStatistics, out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "\n{}: {}", game.game, results_text(&game.results))?;
    for pair in &game.pairs {
        let [white, black] = [&pair.white_player, &pair.black_player].map(of_file);
        writeln!(out, "  {white} - {black}: {}", results_text(&pair.results))?;
    }
    if !game.ends.is_empty() {
        let ends: Vec<_> = game.ends.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(out, "  ends: {}", ends.join(", "))?;
    }
    if game.faces.iter().any(|face| face.count > 0) {
        let face = |face: &library::Face| {
            let (share, expected) = (100.0 * face.share, 100.0 * face.expected);
            format!("{} {} ({share:.1} %, expected {expected:.1} %)", face.symbol, face.count)
        };
        writeln!(out, "  die: {}", game.faces.iter().map(face).collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

fn results_text(results: &Results) -> String {
    let Results { white, black, draws, ongoing, .. } = results;
    let moves = results.mean_plies.map_or_else(String::new, |plies| format!("; {:.1} moves on average", plies / 2.0));
    let number = matches(results.matches);
    format!("{number}, white won {white}, black won {black}, drawn {draws}, ongoing {ongoing}{moves}")
}

fn matches(number: u64) -> String {
    format!("{number} {}", if number == 1 { "match" } else { "matches" })
}
