//! Earlier matches in the window's folder of matches.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use crate::engine::{GameInfo, Outcome};
use crate::games;
use crate::platform::clock::{Duration, SystemTime};
use crate::platform::fs;
use crate::platform::jobs::{Background, Panicked, Wake};
use crate::platform::storage::canonical;
use crate::play::Seat;
use crate::record::{Header, Reader, RecordError};

/// The maximum number of listed matches.
const MAX_LISTED: usize = 40;

/// A match in the folder where the window records matches.
#[derive(Debug, Clone)]
pub struct KeptMatch {
    /// The match file.
    pub file: PathBuf,
    /// The game.
    pub info: &'static GameInfo,
    /// The players, White first.
    pub seats: [Seat; 2],
    /// The names of the players, White first; `None` for a player without a name.
    pub names: [Option<String>; 2],
    /// The number of actions.
    pub actions: usize,
    /// Whether it is an analysis, not a match.
    pub analysis: bool,
    /// The outcome; `None` for an analysis, or a match that can be continued.
    pub outcome: Option<Outcome>,
    /// The time since the last change of the file.
    pub age: Duration,
}

/// The matches in the recorder's folder, except the one being played, the newest first. Read in the
/// background.
#[derive(Debug, Default)]
pub struct KeptList {
    /// Whether the list is up to date.
    fresh: bool,
    reading: Option<Background<FolderContents>>,
    kept: Option<FolderContents>,
}

/// The contents of a folder.
#[derive(Debug, Default)]
struct FolderContents {
    matches: Vec<KeptMatch>,
    /// The files that could not be read, with the reasons.
    errors: Vec<String>,
}

impl KeptList {
    /// Re-reads the folder at the next [`KeptList::look`]. The list stays the same until then.
    pub fn refresh(&mut self) {
        self.fresh = false;
    }

    /// Whether the folder has been read at least once.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.kept.is_some()
    }

    /// Takes the result of a finished reading, and starts reading the folder if needed. `played` is
    /// the file of the match being played, which is listed only after its end. Returns the matches
    /// read so far.
    pub fn look(&mut self, folder: Option<&Path>, played: Option<&Path>, wake: &Wake) -> &[KeptMatch] {
        if let Some(kept) = self.reading.as_ref().and_then(Background::take) {
            let failed = |error: Panicked| FolderContents { matches: Vec::new(), errors: vec![error.to_string()] };
            (self.reading, self.kept) = (None, Some(kept.unwrap_or_else(failed)));
        }
        if !self.fresh && self.reading.is_none() {
            self.fresh = true;
            // As in `Match::recorded_in`.
            let (folder, played) = (folder.map(Path::to_path_buf), played.map(Path::to_path_buf));
            self.reading = Some(Background::start(wake, move |stop| {
                let mut kept = folder.map(|folder| FolderContents::of(&canonical(&folder), stop)).unwrap_or_default();
                kept.matches.retain(|kept| !kept.goes_on() || Some(&kept.file) != played.as_ref());
                kept
            }));
        }
        self.matches()
    }

    /// The matches read so far.
    #[must_use]
    pub fn matches(&self) -> &[KeptMatch] {
        self.kept.as_ref().map_or(&[], |kept| &kept.matches)
    }

    /// The files that could not be read, with the reasons.
    #[must_use]
    pub fn errors(&self) -> &[String] {
        self.kept.as_ref().map_or(&[], |kept| &kept.errors)
    }
}

impl FolderContents {
    /// Reads a folder. Skips files that are not named like match files, and matches without
    /// actions.
    fn of(folder: &Path, stop: &dyn Fn() -> bool) -> FolderContents {
        let files = match match_files(folder) {
            Ok(files) => files,
            // No match has been recorded yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return FolderContents::default(),
            Err(error) => {
                let error = format!("The folder {} cannot be read: {error}", folder.display());
                return FolderContents { matches: Vec::new(), errors: vec![error] };
            }
        };
        let mut kept = FolderContents::default();
        for (changed, file) in files.into_iter().rev() {
            if stop() || kept.matches.len() >= MAX_LISTED {
                break;
            }
            match KeptMatch::read(file, changed) {
                Ok(Some(found)) => kept.matches.push(found),
                Ok(None) => {}
                Err(error) => kept.errors.push(error),
            }
        }
        kept
    }
}

