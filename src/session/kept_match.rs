use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::engine::{Info, Outcome};
use crate::games;
use crate::play::Seat;
use crate::record;

/// The most matches that are listed.
const MOST: usize = 40;

/// A match in the folder where the window keeps matches.
#[derive(Debug, Clone)]
pub struct KeptMatch {
    /// Its file.
    pub file: PathBuf,
    /// Its game.
    pub info: &'static Info,
    /// Who played, White first.
    pub seats: [Seat; 2],
    /// How many actions it has.
    pub actions: usize,
    /// How it ended; `None` if it can be continued.
    pub outcome: Option<Outcome>,
    /// How long ago something happened in it.
    pub age: Duration,
}

impl KeptMatch {
    /// The matches in a folder, the newest first. What is no match file, and matches in which nothing happened, are left out.
    #[must_use]
    pub fn list(folder: &Path) -> Vec<KeptMatch> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut files: Vec<_> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                Some((entry.metadata().ok()?.modified().ok()?, entry.path()))
            })
            .collect();
        files.sort_unstable();
        files.into_iter().rev().filter_map(|(changed, file)| KeptMatch::read(file, changed)).take(MOST).collect()
    }

    fn read(file: PathBuf, changed: SystemTime) -> Option<KeptMatch> {
        let record = record::read(&file).ok()?;
        let seats = &record.header.seats;
        Some(KeptMatch {
            info: games::info(&record.header.game).ok()?,
            seats: [seats.white.parse().ok()?, seats.black.parse().ok()?],
            actions: Some(record.actions().len()).filter(|actions| *actions > 0)?,
            outcome: record.outcome(&file).ok()?,
            age: changed.elapsed().unwrap_or_default(),
            file,
        })
    }
}

#[cfg(test)]
mod tests {
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
        let mut kept = KeptMatch::list(folder.path());
        kept.sort_by_key(|kept| kept.actions);
        let [open, over] = kept.as_slice() else { panic!("{kept:?}") };
        assert_eq!((open.actions, open.outcome, open.info.id), (1, None, "chess"));
        assert_eq!((over.actions, over.outcome.is_some()), (2, true));
        assert!(KeptMatch::list(&folder.path().join("missing")).is_empty());
    }
}
