//! The data of a match file for the index.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use fairground_match::record::{BYTE_ORDER_MARK, MAX_UNCHECKED, Names, Reader, RecordError};
use fairground_rules::engine::{Side, TextError};
use fairground_rules::games;

use super::dates;
use super::positions::{Play, ReplayedMatch};

/// A file that starts with this much white space, bytes, is not a match file.
const HEAD: u64 = 4096;

/// The indexed data of a match file.
pub(super) struct MatchFile {
    pub game: &'static str,
    pub white: String,
    pub black: String,
    pub names: [Option<String>; 2],
    pub event: Option<String>,
    /// Whether this is an analysis.
    pub analysis: bool,
    /// Whether it began from the game's usual starting position.
    pub usual_start: bool,
    /// The date in the header: since 1970, ns.
    pub date: Option<i64>,
    /// The outcome (`white`, `black` or `draw`) and its reason; `None` if unfinished.
    pub ended: Option<(String, String)>,
    pub plies: usize,
    pub actions: usize,
    /// See [`ReplayedMatch::keys`].
    pub keys: Vec<u8>,
    /// The number of rolls of each symbol.
    pub rolls: BTreeMap<String, u32>,
    /// The warning about an incomplete last line.
    pub torn: Option<String>,
}

/// Reads a match file. Errors contain only its file name.
pub(super) fn read(path: &Path) -> Result<MatchFile, RecordError> {
    let name = Path::new(path.file_name().unwrap_or_default());
    let mut reader = open(path, name)?;
    let long = path.metadata().is_ok_and(|metadata| metadata.len() > MAX_UNCHECKED);
    let header = reader.header().clone();
    let wrong = |error: TextError| RecordError::field(name, error.field, error.expected, &error.found);
    let (info, options) = games::with_options(&header.game, &header.options).map_err(wrong)?;
    let usual_start = games::begin(info, options.clone(), None).is_ok_and(|game| game.start_text() == header.start);
    let play = Play { reader: &mut reader, options: &options, checked: long };
    let ReplayedMatch { keys, plies, actions, rolls, result, turn } =
        games::visit(info.id, play).map_err(|error| wrong(error.into()))??;
    let recorded = result.map(|result| result.to_outcome(name, "result")).transpose()?;
    // A missing result is added, as by a resumed match: the program may have stopped before writing
    // it.
    let ended = recorded.or(turn.outcome()).map(|outcome| (outcome.to_string(), outcome.reason.to_string()));
    let date = header.date.as_deref().and_then(dates::of_header);
    let date = date.and_then(|date| i64::try_from(date.as_nanosecond()).ok());
    let [white, black] = Side::BOTH.map(|side| header.player(side).to_string());
    let Names { white: white_name, black: black_name } = header.names.unwrap_or_default();
    let torn = reader.torn().map(ToString::to_string);
    Ok(MatchFile {
        game: info.id,
        white,
        black,
        names: [white_name, black_name],
        event: header.event,
        analysis: header.analysis,
        usual_start,
        date,
        ended,
        plies,
        actions,
        keys,
        rolls,
        torn,
    })
}

/// Opens a match file. If the beginning rules out a match file, reads no further: it may be a large
/// film.
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
