use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::Connection;
use serde::Serialize;

use super::index::{date, rows};
use super::{Filter, Library, LibraryError};
use fairground_rules::engine::{Die, Options};
use fairground_rules::games;

/// The width of a bin of match lengths, plies.
pub const LENGTH_STEP: u32 = 10;

/// Statistics of matches.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// The number of matches.
    pub matches: u64,
    /// The games played, in the usual order of games.
    pub games: Vec<GameStatistics>,
    /// The number of matches per month, such as `2026-11`, in local time.
    pub months: BTreeMap<String, u64>,
}

/// The statistics of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameStatistics {
    /// The id of the game.
    pub game: String,
    /// The results of all matches.
    #[serde(flatten)]
    pub results: Results,
    /// The pairs of players, most frequent first.
    pub pairs: Vec<Pair>,
    /// The number of matches by reason for the end.
    pub ends: BTreeMap<String, u64>,
    /// The number of matches by length, in bins of width [`LENGTH_STEP`], each keyed by its first
    /// number of plies.
    pub lengths: BTreeMap<u32, u64>,
    /// The faces of the game's die; empty if it has none.
    pub faces: Vec<Face>,
}

/// Counts of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Results {
    /// The number of matches.
    pub matches: u64,
    /// The number won by White, the first side.
    pub white: u64,
    /// The number won by Black.
    pub black: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of unfinished matches.
    pub ongoing: u64,
    /// The mean length of finished matches, plies; `None` without any.
    pub mean_plies: Option<f64>,
}

/// Two players of a game, by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pair {
    /// The player of White.
    pub white_player: String,
    /// The player of Black.
    pub black_player: String,
    /// The results of their matches.
    #[serde(flatten)]
    pub results: Results,
}

/// A face of a die and its count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Face {
    /// The symbol.
    pub symbol: String,
    /// The number of rolls.
    pub count: u64,
    /// Its share of all rolls, 0 to 1.
    pub share: f64,
    /// The expected share for a fair die.
    pub expected: f64,
}

/// The data of a match for statistics.
struct Counted {
    game: String,
    white: String,
    black: String,
    outcome: Option<String>,
    reason: Option<String>,
    plies: u32,
    date: Timestamp,
}

impl Library {
    /// Computes statistics of the matches selected by a filter, without analyses.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn statistics(&mut self, filter: &Filter) -> Result<Statistics, LibraryError> {
        self.query(|index| {
            let (matches, rolls) = (matches(index, filter)?, rolls(index, filter)?);
            Ok(Statistics::of(&matches, &rolls))
        })
    }
}

/// The matches selected by a filter, without analyses.
fn matches(index: &Connection, filter: &Filter) -> rusqlite::Result<Vec<Counted>> {
    let condition = filter.condition();
    let sql = format!(
        "SELECT game, white, black, outcome, reason, plies, date FROM {} WHERE {} AND NOT analysis",
        condition.tables, condition.sql,
    );
    rows(index, &sql, &condition.values, |row| {
        let (game, white, black, outcome, reason, plies) = row.try_into()?;
        Ok(Counted { game, white, black, outcome, reason, plies, date: date(row, 6)? })
    })
}

/// The number of rolls of each symbol, by game, in the matches selected by a filter, without
/// analyses.
fn rolls(index: &Connection, filter: &Filter) -> rusqlite::Result<BTreeMap<String, BTreeMap<String, u64>>> {
    let condition = filter.condition();
    let sql = format!(
        "SELECT game, symbol, sum(count) FROM rolls JOIN (SELECT id, game FROM {} WHERE {} AND NOT analysis) ON rolls.file = id
         GROUP BY game, symbol",
        condition.tables, condition.sql,
    );
    let mut rolls: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for row in rows(index, &sql, &condition.values, |row| row.try_into())? {
        let (game, symbol, count): (String, String, i64) = row;
        rolls.entry(game).or_default().insert(symbol, count.unsigned_abs());
    }
    Ok(rolls)
}

