//! The index's entry of a match file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use crate::engine::TextError;
use crate::games;
use crate::record::{BYTE_ORDER_MARK, MAX_UNCHECKED, Names, Reader, RecordError};

use super::dates;
use super::positions::{Play, Played};

/// No match file begins with this many bytes of white space.
const HEAD: u64 = 4096;

/// The contents of a match file.
pub(super) struct MatchFile {
    pub game: &'static str,
    pub white: String,
    pub black: String,
    pub names: [Option<String>; 2],
    pub event: Option<String>,
    /// Whether it is an analysis.
    pub analysis: bool,
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
    let mut reader = open(path, name)?;
    let long = path.metadata().is_ok_and(|metadata| metadata.len() > MAX_UNCHECKED);
    let header = reader.header().clone();
    let wrong = |error: TextError| RecordError::field(name, error.field, error.expected, &error.found);
    let pairs = header.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let (info, options) = games::with_options(&header.game, pairs).map_err(wrong)?;
    let play = Play { reader: &mut reader, options: &options, checked: long };
    let unknown = |error: games::UnknownGame| wrong(TextError::new("game", "the id of a game", &error.id));
    let Played { keys, plies, actions, rolls, result, turn } = games::visit(info.id, play).map_err(unknown)??;
    let recorded = result.map(|result| result.to_outcome(name, "result")).transpose()?;
    // As a match that is resumed would add it: the program may have stopped before it was written.
    let ended = recorded.or(turn.outcome()).map(|outcome| (outcome.to_string(), outcome.reason.to_string()));
    let date = header.date.as_deref().and_then(dates::of_header);
    let date = date.and_then(|date| i64::try_from(date.as_nanosecond()).ok());
    let Names { white: white_name, black: black_name } = header.names.unwrap_or_default();
    let torn = reader.torn().map(ToString::to_string);
    Ok(MatchFile {
        game: info.id,
        white: header.seats.white,
        black: header.seats.black,
        names: [white_name, black_name],
        event: header.event,
        analysis: header.analysis,
        date,
        ended,
        plies,
        actions,
        keys,
        rolls,
        torn,
    })
}

/// Opens a match file. Only its beginning is read if that shows that it is no match: it may be a film.
fn open(path: &Path, name: &Path) -> Result<Reader<'static>, RecordError> {
    let failed = |source| RecordError::Read { file: name.to_path_buf(), source };
    let mut file = File::open(path).map_err(failed)?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head).map_err(failed)?;
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    if !text.trim_ascii_start().starts_with(b"{") {
        return Reader::new(name, Box::new(io::Cursor::new(head)));
    }
    file.rewind().map_err(failed)?;
    Reader::new(name, Box::new(BufReader::new(file)))
}
