//! Bookmarks and comments, in matches and replays.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::error::PlayError;
use super::game_match::Match;
use super::header::setup_of;
use super::replay::Replay;
use crate::record::{Journal, LockedMatchFile, Record};
use crate::record::{MatchEvent, Note};

impl Match {
    /// The notes, by the number of actions before each.
    #[must_use]
    pub fn notes(&self) -> &BTreeMap<usize, Note> {
        self.record.notes()
    }

    /// Sets the bookmark and comment at a point. Points beyond the end count as the end.
    ///
    /// # Errors
    /// If the comment is too long, or the record cannot be written.
    pub fn annotate(&mut self, note: &Note) -> Result<(), PlayError> {
        note.check_length().map_err(PlayError::LongComment)?;
        let after = note.after.min(self.record.actions().len());
        let there = self.record.notes().get(&after).cloned().unwrap_or_else(|| Note::new(after, false, ""));
        self.write(vec![MatchEvent::Note(Box::new(there.reworded(note.bookmark, &note.comment)))])
    }
}

impl Replay {
    /// The notes, by the number of actions before each.
    #[must_use]
    pub fn notes(&self) -> &BTreeMap<usize, Note> {
        self.record.notes()
    }

    /// Stores the notes of the replay in this match file from now on.
    #[must_use]
    pub fn kept_in(mut self, file: PathBuf) -> Replay {
        self.file = Some(file);
        self
    }

    /// Takes over the notes of a copy of this replay. Does nothing if it shows another match.
    pub fn take_notes(&mut self, copy: &Replay) {
        if self.file == copy.file && self.record.actions() == copy.record.actions() {
            self.record = copy.record.clone();
        }
    }

    /// Sets the bookmark and comment at a point, and writes them to the match file. A file of
    /// version 1 is converted to the current version.
    ///
    /// # Errors
    /// If the comment is too long, or the replay has no file, or the file now holds a different
    /// match, cannot be written, or is locked by another program. Nothing is changed then.
    pub fn annotate(&mut self, note: &Note) -> Result<(), PlayError> {
        note.check_length().map_err(PlayError::LongComment)?;
        let file = self.file.clone().ok_or(PlayError::NoFile)?;
        let (claim, reader) = LockedMatchFile::open(&file)?;
        let (_, mut game) = setup_of(&file, reader.header())?;
        let mut record = Record::load(reader, &mut *game)?;
        if record.actions() != self.record.actions() {
            return Err(PlayError::AnotherMatch(file));
        }
        let after = note.after.min(self.len());
        let there = record.notes().get(&after).cloned().unwrap_or_else(|| Note::new(after, false, ""));
        let event = MatchEvent::Note(Box::new(there.reworded(note.bookmark, &note.comment)));
        let mut journal = Journal::resume(claim, &mut record)?;
        journal.append(std::slice::from_ref(&event))?;
        journal.flush()?;
        record.push(event);
        self.record = record;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::play::{Seat, Setup, export, verify};
    use crate::record;
    use fairground_rules::games;

    fn chess() -> Match {
        let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        for action in ["e2e4", "e7e5", "g1f3"] {
            running.act(action).unwrap();
        }
        running
    }

    fn noted(notes: &BTreeMap<usize, Note>) -> Vec<(usize, bool, &str)> {
        notes.values().map(|note| (note.after, note.bookmark, note.comment.as_str())).collect()
    }

    #[test]
    fn notes_are_kept_in_the_file_of_a_match() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        let mut running = chess();
        running.record_to(&file).unwrap();
        running.annotate(&Note::new(0, false, "The start")).unwrap();
        running.annotate(&Note::new(2, true, "")).unwrap();
        running.annotate(&Note::new(99, true, " at the\nend ")).unwrap();
        running.annotate(&Note::new(2, false, "")).unwrap();
        running.resign(fairground_rules::engine::Side::White).unwrap();
        drop(running);
        let mut replay = Replay::open(&file).unwrap();
        assert_eq!(noted(replay.notes()), [(0, false, "The start"), (3, true, "at the end")]);
        replay.annotate(&Note::new(1, true, "Why not?")).unwrap();
        let again = Replay::open(&file).unwrap();
        assert_eq!(noted(again.notes()), [(0, false, "The start"), (1, true, "Why not?"), (3, true, "at the end")]);
        assert_eq!(again.notes(), replay.notes());
        assert!(again.outcome().is_some());
        assert!(verify(&file, &record::read(&file).unwrap()).unwrap().faults.is_empty());
        let resumed = Match::resume(&file).unwrap();
        assert_eq!(resumed.notes(), replay.notes());
        let error = replay.annotate(&Note::new(1, false, "")).unwrap_err().to_string();
        assert!(error.contains("match.jsonl") && replay.notes().contains_key(&1), "the file is being written: {error}");
    }

