//! Conversion between match file headers and match setups.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::setup::{Clock, Dice, Seat, Setup};
use crate::record::{Clocks, FORMAT, Header, Names, RecordError, Seats, VERSION};
use fairground_rules::engine::{DynGame, Side, TextError};
use fairground_rules::games;

/// The valid seats, for errors.
const SEATS: &str = "human, random, greedy, 1 to 8, max, or a search with limits such as search:nodes=10000";

/// Builds the header of a match file.
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
        seed: Some(setup.seed),
        start: game.start_text(),
        clocks: setup.clock.map(clocks),
        exact_clocks: setup.clock.is_some(),
        commitment: None,
        physics: (setup.dice == Dice::Physics && setup.info.dice).then(|| fairground_dice::PHYSICS.to_string()),
        names: Names::of(setup.names.clone()),
        date: Some(crate::platform::clock::now_text()),
        event: setup.event.clone(),
        elo: None,
        tags: types(setup.seats),
        draws_unclaimed: false,
        takebacks_cost_time: false,
        takebacks_reseed: setup.info.dice,
        analysis: false,
    }
}

/// The tags that distinguish external engines from people.
pub(super) fn types(seats: [Seat; 2]) -> BTreeMap<String, String> {
    let programs = Side::BOTH.into_iter().filter(|side| seats[side.index()] == Seat::Program);
    programs.map(|side| (Header::type_tag(side).to_string(), Header::PROGRAM.to_string())).collect()
}

/// The setup in a match file's header, and the game at its start. A secret seed is replaced by 0.
pub(super) fn setup_of(file: &Path, header: &Header) -> Result<(Setup, Box<dyn DynGame>), RecordError> {
    let text = |error: TextError| RecordError::field(file, error.field, error.expected, &error.found);
    let (info, options) = games::with_options(&header.game, &header.options).map_err(text)?;
    let mut game = games::begin(info, options.clone(), Some(&header.start))
        .map_err(|error| text(TextError { field: format!("start, {}", error.field), ..error }))?;
    if header.draws_unclaimed {
        game.leave_draws_unclaimed();
    }
    let setup = Setup {
        info,
        options,
        seats: [
            word(file, "seats, white", SEATS, &header.seats.white)?,
            word(file, "seats, black", SEATS, &header.seats.black)?,
        ],
        programs: [None, None],
        seed: header.seed.unwrap_or_default(),
        dice: word(file, "dice", "physics or instant", &header.dice)?,
        start: Some(header.start.clone()),
        clock: header.clocks.as_ref().map(|clocks| Clock {
            start: Duration::from_millis(clocks.start_ms),
            increment: Duration::from_millis(clocks.increment_ms),
        }),
        names: header.names.clone().map_or([None, None], |names| [names.white, names.black]),
        event: header.event.clone(),
    };
    Ok((setup, game))
}

/// Parses a seat or a kind of dice.
fn word<T: FromStr>(file: &Path, field: &str, expected: &str, text: &str) -> Result<T, RecordError> {
    text.parse().map_err(|_| RecordError::field(file, field, expected, text))
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
