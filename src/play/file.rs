//! A match as a match file, and back.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::state::State;
use super::{Clock, Match, PlayError, Setup};
use crate::engine::{DynGame, Options, TextError, Turn};
use crate::games;
use crate::record::{self, Clocks, Ended, Entry, FORMAT, Journal, KeptRoll, Record, RecordError, Seats, VERSION};

/// The match file of a match as it stands.
pub(super) fn record_of(setup: &Setup, state: &State) -> Record {
    let entry = |(action, step): (String, &super::state::Step)| Entry::new(action, step.hash, step.throw.clone());
    let clocks = |clock: Clock| Clocks {
        start_ms: milliseconds(clock.start),
        increment_ms: milliseconds(clock.increment),
        used_ms: state.steps.iter().map(|step| milliseconds(step.used)).collect(),
    };
    let kept = |(after, throw): (&String, &record::Throw)| KeptRoll { after: after.clone(), throw: throw.clone() };
    Record {
        format: FORMAT.to_string(),
        version: VERSION,
        game: setup.info.id.to_string(),
        options: setup.options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        seats: Seats { white: setup.seats[0].to_string(), black: setup.seats[1].to_string() },
        dice: setup.dice.to_string(),
        seed: setup.seed,
        start: state.game.start_text(),
        actions: state.game.played().into_iter().zip(&state.steps).map(entry).collect(),
        clocks: setup.clock.map(clocks),
        rolls: state.kept.iter().map(kept).collect(),
        result: state.outcome().map(Ended::new),
    }
}

/// What a match file says of how the match is played, and its game at the start.
pub(super) fn setup_of(file: &Path, record: &Record) -> Result<(Setup, Box<dyn DynGame>), RecordError> {
    let info =
        games::info(&record.game).map_err(|error| RecordError::field(file, "game", error.to_string(), &record.game))?;
    let text = |field: &'static str| {
        move |error: TextError| {
            RecordError::field(file, format!("{field}, {}", error.field), error.expected, &error.found)
        }
    };
    let pairs = record.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let options = Options::new(info.options, pairs).map_err(text("options"))?;
    let game = games::begin(info, options.clone(), Some(&record.start)).map_err(text("start"))?;
    let setup = Setup {
        info,
        options,
        seats: [word(file, "seats, white", &record.seats.white)?, word(file, "seats, black", &record.seats.black)?],
        seed: record.seed,
        dice: word(file, "dice", &record.dice)?,
        start: Some(record.start.clone()),
        clock: record.clocks.as_ref().map(|clocks| Clock {
            start: Duration::from_millis(clocks.start_ms),
            increment: Duration::from_millis(clocks.increment_ms),
        }),
    };
    Ok((setup, game))
}

impl Match {
    /// Goes on with the match in a file, and goes on writing to it.
    ///
    /// # Errors
    /// A file that cannot be read, or that does not agree with the rules; it says where.
    pub fn resume(file: &Path) -> Result<Match, PlayError> {
        let record = record::read(file)?;
        let (setup, mut game) = setup_of(file, &record)?;
        let start = game.boxed();
        record.replay(file, &mut *game)?;
        let mut state = State::new(start);
        for (index, entry) in record.actions.iter().enumerate() {
            let used = record.clocks.as_ref().and_then(|clocks| clocks.used_ms.get(index)).copied().unwrap_or(0);
            state.apply(&entry.action, entry.throw.clone(), Duration::from_millis(used)).map_err(|source| {
                RecordError::Action {
                    file: file.to_path_buf(),
                    number: index + 1,
                    action: entry.action.clone(),
                    source: Box::new(source),
                }
            })?;
        }
        state.kept = record.rolls.iter().map(|kept| (kept.after.clone(), kept.throw.clone())).collect();
        if !matches!(game.turn(), Turn::Over(_)) {
            state.ended = record.outcome(file)?;
        }
        Ok(Match::from_parts(setup, state, Some(Journal::resume(file))))
    }
}

/// Reads a seat or a kind of dice.
fn word<T: FromStr<Err: ToString>>(file: &Path, field: &str, text: &str) -> Result<T, RecordError> {
    text.parse().map_err(|error: T::Err| RecordError::field(file, field, error.to_string(), text))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
