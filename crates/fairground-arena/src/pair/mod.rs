//! A pair of matches with the same opening and dice, in which the players swap sides.

mod adjudicator;
mod clocks;
mod opening;
mod pgn;
mod played;
mod programs;
mod result;

use std::fs;
use std::path::Path;

use super::contest::Contest;
use super::error::ArenaError;
use fairground_match::play::{BotMatch, Match, PlayError, Replay};
use fairground_match::record::{Header, Reader};
use fairground_rules::engine::{Game, Side};
use played::{PlayedMatch, play_match};

pub use adjudicator::{Adjudication, Adjudicator};
pub(super) use opening::{opening, random_plies};
pub(super) use programs::Programs;
pub use result::{GameResult, MatchSummary, PairResult};

/// A completed pair.
pub(super) struct PlayedPair {
    pub result: PairResult,
    /// Both matches as PGN, if requested.
    pub pgn: Option<String>,
}

/// Plays a pair; `None` if `stop` ended it early. If the contest `continues`, the pair may already
/// have been recorded without its result.
pub(super) fn play_pair<P: Game>(
    contest: &Contest,
    pair: u64,
    continues: bool,
    programs: &mut Programs,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<PlayedPair>, ArenaError> {
    let seed = pair_seed(contest.seed, pair);
    let opening = match &contest.conditions.openings {
        Some(openings) => openings.begin::<P>(pair, &contest.options)?,
        None => opening(&contest.options, seed),
    };
    let mut play = |a_plays: Side| {
        let seats = Side::BOTH.map(|side| contest.players()[usize::from(side != a_plays)].seat());
        play_match(contest, BotMatch::new(opening.clone(), seats, seed), a_plays, programs, stop)
    };
    let Some((first, second)) = play(Side::White).zip(play(Side::Black)) else { return Ok(None) };
    let both = [first, second];
    if let Some(folder) = &contest.record {
        for played in &both {
            let name = format!("pair-{:05}-a-{}.jsonl", pair + 1, played.a_plays);
            record(played.to_match(contest)?, &folder.join(name), continues)?;
        }
    }
    let pgn = contest.pgn.as_ref().map(|_| -> Result<_, ArenaError> {
        let text = |(number, played): (u8, &PlayedMatch<P>)| {
            let round = format!("{}.{number}", pair + 1);
            Ok::<_, PlayError>(format!("{}\n", pgn::of(played, contest, &round)?))
        };
        Ok((1..).zip(&both).map(text).collect::<Result<String, PlayError>>()?)
    });
    let result = PairResult { pair, matches: both.map(|played| played.summary) };
    Ok(Some(PlayedPair { result, pgn: pgn.transpose()? }))
}

/// Writes a match file, unless it already holds this match: an interrupted contest may have
/// recorded a pair without saving its result. If it `continues`, the new match replaces one that
/// went differently, as with clocks.
fn record(mut played: Match, file: &Path, continues: bool) -> Result<(), ArenaError> {
    let own = played.record();
    // The dates may differ.
    let same = |known: Replay| {
        known.header().seats == own.header.seats && known.actions().eq(own.actions().iter().map(|entry| &entry.action))
    };
    let of_contest = |known: Reader| {
        let date = own.header.date.clone();
        Header { date, ..known.header().clone() } == own.header
    };
    if file.exists() {
        if Replay::open(file).is_ok_and(same) {
            return Ok(());
        }
        if continues && Reader::open(file).is_ok_and(of_contest) {
            fs::remove_file(file).map_err(ArenaError::file(file))?;
        }
    }
    played.record_to(file)?;
    Ok(played.flush()?)
}

/// The seed of the opening, dice and bots in both matches of a pair. The multiplier is 2^64 divided
/// by the golden ratio.
pub(super) const fn pair_seed(seed: u64, pair: u64) -> u64 {
    seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