/// The match files in a folder by their last change, the oldest first.
fn match_files(folder: &Path) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let file = entry.path();
        if file.extension().is_some_and(|ending| ending == "jsonl" || ending == "json") {
            // The file may have been deleted in the meantime.
            if let Ok(changed) = entry.metadata().and_then(|metadata| metadata.modified()) {
                files.push((changed, file));
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}

impl KeptMatch {
    /// Whether the match can be continued.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.outcome.is_none() && !self.analysis
    }

    /// Reads a match file; `None` for a match without actions. Errors name the file.
    fn read(file: PathBuf, changed: SystemTime) -> Result<Option<KeptMatch>, String> {
        let said = |error: RecordError| error.to_string();
        let mut reader = Reader::open(&file).map_err(said)?;
        let (actions, result) = reader.count_actions().map_err(said)?;
        if actions == 0 {
            return Ok(None);
        }
        let wrong = |error: &dyn Display| format!("{}: {error}", file.display());
        let seat = |seat: &str| seat.parse::<Seat>().map_err(|error| wrong(&error));
        let Header { seats, game, names, analysis, .. } = reader.header();
        let names = names.clone().unwrap_or_default();
        Ok(Some(KeptMatch {
            info: games::info(game).map_err(|error| wrong(&error))?,
            seats: [seat(&seats.white)?, seat(&seats.black)?],
            names: [names.white, names.black],
            actions,
            analysis: *analysis,
            outcome: result.map(|result| result.to_outcome(&file, "result")).transpose().map_err(said)?,
            age: changed.elapsed().unwrap_or_default(),
            file,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::play::{Match, Setup};

    #[test]
    fn matches_are_listed_with_how_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let recorded = |name: &str, actions: &[&str], resigns: bool| {
            let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
            for action in actions {
                running.act(action).unwrap();
            }
            if resigns {
                running.resign(crate::engine::Side::White).unwrap();
            }
            running.record_to(&folder.path().join(name)).unwrap();
            running.flush().unwrap();
        };
        recorded("untouched.jsonl", &[], false);
        recorded("open.jsonl", &["e2e4"], false);
        recorded("over.jsonl", &["e2e4", "e7e5"], true);
        fs::write(folder.path().join("notes.txt"), "no match").unwrap();
        fs::write(folder.path().join("broken.jsonl"), "no match either").unwrap();
        fs::write(folder.path().join("long.jsonl"), vec![b' '; (8 << 20) + 1]).unwrap();
        let recorder = Some(folder.path());
        let mut list = KeptList::default();
        let begun = Instant::now();
        while !list.is_read() {
            assert!(begun.elapsed() < Duration::from_secs(20));
            list.look(recorder, None, &Wake::default());
        }
        let mut kept = list.look(recorder, None, &Wake::default()).to_vec();
        kept.sort_by_key(|kept| kept.actions);
        let [open, over] = kept.as_slice() else { panic!("{kept:?}") };
        assert_eq!((open.actions, open.outcome, open.info.id), (1, None, "chess"));
        assert_eq!((over.actions, over.outcome.is_some()), (2, true));
        assert_eq!(list.errors().len(), 2);
        for words in [["broken.jsonl", "not a match file"], ["long.jsonl", "at most 8388608 bytes"]] {
            let said = |error: &String| words.iter().all(|word| error.contains(word));
            assert!(list.errors().iter().any(said), "{:?}", list.errors());
        }
        let nothing = FolderContents::of(&folder.path().join("missing"), &|| false);
        assert!(nothing.matches.is_empty() && nothing.errors.is_empty());
        let no_folder = FolderContents::of(&folder.path().join("notes.txt"), &|| false);
        assert!(no_folder.errors[0].contains("notes.txt"), "{:?}", no_folder.errors);
    }
}
