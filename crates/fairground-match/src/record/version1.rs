//! Version 1 of the match file, one JSON object. It can be read but is no longer written.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::FORMAT;
use super::error::RecordError;
use super::model::{Clocks, Header, MatchEvent, MatchResult, Record, RecordedAction, Seats, TakenBackRoll};
use super::throw::Throw;
use fairground_rules::engine::ActionText;

/// The maximum size of a file, bytes. A match of 10,000 throws needs a third of it.
pub(super) const MAX_VERSION_1: usize = 8 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    #[serde(rename = "format")]
    _format: String,
    version: u32,
    game: String,
    options: BTreeMap<String, String>,
    seats: Seats,
    dice: String,
    seed: u64,
    start: String,
    actions: Vec<Action>,
    clocks: Option<ClocksUsed>,
    rolls: Vec<TakenBackRoll>,
    result: Option<MatchResult>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Action {
    action: ActionText,
    #[serde(with = "super::hash_text")]
    hash: u64,
    throw: Option<Throw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClocksUsed {
    start_ms: u64,
    increment_ms: u64,
    /// The time taken from the player's clock for each action, ms.
    used_ms: Vec<u64>,
}

/// Reads a whole file.
pub(super) fn read(file: &Path, bytes: &[u8]) -> Result<Record, RecordError> {
    let contents: Contents = serde_json::from_slice(bytes).map_err(|error| RecordError::header(file, &error, bytes))?;
    let count = contents.actions.len();
    if let Some(clocks) = &contents.clocks
        && clocks.used_ms.len() != count
    {
        let found = clocks.used_ms.len().to_string();
        return Err(RecordError::field(file, "clocks, used_ms", format!("{count} times"), &found));
    }
    let settings = |clocks: &ClocksUsed| Clocks { start_ms: clocks.start_ms, increment_ms: clocks.increment_ms };
    let mut record = Record::new(Header {
        format: FORMAT.to_string(),
        version: contents.version,
        game: contents.game,
        options: contents.options,
        seats: contents.seats,
        dice: contents.dice,
        seed: Some(contents.seed),
        start: contents.start,
        clocks: contents.clocks.as_ref().map(settings),
        exact_clocks: false,
        commitment: None,
        physics: None,
        names: None,
        date: None,
        event: None,
        elo: None,
        tags: BTreeMap::new(),
        draws_unclaimed: false,
        takebacks_cost_time: false,
        takebacks_reseed: false,
        analysis: false,
    });
    for roll in contents.rolls {
        record.push(MatchEvent::Kept(Box::new(roll)));
    }
    for (index, Action { action, hash, throw }) in contents.actions.into_iter().enumerate() {
        let used_ms = contents.clocks.as_ref().map(|clocks| clocks.used_ms[index]);
        record.push(MatchEvent::Action(RecordedAction::new(action, hash, throw, used_ms)));
    }
    if let Some(result) = contents.result {
        record.push(MatchEvent::Result(result));
    }
    Ok(record)
}
