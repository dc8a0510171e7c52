use jiff::Timestamp;
use rusqlite::types::Value;

use super::PositionQuery;

/// The matches to select; fields that are `None` do not matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The id of the game.
    pub game: Option<&'static str>,
    /// Who took part, on either side: `human`, or a bot's name, whole or up to its limits (`search` for `search:nodes=10000`); or the name
    /// of a player, whole, capital or small ASCII letters alike.
    pub player: Option<String>,
    /// The seat of that player, for a bot that goes by another name than that of its seat: `5` for
    /// `Badger`.
    pub seat: Option<String>,
    /// The tournament or occasion, whole, capital or small ASCII letters alike.
    pub event: Option<String>,
    /// How it ended. Analyses have no result of their own.
    pub result: Option<ResultFilter>,
    /// The smallest number of plies.
    pub min_plies: Option<u32>,
    /// The largest number of plies.
    pub max_plies: Option<u32>,
    /// The first moment at which something happened in it last.
    pub since: Option<Timestamp>,
    /// The first moment that is too late.
    pub until: Option<Timestamp>,
    /// A position that it passes through.
    pub position: Option<PositionQuery>,
}

/// How a match ended, or that it did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// Nobody has won.
    Draw,
    /// It was left unfinished.
    Ongoing,
}

impl ResultFilter {
    /// All of them.
    pub const ALL: [ResultFilter; 4] =
        [ResultFilter::White, ResultFilter::Black, ResultFilter::Draw, ResultFilter::Ongoing];

    /// `white`, `black`, `draw` or `ongoing`, as the command line has it.
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
    /// The newest first.
    #[default]
    Date,
    /// The longest first.
    Length,
    /// By game, the newest of each first.
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

/// A filter in the words of SQL.
pub(super) struct Condition {
    /// The tables that it speaks of.
    pub tables: &'static str,
    /// A condition on their rows,
    pub sql: String,
    /// and the values of its parameters.
    pub values: Vec<Value>,
    /// The ply at which the position stands, as an expression; `NULL` if no position is asked for.
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
            // The character after the colon, so that a range is all that begins with it.
            let seat = self.seat.as_ref().unwrap_or(player);
            let (seat, from, to) = (text(seat), text(&format!("{seat}:")), text(&format!("{seat};")));
            let name = text(player);
            let values = [seat.clone(), from.clone(), to.clone(), seat, from, to, name.clone(), name];
            let seats = "white = ? OR white >= ? AND white < ? OR black = ? OR black >= ? AND black < ?";
            let names = "white_name = ? COLLATE NOCASE OR black_name = ? COLLATE NOCASE";
            condition.and(&format!("({seats} OR {names})"), values);
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
            // Only numbers and ids of games are put into the text.
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

/// As the index has a moment: since 1970, ns.
fn nanoseconds(moment: Timestamp) -> i64 {
    i64::try_from(moment.as_nanosecond()).unwrap_or(if moment < Timestamp::UNIX_EPOCH { i64::MIN } else { i64::MAX })
}
