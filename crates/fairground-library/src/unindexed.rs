use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::ListedMatch;
use fairground_match::platform::fs;
use fairground_match::record::{Reader, RecordError};
use fairground_rules::engine::Side;
use fairground_rules::games;

/// Lists the matches in a folder by reading every file, newest first. Skips files that are not
/// matches. Omits the rest once `stop` returns true.
///
/// # Errors
/// If the folder cannot be read.
pub fn list(folder: &Path, stop: &dyn Fn() -> bool) -> io::Result<Vec<ListedMatch>> {
    let entries = match fs::read_dir(folder) {
        // No match has been stored yet.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut matches = Vec::new();
    for entry in entries {
        if stop() {
            break;
        }
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            matches.extend(read(path).ok());
        }
    }
    matches.sort_by(|a, b| (b.changed, &b.file).cmp(&(a.changed, &a.file)));
    Ok(matches)
}

fn read(path: PathBuf) -> Result<ListedMatch, RecordError> {
    let changed = fs::metadata(&path).and_then(|metadata| metadata.modified()).ok();
    let mut reader = Reader::open(&path)?;
    let (actions, result) = reader.count_actions()?;
    let start = &reader.header().start;
    let usual = games::with_options(&reader.header().game, &reader.header().options).ok();
    let usual = usual.and_then(|(info, options)| games::begin(info, options, None).ok());
    let usual_start = usual.is_some_and(|game| game.start_text() == *start);
    let outcome = result.map(|result| result.to_outcome(&path, "result")).transpose()?;
    let header = reader.header().clone();
    let [white, black] = Side::BOTH.map(|side| header.player(side).to_string());
    let names = header.names.unwrap_or_default();
    let since = changed.and_then(|changed| changed.duration_since(fairground_match::platform::clock::UNIX_EPOCH).ok());
    let changed = since.and_then(|since| Timestamp::from_nanosecond(i128::try_from(since.as_nanos()).ok()?).ok());
    Ok(ListedMatch {
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        game: header.game,
        white,
        black,
        names: [names.white, names.black],
        event: header.event,
        analysis: header.analysis,
        usual_start,
        outcome: outcome.map(|outcome| outcome.to_string()),
        reason: outcome.map(|outcome| outcome.reason.to_string()),
        // Counting plies would require a replay.
        plies: 0,
        actions: u32::try_from(actions).unwrap_or(u32::MAX),
        changed: changed.unwrap_or_default(),
        ply: None,
    })
}
