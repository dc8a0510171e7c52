//! A match as a match file, and back.

use std::path::Path;
#[cfg(feature = "files")]
use std::time::Duration;

#[cfg(feature = "files")]
use super::chance::Secret;
use super::error::PlayError;
use super::game_match::Match;
#[cfg(feature = "files")]
use super::header::setup_of;
#[cfg(feature = "files")]
use super::state::State;
use crate::engine::Outcome;
#[cfg(feature = "files")]
use crate::engine::Turn;
#[cfg(feature = "files")]
use crate::record::{Journal, LockedMatchFile, RecordError, remove_secret, secret_file};
use crate::record::{MatchEvent, MatchResult, Record, Reveal, TornLine};

#[cfg(feature = "files")]
impl Match {
    /// Goes on with the match in a file, and goes on writing to it. A file of version 1 becomes one of the present version.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another program is writing to, or that does not agree with the rules; it
    /// says where. A match that is committed to a secret which is not beside its file. The file is then unchanged.
    pub fn resume(file: &Path) -> Result<Match, PlayError> {
        let (claim, reader) = LockedMatchFile::open(file)?;
        let (mut setup, mut game) = setup_of(file, reader.header())?;
        let mut state = State::new(game.boxed());
        let mut record = Record::load(reader, &mut *game)?;
        setup.seed = record.seed().unwrap_or_default();
        for (index, entry) in record.actions().iter().enumerate() {
            let used = Duration::from_millis(entry.used_ms.unwrap_or(0));
            state.apply(&entry.action, used).map_err(|source| RecordError::Action {
                file: file.to_path_buf(),
                action: format!("action {} ({})", index + 1, entry.action),
                source: Box::new(source),
            })?;
        }
        if !matches!(game.turn(), Turn::Over(_)) {
            state.ended = record.outcome(file)?;
        }
        let mut secret = None;
        if let (Some(commitment), None) = (&record.header.commitment, record.reveal()) {
            let kept = Secret::of_match(file, commitment)?;
            setup.seed = kept.seed(&commitment.entropy);
            secret = Some(kept);
        }
        let journal = Journal::resume(claim, &mut record)?;
        let mut resumed = Match::from_parts(setup, state, record, journal.into(), secret);
        // The program may have stopped between the last action and what came of it.
        let missing = resumed.final_events(resumed.outcome().filter(|_| resumed.record.result().is_none()));
        resumed.write(missing)?;
        Ok(resumed)
    }

    /// Writes the match to a new file from now on, which holds all of it so far at once.
    ///
    /// # Errors
    /// If the file exists, unless this match is written to it already, or cannot be written. The same for the file beside it that keeps
    /// the secret, if the match is committed to one.
    pub fn record_to(&mut self, file: &Path) -> Result<(), PlayError> {
        let same = |own: &Path| file.canonicalize().is_ok_and(|file| file == own);
        if self.recording.file().is_some_and(same) {
            return Ok(());
        }
        // First the secret: a match whose secret is nowhere could not go on.
        if let Some(secret) = &self.secret {
            secret.write(&secret_file(file))?;
        }
        let created = Journal::create(file, &self.record);
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

    /// Whether the match is being recorded.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.recorded_in().is_some()
    }

    /// The match file that the match is written to.
    #[must_use]
    pub fn recorded_in(&self) -> Option<&Path> {
        self.recording.file()
    }

    /// The incomplete line that was left out of the file from which the match was resumed.
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
