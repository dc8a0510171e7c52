//! The index's entry of a match file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::engine::TextError;
use crate::games;
use crate::platform::storage::read_limited;
use crate::record::{self, MAX_UNCHECKED, Record, RecordError};

use super::dates;
use super::positions::{Play, Played};

/// No match file begins with this many bytes of white space.
const HEAD: u64 = 4096;

/// The contents of a match file.
pub(super) struct MatchFile {
    pub game: &'static str,
    pub white: String,
    pub black: String,
    /// When it was played, by its header, since 1970, ns.
    pub date: Option<i64>,
    /// `white`, `black` or `draw`, and why; `None` if it is unfinished.
    pub ended: Option<(String, String)>,
    pub plies: usize,
    pub actions: usize,
    /// See [`Played::keys`].
    pub keys: Vec<u8>,
    /// How often each symbol was rolled.
    pub rolls: BTreeMap<String, u32>,
    /// The incomplete last line that was left out.
    pub torn: Option<String>,
}

/// Reads a match file. Errors call it by its name alone.
pub(super) fn read(path: &Path) -> Result<MatchFile, RecordError> {
    let name = Path::new(path.file_name().unwrap_or_default());
    let bytes = read_if_json(path).map_err(|source| RecordError::Read { file: name.to_path_buf(), source })?;
    let record = record::parse(name, &bytes)?;
    // As a match that is resumed would add it: the program may have stopped before it was written.
    let Played { keys, plies, turn } = play(name, &record)?;
    let ended = match (record.outcome(name)?, turn.outcome()) {
        (Some(outcome), _) | (None, Some(outcome)) => Some((outcome.to_string(), outcome.reason.to_string())),
        (None, None) => None,
    };
    let mut rolls = BTreeMap::new();
    for symbol in record.actions().iter().filter_map(|entry| entry.action.symbol()) {
        *rolls.entry(symbol.to_string()).or_default() += 1;
    }
    let game = games::info(&record.header.game).map_or("", |info| info.id);
    let torn = record.torn().map(ToString::to_string);
    let actions = record.actions().len();
    let date = record.header.date.as_deref().and_then(dates::of_header);
    let date = date.and_then(|date| i64::try_from(date.as_nanosecond()).ok());
    let seats = record.header.seats;
    Ok(MatchFile { game, white: seats.white, black: seats.black, date, ended, plies, actions, keys, rolls, torn })
}

/// The whole file, or only its beginning if that shows that it is no match: it may be a film.
fn read_if_json(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut bytes)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        bytes = read_limited(path, MAX_UNCHECKED)?;
    }
    Ok(bytes)
}

fn play(name: &Path, record: &Record) -> Result<Played, RecordError> {
    let header = &record.header;
    let wrong = |error: TextError| RecordError::field(name, error.field, error.expected, &error.found);
    let pairs = header.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let (info, options) = games::with_options(&header.game, pairs).map_err(wrong)?;
    let actions = &mut record.actions().iter().map(|entry| entry.action.as_str());
    let play = Play { start: &header.start, options: &options, actions };
    let unknown = |error: games::UnknownGame| wrong(TextError::new("game", "the id of a game", &error.id));
    games::visit(info.id, play).map_err(unknown)?.map_err(wrong)
}
