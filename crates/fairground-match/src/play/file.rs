//! Conversion between matches and match files.

use std::path::Path;
use std::time::Duration;

use super::chance::{Secret, SecretError};
use super::error::PlayError;
use super::game_match::Match;
use super::header::{milliseconds, setup_of};
use super::state::State;
use crate::platform::fs::canonicalize;
use crate::record::{Commitment, MatchEvent, MatchResult, Reader, Record, Reveal, Thinking, TornLine};
use crate::record::{Journal, LockedMatchFile, remove_secret, secret_file};
use fairground_rules::engine::{Outcome, Turn};

impl Match {
    /// Resumes the match in a file and continues the file. A file of version 1 is converted to the
    /// current version.
    ///
    /// # Errors
    /// If the file cannot be read, written or locked, is an analysis, or breaks the rules (the
    /// error says where), or if a committed match's secret is not beside its file. The file is then
    /// unchanged.
    pub fn resume(file: &Path) -> Result<Match, PlayError> {
        let (claim, reader) = LockedMatchFile::open(file)?;
        let mut resumed = Match::read(reader, |commitment| Secret::of_match(file, commitment))?;
        resumed.journal = Some(Journal::resume(claim, &mut resumed.record)?);
        resumed.add_missing_end()?;
        Ok(resumed)
    }

    /// Starts recording the match in a new file, which immediately contains all events up to now.
    /// Does not wait for the disk.
    ///
    /// # Errors
    /// If the file exists, unless this match is already recorded in it, or cannot be written. The
    /// same holds for the file of the secret, if there is a commitment. If only the earlier file
    /// cannot be completed, the error names that file, and recording has moved to the new one.
    pub fn record_to(&mut self, file: &Path) -> Result<(), PlayError> {
        if self.is_recorded_in(file) {
            return Ok(());
        }
        // The secret goes first, because a match without its secret could not be resumed.
        let secret = self.secret.as_ref().map(|secret| secret.write_unsynced(&secret_file(file))).transpose()?;
        let created = Journal::create_after(secret, file, &self.record);
        if created.is_err() && self.secret.is_some() {
            // If this fails too, the file stays, and the next attempt reports it.
            let _ = remove_secret(&secret_file(file));
        }
        let earlier = self.journal.replace(created?);
        earlier.map_or(Ok(()), |mut earlier| Ok(earlier.flush()?))
    }

    /// Removes the secret's file once the match file has the reveal. If that fails, the file stays,
    /// which is harmless: the secret is public.
    fn remove_secret(&mut self) {
        if let Some(journal) = &mut self.journal
            && journal.flush().is_ok()
        {
            let _ = remove_secret(&secret_file(journal.file()));
        }
    }
}

impl Match {
    /// Resumes a recorded match without recording it further: the caller takes new events from its
    /// record. A missing result or reveal is added to the record.
    ///
    /// # Errors
    /// If the record is an analysis or breaks the rules (the error says where), or if the secret is
    /// missing or does not match the commitment.
    pub fn restore(reader: Reader, secret: Option<&Secret>) -> Result<Match, PlayError> {
        let file = reader.file().to_path_buf();
        let mut restored = Match::read(reader, |commitment| match secret {
            None => Err(SecretError::Missing(file)),
            Some(secret) => secret.clone().committed_to(commitment, &file),
        })?;
        restored.add_missing_end()?;
        Ok(restored)
    }

    /// Reads a match. Calls `secret` if there is a commitment that is not revealed yet.
    fn read(
        reader: Reader,
        secret: impl FnOnce(&Commitment) -> Result<Secret, SecretError>,
    ) -> Result<Match, PlayError> {
        let file = &reader.file().to_path_buf();
        if reader.header().analysis {
            return Err(PlayError::Analysis(file.clone()));
        }
        let (mut setup, mut game) = setup_of(file, reader.header())?;
        let (record, clocks) = Record::load_with_clocks(reader, &mut *game)?;
        setup.seed = record.seed().unwrap_or_default();
        let mut state = State::new(game);
        state.spent = Duration::from_millis(record.thinking_ms());
        if !matches!(state.game.turn(), Turn::Over(_)) {
            state.ended = record.outcome(file)?;
        }
        let mut kept = None;
        if let (Some(commitment), None) = (&record.header.commitment, record.reveal()) {
            let secret = secret(commitment)?;
            setup.seed = secret.seed(&commitment.entropy);
            kept = Some(secret);
        }
        let mut read = Match::from_parts(setup, state, record);
        (read.clocks, read.secret) = (clocks, kept);
        Ok(read)
    }

