//! A match as a match file, and back.

use std::path::Path;
use std::time::Duration;

use super::chance::{Secret, SecretError};
use super::error::PlayError;
use super::game_match::Match;
use super::header::{milliseconds, setup_of};
use super::recording::Recording;
use super::state::State;
use crate::engine::{Outcome, Turn};
use crate::record::{Commitment, MatchEvent, MatchResult, Reader, Record, RecordError, Reveal, Thinking, TornLine};
#[cfg(feature = "files")]
use crate::record::{Journal, LockedMatchFile, remove_secret, secret_file};

#[cfg(feature = "files")]
impl Match {
    /// Goes on with the match in a file, and goes on writing to it. A file of version 1 becomes one of the present version.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another program is writing to, that is an analysis, or that does not
    /// agree with the rules; it says where. A match that is committed to a secret which is not beside its file. The file is
    /// then unchanged.
    pub fn resume(file: &Path) -> Result<Match, PlayError> {
        let (claim, reader) = LockedMatchFile::open(file)?;
        let mut resumed = Match::read(reader, |commitment| Secret::of_match(file, commitment))?;
        resumed.recording = Journal::resume(claim, &mut resumed.record)?.into();
        resumed.add_missing_end()?;
        Ok(resumed)
    }

    /// Writes the match to a new file from now on, which holds all of it so far at once, and does not wait for the disk.
    ///
    /// # Errors
    /// If the file exists, unless this match is written to it already, or cannot be written. The same for the file beside it that keeps
    /// the secret, if the match is committed to one.
    pub fn record_to(&mut self, file: &Path) -> Result<(), PlayError> {
        if self.is_recorded_in(file) {
            return Ok(());
        }
        // First the secret: a match whose secret is nowhere could not go on.
        let secret = self.secret.as_ref().map(|secret| secret.write_unsynced(&secret_file(file))).transpose()?;
        let created = Journal::create_after(secret, file, &self.record);
        if created.is_err() && self.secret.is_some() {
            // It stays if the system refuses this too, and the next attempt says so.
            let _ = remove_secret(&secret_file(file));
        }
        let journal = created?;
        self.flush()?;
        self.recording = journal.into();
        Ok(())
    }

    /// Removes the file of the secret once the match file has it. If either fails, it stays: nothing in it is secret any more.
    fn remove_secret(&mut self) {
        if self.recording.flush().is_ok()
            && let Some(file) = self.recording.file()
        {
            let _ = remove_secret(&secret_file(file));
        }
    }
}

impl Match {
    /// Goes on with a recorded match, which is then recorded nowhere: the caller takes new events from its record. If the result is
    /// missing, or the secret behind it, it is added to the record.
    ///
    /// # Errors
    /// An analysis. A record that does not agree with the rules; it says where. A secret that is not the one that the match is committed
    /// to, or that is missing.
    pub fn restore(reader: Reader, secret: Option<&Secret>) -> Result<Match, PlayError> {
        let file = reader.file().to_path_buf();
        let mut restored = Match::read(reader, |commitment| match secret {
            None => Err(SecretError::Missing(file)),
            Some(secret) => secret.clone().committed_to(commitment, &file),
        })?;
        restored.add_missing_end()?;
        Ok(restored)
    }

    /// A match from its record; the secret is asked for if the match is committed to one that it has not revealed.
    fn read(
        reader: Reader,
        secret: impl FnOnce(&Commitment) -> Result<Secret, SecretError>,
    ) -> Result<Match, PlayError> {
        let file = &reader.file().to_path_buf();
        if reader.header().analysis {
            return Err(PlayError::Analysis(file.clone()));
        }
        let (mut setup, mut game) = setup_of(file, reader.header())?;
        let (mut state, start) = (State::new(game.boxed()), game.boxed());
        let record = Record::load(reader, &mut *game)?;
        setup.seed = record.seed().unwrap_or_default();
        for (index, entry) in record.actions().iter().enumerate() {
            let used = Duration::from_millis(entry.used_ms.unwrap_or(0));
            state.apply(&entry.action, used).map_err(|source| RecordError::Action {
                file: file.clone(),
                action: format!("action {} ({})", index + 1, entry.action),
                source: Box::new(source),
            })?;
        }
        state.spent = Duration::from_millis(record.thinking_ms());
        state.charges = State::charges_of(&record, start);
        if !matches!(game.turn(), Turn::Over(_)) {
            state.ended = record.outcome(file)?;
        }
        let mut kept = None;
        if let (Some(commitment), None) = (&record.header.commitment, record.reveal()) {
            let secret = secret(commitment)?;
            setup.seed = secret.seed(&commitment.entropy);
            kept = Some(secret);
        }
        Ok(Match::from_parts(setup, state, record, Recording::default(), kept))
    }

    /// The program may have stopped between the last action and what came of it.
    fn add_missing_end(&mut self) -> Result<(), PlayError> {
        let missing = self.final_events(self.outcome().filter(|_| self.record.result().is_none()));
        self.write(missing)
    }

    /// The last events of the record: the outcome, if that is still to be written, and then the secret.
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

    /// Has these events on the way to the match file, and knows of them. A secret that is revealed is kept nowhere else any more.
    pub(super) fn write(&mut self, events: Vec<MatchEvent>) -> Result<(), PlayError> {
        self.recording.append(&events)?;
        for event in events {
            self.record.push(event);
        }
        if self.record.reveal().is_some() && self.secret.take().is_some() {
            #[cfg(feature = "files")]
            self.remove_secret();
        }
        Ok(())
    }

    /// Waits until everything that happened is in the match file, if the match is recorded.
    ///
    /// # Errors
    /// If something could not be written. It is tried again with whatever happens next.
    pub fn flush(&mut self) -> Result<(), PlayError> {
        self.recording.flush().map_err(PlayError::from)
    }

    /// Has the time that the side to act has used for its decision so far on the way to the match file, if the match has clocks. It is
    /// still used when the match goes on.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub fn keep_time(&mut self) -> Result<(), PlayError> {
        self.write(self.unrecorded_time().into_iter().collect())
    }

    /// The time used for the decision in progress, if the record does not have it yet.
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

    /// Whether the match is written to this file, however its name is spelled.
    #[must_use]
    pub fn is_recorded_in(&self, file: &Path) -> bool {
        self.recorded_in().is_some_and(|own| file.canonicalize().is_ok_and(|file| file == own))
    }

    /// The match file that the match is written to.
    #[must_use]
    pub fn recorded_in(&self) -> Option<&Path> {
        self.recording.file()
    }

    /// The line from which on the file was left out from which the match was resumed.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.record.torn()
    }

    /// Everything that happened, as a match file tells it.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }
}

#[cfg(test)]
#[cfg(feature = "files")]
mod tests {
    use std::fs;
    use std::thread;

    use super::*;
    use crate::games;
    use crate::platform::storage::slow_disk;
    use crate::play::{Seat, Setup};

    /// The file of a match, and that of its secret, are there at once. The thread that writes waits until the disk has them.
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
        // If this waited for the disk, it would not return.
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
