//! The tags that say which game was played, and by whom.

use std::path::Path;

use super::HUMAN;
use super::moves::CHESS;
use super::tags::known;
use crate::play::Seat;
use crate::record::{Header, Pgn, RecordError};
use fairground_rules::bots::Bot;
use fairground_rules::engine::text::did_you_mean;
use fairground_rules::engine::{GameInfo, Options};
use fairground_rules::games;

/// Names of orthodox chess in the tag `Variant`.
const CHESS_NAMES: [&str; 6] = ["chess", "standard", "classical", "normal", "orthodox", "from position"];

/// Names of chess with shuffled pieces in the tag `Variant`.
const SHUFFLED_CHESS: [&str; 5] = ["chess960", "chess 960", "fischerandom", "fischerrandom", "chess 324"];

/// The seat of a side. A person unless the tags declare a program, since a person may share the
/// name of a bot.
pub(super) fn seat(pgn: &Pgn, side: &str) -> Seat {
    if !pgn.tag(&format!("{side}Type")).is_some_and(|text| text.eq_ignore_ascii_case(Header::PROGRAM)) {
        return Seat::Human;
    }
    let bot = pgn.tag(&format!("{side}Bot")).or(pgn.tag(side));
    bot.and_then(|bot| bot.parse::<Bot>().ok()).map_or(Seat::Program, Seat::Bot)
}

/// The name of a player, unless it only repeats the seat.
pub(super) fn name(pgn: &Pgn, side: &str, seat: Seat) -> Option<String> {
    known(pgn, side).filter(|name| *name != seat.to_string() && name != HUMAN)
}

/// A tag with its line, for errors.
pub(super) fn place(pgn: &Pgn, tag: &str) -> String {
    format!("line {}, tag {tag}", pgn.tag_line(tag))
}

pub(super) fn variant(file: &Path, pgn: &Pgn) -> Result<&'static GameInfo, RecordError> {
    let name = pgn.tag("Variant").unwrap_or(CHESS).trim().to_lowercase();
    let own = |info: &&&GameInfo| info.id == name || info.name.to_lowercase() == name;
    if let Some(info) = games::ALL.iter().find(own) {
        return Ok(info);
    }
    let chess = games::info(CHESS).ok().filter(|_| CHESS_NAMES.contains(&name.as_str()));
    let wrong = |expected: String| {
        RecordError::field(file, place(pgn, "Variant"), expected, pgn.tag("Variant").unwrap_or_default())
    };
    if SHUFFLED_CHESS.contains(&name.as_str()) {
        return Err(wrong("orthodox chess: Chess960 is not supported because of its castling".to_string()));
    }
    let unknown = || {
        let names = || games::ALL.iter().map(|info| info.name);
        wrong(format!("one of {}{}", names().collect::<Vec<_>>().join(", "), did_you_mean(&name, names())))
    };
    chess.ok_or_else(unknown)
}

pub(super) fn options(file: &Path, pgn: &Pgn, info: &GameInfo) -> Result<Options, RecordError> {
    let text = pgn.tag("Options").unwrap_or_default();
    let pairs = text.split_whitespace().map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    Options::new(info.options, pairs).map_err(|error| {
        let field = format!("{}, {}", place(pgn, "Options"), error.field);
        RecordError::field(file, field, error.expected, &error.found)
    })
}
