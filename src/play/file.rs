//! A match as a match file, and back.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::state::State;
use super::{Clock, Match, PlayError, Setup};
use crate::engine::text::did_you_mean;
use crate::engine::{DynGame, Options, TextError, Turn};
use crate::games;
use crate::record::{
    Claim, Clocks, Ended, FORMAT, Header, Journal, MatchEvent, Record, RecordError, Seats, Torn, VERSION,
};

/// Who may take a seat.
const SEATS: &str = "human, random, greedy, 1 to 8, max, or a search with limits, as search:nodes=10000";

/// What a match file says of a match from the start.
pub(super) fn header_of(setup: &Setup, game: &dyn DynGame) -> Header {
    let clocks =
        |clock: Clock| Clocks { start_ms: milliseconds(clock.start), increment_ms: milliseconds(clock.increment) };
    Header {
        format: FORMAT.to_string(),
        version: VERSION,
        game: setup.info.id.to_string(),
        options: setup.options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        seats: Seats { white: setup.seats[0].to_string(), black: setup.seats[1].to_string() },
        dice: setup.dice.to_string(),
        seed: setup.seed,
        start: game.start_text(),
        clocks: setup.clock.map(clocks),
    }
}

/// What a match file says of how the match is played, and its game at the start.
pub(super) fn setup_of(file: &Path, header: &Header) -> Result<(Setup, Box<dyn DynGame>), RecordError> {
    let ids = || games::ALL.iter().map(|info| info.id).collect::<Vec<_>>();
    let unknown = |_| {
        let expected = format!("one of {}{}", ids().join(", "), did_you_mean(&header.game, ids()));
        RecordError::field(file, "game", expected, &header.game)
    };
    let info = games::info(&header.game).map_err(unknown)?;
    let text = |field: &'static str| {
        move |error: TextError| {
            RecordError::field(file, format!("{field}, {}", error.field), error.expected, &error.found)
        }
    };
    let pairs = header.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let options = Options::new(info.options, pairs).map_err(text("options"))?;
    let game = games::begin(info, options.clone(), Some(&header.start)).map_err(text("start"))?;
    let setup = Setup {
        info,
        options,
        seats: [
            word(file, "seats, white", SEATS, &header.seats.white)?,
            word(file, "seats, black", SEATS, &header.seats.black)?,
        ],
        seed: header.seed,
        dice: word(file, "dice", "physics or instant", &header.dice)?,
        start: Some(header.start.clone()),
        clock: header.clocks.as_ref().map(|clocks| Clock {
            start: Duration::from_millis(clocks.start_ms),
            increment: Duration::from_millis(clocks.increment_ms),
        }),
    };
    Ok((setup, game))
}

impl Match {
    /// Goes on with the match in a file, and goes on writing to it. A file of version 1 becomes one of the present version.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another program is writing to, or that does not agree with the rules; it
    /// says where. The file is then unchanged.
    pub fn resume(file: &Path) -> Result<Match, PlayError> {
        let (claim, mut record) = Claim::open(file)?;
        let (setup, mut game) = setup_of(file, &record.header)?;
        let mut state = State::new(game.boxed());
        record.replay(file, &mut *game)?;
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
        let mut journal = Journal::resume(claim, &mut record)?;
        // The program may have stopped between the last action and what came of it.
        if let (Some(outcome), None) = (state.outcome(), record.result()) {
            let result = MatchEvent::Result(Ended::new(outcome));
            journal.append(std::slice::from_ref(&result))?;
            record.push(result);
        }
        Ok(Match::from_parts(setup, state, record, Some(journal)))
    }

    /// Writes the match to a new file from now on, which holds all of it so far at once.
    ///
    /// # Errors
    /// If the file exists, unless this match is written to it already, or cannot be written.
    pub fn record_to(&mut self, file: &Path) -> Result<(), PlayError> {
        let same = |journal: &Journal| file.canonicalize().is_ok_and(|file| file == journal.file());
        if self.journal.as_ref().is_some_and(same) {
            return Ok(());
        }
        let journal = Journal::create(file, &self.record)?;
        self.flush()?;
        self.journal = Some(journal);
        Ok(())
    }

    /// Waits until everything that happened is in the match file, if the match is recorded.
    ///
    /// # Errors
    /// If something could not be written. It is tried again with whatever happens next.
    pub fn flush(&mut self) -> Result<(), PlayError> {
        self.journal.as_mut().map_or(Ok(()), Journal::flush).map_err(PlayError::from)
    }

    /// Whether the match is being recorded.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.journal.is_some()
    }

    /// What was left out of the file from which the match was resumed, because it was not whole.
    #[must_use]
    pub fn torn(&self) -> Option<&Torn> {
        self.record.torn()
    }

    /// Everything that happened, as a match file tells it.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }
}

/// Reads a seat or a kind of dice.
fn word<T: FromStr>(file: &Path, field: &str, expected: &str, text: &str) -> Result<T, RecordError> {
    text.parse().map_err(|_| RecordError::field(file, field, expected, text))
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