    /// Adds a missing result or reveal: the program may have stopped right after the last action.
    fn add_missing_end(&mut self) -> Result<(), PlayError> {
        let missing = self.final_events(self.outcome().filter(|_| self.record.result().is_none()));
        self.write(missing)
    }

    /// The final events of the record: the result, unless already written, and then the secret.
    pub(super) fn final_events(&self, outcome: Option<Outcome>) -> Vec<MatchEvent> {
        let result = outcome.map(|outcome| MatchEvent::Result(MatchResult::new(outcome)));
        let over = result.is_some() || self.record.result().is_some();
        let reveal = self
            .secret
            .as_ref()
            .filter(|_| over)
            .map(|secret| MatchEvent::Reveal(Reveal { secret: secret.to_string(), seed: self.setup.seed }));
        result.into_iter().chain(reveal).collect()
    }

    /// Queues events for the match file and adds them to the record. Once revealed, the secret is
    /// dropped.
    pub(super) fn write(&mut self, events: Vec<MatchEvent>) -> Result<(), PlayError> {
        if let Some(journal) = self.journal.as_mut().filter(|_| !events.is_empty()) {
            journal.append(&events)?;
        }
        for event in events {
            self.record.push(event);
        }
        if self.record.reveal().is_some() && self.secret.take().is_some() {
            self.remove_secret();
        }
        Ok(())
    }

    /// Waits until the match file has all events, if the match is recorded.
    ///
    /// # Errors
    /// If a write failed. The next event retries it.
    pub fn flush(&mut self) -> Result<(), PlayError> {
        self.journal.as_mut().map_or(Ok(()), |journal| Ok(journal.flush()?))
    }

    /// Queues the time used for the current decision for the match file, if the match has clocks.
    /// The time still counts when the match is resumed.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub fn keep_time(&mut self) -> Result<(), PlayError> {
        self.write(self.unrecorded_time().into_iter().collect())
    }

    /// The time used for the current decision, unless already recorded.
    pub(super) fn unrecorded_time(&self) -> Option<MatchEvent> {
        let used_ms = milliseconds(self.state.spent);
        let more = used_ms > self.record.thinking_ms() && self.setup.clock.is_some() && self.outcome().is_none();
        more.then_some(MatchEvent::Thinking(Thinking { used_ms }))
    }

    /// Whether the match is being recorded.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.recorded_in().is_some()
    }

    /// Whether the match is recorded in this file, compared by canonical path.
    #[must_use]
    pub fn is_recorded_in(&self, file: &Path) -> bool {
        self.recorded_in().is_some_and(|own| canonicalize(file).is_ok_and(|file| file == own))
    }

    /// The file in which the match is recorded.
    #[must_use]
    pub fn recorded_in(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::file)
    }

    /// The torn line of the resumed file, which was ignored from there on.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.record.torn()
    }

    /// The record of all events.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use super::*;
    use crate::platform::storage::slow_disk;
    use crate::play::{Seat, Setup};
    use fairground_rules::games;

    /// The files of a match and its secret appear immediately. The writing thread syncs them to
    /// disk.
    #[test]
    fn a_new_file_does_not_wait_for_the_disk() {
        struct Released;
        impl Drop for Released {
            fn drop(&mut self) {
                slow_disk::hold(false);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().canonicalize().unwrap().join("match.jsonl");
        let secret = secret_file(&file);
        let setup = Setup::new(games::info("fluky").unwrap(), [Seat::Human; 2], 1);
        let mut running = Match::committed(setup, Secret::random().unwrap(), Default::default()).unwrap();
        slow_disk::hold(true);
        let held = Released;
        // This must return although the disk is blocked.
        running.record_to(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), running.record().to_text().unwrap());
        assert!(secret.exists() && !slow_disk::has(&file) && !slow_disk::has(&secret));
        let flusher = thread::spawn(move || running.flush().map(|()| running));
        drop(held);
        let running = flusher.join().unwrap().unwrap();
        assert!(slow_disk::has(&file) && slow_disk::has(&secret));
        drop(running);
    }
}