impl Statistics {
    fn of(matches: &[Counted], rolls: &BTreeMap<String, BTreeMap<String, u64>>) -> Statistics {
        let zone = TimeZone::system();
        let mut counts: BTreeMap<_, u64> = BTreeMap::new();
        let mut games: BTreeMap<&str, Vec<&Counted>> = BTreeMap::new();
        for counted in matches {
            let at = zone.to_datetime(counted.date);
            *counts.entry((at.year(), at.month())).or_default() += 1;
            games.entry(&counted.game).or_default().push(counted);
        }
        let ids = games::ALL.iter().map(|info| info.id);
        let games = ids.filter_map(|id| games.get(id).map(|matches| GameStatistics::of(id, matches, rolls.get(id))));
        let months =
            counts.into_iter().map(|((year, month), count)| (format!("{year:04}-{month:02}"), count)).collect();
        Statistics { matches: matches.len() as u64, games: games.collect(), months }
    }
}

impl GameStatistics {
    fn of(game: &str, matches: &[&Counted], rolls: Option<&BTreeMap<String, u64>>) -> GameStatistics {
        let mut own = GameStatistics { game: game.to_string(), ..Default::default() };
        let mut pairs: BTreeMap<(&str, &str), Vec<&Counted>> = BTreeMap::new();
        for counted in matches {
            pairs.entry((&counted.white, &counted.black)).or_default().push(counted);
            *own.lengths.entry(counted.plies / LENGTH_STEP * LENGTH_STEP).or_default() += 1;
            if let Some(reason) = &counted.reason {
                *own.ends.entry(reason.clone()).or_default() += 1;
            }
        }
        own.results = Results::of(matches);
        own.pairs = pairs
            .into_iter()
            .map(|((white, black), matches)| Pair {
                white_player: white.to_string(),
                black_player: black.to_string(),
                results: Results::of(&matches),
            })
            .collect();
        own.pairs.sort_by_key(|pair| std::cmp::Reverse(pair.results.matches));
        own.faces = die_of(game).map(|die| faces(die, rolls)).unwrap_or_default();
        own
    }
}

impl Results {
    fn of(matches: &[&Counted]) -> Results {
        let count = |outcome| matches.iter().filter(|counted| counted.outcome.as_deref() == outcome).count() as u64;
        let ended = matches.iter().filter(|counted| counted.outcome.is_some());
        let (plies, number) =
            ended.fold((0.0, 0.0), |(plies, number), own| (plies + f64::from(own.plies), number + 1.0));
        Results {
            matches: matches.len() as u64,
            white: count(Some("white")),
            black: count(Some("black")),
            draws: count(Some("draw")),
            ongoing: count(None),
            mean_plies: (number > 0.0).then_some(plies / number),
        }
    }
}

fn die_of(game: &str) -> Option<&'static Die> {
    let info = games::info(game).ok()?;
    games::begin(info, Options::default(), None).ok()?.layout().die
}

/// All faces of a die, even if never rolled.
fn faces(die: &Die, rolls: Option<&BTreeMap<String, u64>>) -> Vec<Face> {
    let count = |symbol: &str| rolls.and_then(|rolls| rolls.get(symbol)).copied().unwrap_or(0);
    let symbols: Vec<_> = die.outcomes().map(|(symbol, _)| symbol).collect();
    let all: u64 = symbols.iter().map(|symbol| count(symbol)).sum();
    let share = |symbol: &str| if all == 0 { 0.0 } else { count(symbol) as f64 / all as f64 };
    let mut faces: Vec<_> = symbols
        .iter()
        .map(|&symbol| Face {
            symbol: symbol.to_string(),
            count: count(symbol),
            share: share(symbol),
            expected: die.chance(symbol),
        })
        .collect();
    faces.sort_by(|a, b| a.symbol.cmp(&b.symbol));
    faces
}