    #[test]
    fn a_comment_that_is_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        let mut running = chess();
        running.record_to(&file).unwrap();
        let long = Note::new(1, true, &"é".repeat(Note::MAX_COMMENT + 1));
        assert!(matches!(running.annotate(&long), Err(PlayError::LongComment(100_001))));
        running.annotate(&Note::new(1, true, &"é".repeat(Note::MAX_COMMENT))).unwrap();
        drop(running);
        let mut replay = Replay::open(&file).unwrap();
        assert_eq!(replay.notes()[&1].comment.chars().count(), Note::MAX_COMMENT);
        assert!(matches!(replay.annotate(&long), Err(PlayError::LongComment(100_001))));
        assert_eq!(Replay::open(&file).unwrap().notes(), replay.notes());
    }

    #[test]
    fn a_takeback_removes_later_notes() {
        let mut running = chess();
        running.annotate(&Note::new(2, true, "")).unwrap();
        running.annotate(&Note::new(3, true, "")).unwrap();
        running.take_back().unwrap();
        assert_eq!(noted(running.notes()), [(2, true, "")]);
    }

    #[test]
    fn a_replay_without_a_file_or_of_another_refuses_notes() {
        let mut replay = Replay::of_match(&chess());
        assert!(matches!(replay.annotate(&Note::new(0, true, "")), Err(PlayError::NoFile)));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        let mut other = chess();
        other.act("b8c6").unwrap();
        other.record_to(&file).unwrap();
        drop(other);
        let before = fs::read(&file).unwrap();
        let mut replay = replay.kept_in(file.clone());
        assert!(matches!(replay.annotate(&Note::new(0, true, "")), Err(PlayError::AnotherMatch(_))));
        assert_eq!(fs::read(&file).unwrap(), before);
    }

    #[test]
    fn invalid_notes_are_refused_by_line() {
        let text = chess().record().to_text().unwrap();
        let long = "x".repeat(Note::MAX_COMMENT + 1);
        for (line, says) in [
            (r#"{"note":{"after":4}}"#.to_string(), "line 5, note, after"),
            (format!(r#"{{"note":{{"after":1,"comment":"{long}"}}}}"#), "at most 100000 characters"),
            (r#"{"note":{"after":1,"comment":"a\u0007"}}"#.to_string(), "control characters"),
        ] {
            let error =
                Replay::parse("a.jsonl".as_ref(), format!("{text}{line}\n").as_bytes()).err().unwrap().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn notes_are_comments_of_a_pgn_and_do_not_disturb_it() {
        let mut running = chess();
        running.annotate(&Note::new(0, false, "The {start}")).unwrap();
        running.annotate(&Note::new(1, true, "~N [%emt 0:00:01]")).unwrap();
        running.annotate(&Note::new(3, true, "")).unwrap();
        let pgn = export(&Replay::of_match(&running));
        let text = pgn.to_string();
        for comment in ["{The {start)}", "{Bookmark: ~N (%emt 0:00:01]}", "{Bookmark}"] {
            assert!(text.contains(comment), "{text}");
        }
        let [pgn] = record::Pgn::parse(&text).unwrap().try_into().unwrap();
        let back = crate::play::import("a.pgn".as_ref(), &pgn).unwrap().record;
        assert_eq!(back.actions().len(), 3);
        assert!(back.header.clocks.is_none());
    }
}
