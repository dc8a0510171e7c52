use jiff::Timestamp;
use rusqlite::types::Value;

use super::PositionQuery;

/// The criteria for selecting matches; `None` accepts all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The id of the game.
    pub game: Option<&'static str>,
    /// A player on either side: `human`, or a bot's name, with or without its limits (`search` for
    /// `search:nodes=10000`); or the player's full name, ignoring ASCII case.
    pub player: Option<String>,
    /// The seat of that player, for a bot named differently from its seat: `5` for `Badger`.
    pub seat: Option<String>,
    /// The full name of the tournament or occasion, ignoring ASCII case.
    pub event: Option<String>,
    /// The result. Analyses have none.
    pub result: Option<ResultFilter>,
    /// The minimum number of plies.
    pub min_plies: Option<u32>,
    /// The maximum number of plies.
    pub max_plies: Option<u32>,
    /// The earliest date.
    pub since: Option<Timestamp>,
    /// The end of the dates, exclusive.
    pub until: Option<Timestamp>,
    /// A position in the match.
    pub position: Option<PositionQuery>,
    /// Whether to omit matches without a move; analyses are always included.
    pub moved: bool,
}

/// The result of a match, or that it is unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// The match is drawn.
    Draw,
    /// The match is unfinished.
    Ongoing,
}

impl ResultFilter {
    /// All results.
    pub const ALL: [ResultFilter; 4] =
        [ResultFilter::White, ResultFilter::Black, ResultFilter::Draw, ResultFilter::Ongoing];

    /// The name on the command line: `white`, `black`, `draw` or `ongoing`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ResultFilter::White => "white",
            ResultFilter::Black => "black",
            ResultFilter::Draw => "draw",
            ResultFilter::Ongoing => "ongoing",
        }
    }
}

/// The order of a list of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Newest first.
    #[default]
    Date,
    /// Longest first.
    Length,
    /// By game, then newest first.
    Game,
}

impl Sort {
    pub(super) const fn sql(self) -> &'static str {
        match self {
            Sort::Date => "date DESC, name DESC",
            Sort::Length => "plies DESC, date DESC, name DESC",
            Sort::Game => "game, date DESC, name DESC",
        }
    }
}

/// A filter as SQL.
pub(super) struct Condition {
    /// The tables used.
    pub tables: &'static str,
    /// The condition on their rows.
    pub sql: String,
    /// The values of the parameters of `sql`.
    pub values: Vec<Value>,
    /// An SQL expression for the ply at which the position occurs; `NULL` without a position to
    /// find.
    pub ply: String,
}

impl Filter {
    pub(super) fn condition(&self) -> Condition {
        let mut condition = Condition {
            tables: "files",
            sql: "game IS NOT NULL".to_string(),
            values: Vec::new(),
            ply: "NULL".to_string(),
        };
        if let Some(game) = self.game {
            condition.and("game = ?", [text(game)]);
        }
        if let Some(player) = &self.player {
            // In ASCII, `;` follows `:`, so the range has all names that start with the seat and a
            // colon.
            let seat = self.seat.as_ref().unwrap_or(player);
            let (seat, from, to) = (text(seat), text(&format!("{seat}:")), text(&format!("{seat};")));
            let name = text(player);
            let values = [seat.clone(), from.clone(), to.clone(), seat, from, to, name.clone(), name];
            let seats = "white = ? OR white >= ? AND white < ? OR black = ? OR black >= ? AND black < ?";
            let names = "white_name = ? COLLATE NOCASE OR black_name = ? COLLATE NOCASE";
            condition.and(&format!("({seats} OR {names})"), values);
        }
        if self.moved {
            condition.and("(actions > 0 OR analysis)", []);
        }
        if let Some(event) = &self.event {
            condition.and("event = ? COLLATE NOCASE", [text(event)]);
        }
        match self.result {
            None => {}
            Some(ResultFilter::Ongoing) => condition.and("outcome IS NULL AND NOT analysis", []),
            Some(result) => condition.and("outcome = ? AND NOT analysis", [text(result.name())]),
        }
        let bounds = [
            ("plies >= ?", self.min_plies.map(i64::from)),
            ("plies <= ?", self.max_plies.map(i64::from)),
            ("date >= ?", self.since.map(nanoseconds)),
            ("date < ?", self.until.map(nanoseconds)),
        ];
        for (sql, bound) in bounds {
            if let Some(bound) = bound {
                condition.and(sql, [Value::Integer(bound)]);
            }
        }
        if let Some(position) = &self.position {
            // Interpolates only numbers and ids of games.
            let plies = position
                .keys
                .iter()
                .map(|(game, key)| format!("CASE WHEN game = '{game}' THEN ply_of(keys, {}) END, ", key.cast_signed()));
            let ply = format!("coalesce({}NULL)", plies.collect::<String>());
            condition.and(&format!("{ply} IS NOT NULL"), []);
            (condition.tables, condition.ply) = ("files JOIN positions ON file = id", ply);
        }
        condition
    }
}

impl Condition {
    fn and<const N: usize>(&mut self, sql: &str, values: [Value; N]) {
        self.sql.push_str(" AND ");
        self.sql.push_str(sql);
        self.values.extend(values);
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

/// A moment as stored in the index: since 1970, ns.
fn nanoseconds(moment: Timestamp) -> i64 {
    i64::try_from(moment.as_nanosecond()).unwrap_or(if moment < Timestamp::UNIX_EPOCH { i64::MIN } else { i64::MAX })
}
