use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::error::ArenaError;
use super::programs::Programs;
use super::tournament::Tournament;
use crate::bots::{self, Limits};
use crate::engine::{Options, Side, Tabletop, Turn, TypedGame};
use crate::play::{self, BotMatch, Match, PlayError, Replay};

/// Random plies at the start of each match, the same in both of a pair.
const OPENING_PLIES: u32 = 4;

/// An opening is drawn again if it is better for one side by more than this, centipawns.
const OPENING_LIMIT: i32 = 150;

/// Nodes searched to value an opening.
const OPENING_NODES: u64 = 2_000;

/// After this many openings that are not even, the match begins from the game's start.
const OPENING_TRIES: u64 = 50;

/// How a match ends in which a player chose an action that the rules do not allow.
const ILLEGAL: &str = "illegal action";

/// How a match went for A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A has won.
    Win,
    /// Nobody has.
    Draw,
    /// B has won.
    Loss,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSummary {
    /// The result for A.
    pub verdict: GameResult,
    /// Why it ended, in the words of match files.
    pub end: String,
    /// Completed turns, the opening's included.
    pub plies: u64,
    /// Nodes that A and B searched.
    pub nodes: [u64; 2],
    /// Illegal actions that a bot chose; it has lost.
    pub illegal: u64,
    /// Bots that crashed, and other programs that ended or did not answer; they have lost.
    pub crashes: u64,
    /// What another program did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// Both matches of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// Its number, from 0.
    pub pair: u64,
    /// A is White in the first.
    pub matches: [MatchSummary; 2],
}

/// Plays a pair; `None` if `stop` ended it before it was over.
pub(super) fn play_pair<P: Tabletop>(
    tournament: &Tournament,
    pair: u64,
    programs: &mut Programs,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<PairResult>, ArenaError> {
    let seed = pair_seed(tournament.seed, pair);
    let opening = opening::<P>(&tournament.options, seed);
    let mut play = |a_plays: Side| {
        let seats = Side::BOTH.map(|side| tournament.players()[index_of(side, a_plays)].seat());
        let mut running = BotMatch::new(opening.clone(), seats, seed);
        let result = play_match(tournament, &mut running, a_plays, programs, stop)?;
        let names = Side::BOTH.map(|side| programs.names[index_of(side, a_plays)].clone());
        Some((result, running, names))
    };
    let Some((first, second)) = play(Side::White).zip(play(Side::Black)) else { return Ok(None) };
    if let Some(folder) = &tournament.record {
        for (a_plays, (result, played, names)) in Side::BOTH.into_iter().zip([&first, &second]) {
            let name = format!("pair-{:05}-a-{a_plays}.jsonl", pair + 1);
            let mut whole = played.to_match(names.clone(), tournament.event.clone())?;
            if let Some(fault) = &result.fault {
                let loser = if result.verdict == GameResult::Loss { a_plays } else { a_plays.other() };
                whole.forfeit(loser, fault)?;
            }
            record(whole, &folder.join(name))?;
        }
    }
    Ok(Some(PairResult { pair, matches: [first.0, second.0] }))
}

/// Whether this side is A's (0) or B's (1).
fn index_of(side: Side, a_plays: Side) -> usize {
    usize::from(side != a_plays)
}

/// Writes a match file, unless it is there already: a tournament that was stopped may have recorded a pair whose result it did not keep.
fn record(mut played: Match, file: &Path) -> Result<(), PlayError> {
    // Dates differ.
    let same = |known: Replay| {
        let own = played.record();
        known.header().seats == own.header.seats && known.actions().eq(own.actions().iter().map(|entry| &entry.action))
    };
    if file.exists() && Replay::open(file).is_ok_and(same) {
        return Ok(());
    }
    played.record_to(file)?;
    played.flush()
}

/// The seed of the openings, dice and bots of both matches of a pair; the multiplier is 2^64 over the golden ratio.
pub(super) const fn pair_seed(seed: u64, pair: u64) -> u64 {
    seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A few random plies that leave both sides their chances.
pub(super) fn opening<P: Tabletop>(options: &Options, seed: u64) -> TypedGame<P> {
    // The openings of a seed are the same, whatever net there is.
    let limits = Limits::nodes(OPENING_NODES).by_hand();
    for attempt in 0..OPENING_TRIES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(attempt << 32));
        let mut game = TypedGame::<P>::new(options.clone());
        let mut plies = 0;
        while plies < OPENING_PLIES {
            let before = game.turn().side();
            let action = match game.turn() {
                Turn::Over(_) => break,
                Turn::Decide(_) => {
                    let mut actions = Vec::new();
                    game.position().generate(&mut actions);
                    actions.sort_unstable();
                    bots::choose_uniform(&actions, &mut rng)
                }
                Turn::Chance(..) => play::roll(&game, seed),
            };
            let Some(action) = action else { break };
            game.play(action);
            plies += u32::from(game.turn().side() != before);
        }
        // Not within a turn: the side to move in the match itself has all of it.
        if matches!(game.turn(), Turn::Decide(_)) && bots::value_for(&game, Side::White, limits).abs() <= OPENING_LIMIT
        {
            return game;
        }
    }
    TypedGame::new(options.clone())
}

/// Plays one match to its end, or until `stop`.
fn play_match<P: Tabletop>(
    tournament: &Tournament,
    running: &mut BotMatch<P>,
    a_plays: Side,
    programs: &mut Programs,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<MatchSummary> {
    let mut nodes = [0, 0];
    let mut plies = plies_of(&running.game);
    let (mut illegal, mut crashes, mut fault) = (0, 0, None);
    programs.begin_match();
    let lost = |side: Side| if side == a_plays { GameResult::Loss } else { GameResult::Win };
    let (verdict, end) = loop {
        let turn = running.game.turn();
        let action = match turn {
            Turn::Over(outcome) => {
                let verdict = outcome.winner.map_or(GameResult::Draw, |winner| lost(winner.other()));
                break (verdict, outcome.reason.words());
            }
            Turn::Chance(side, _) => match running.roll() {
                Some(action) => action,
                None => break (lost(side), "no throw"),
            },
            Turn::Decide(side) => {
                let index = index_of(side, a_plays);
                let decided = match programs.decide(index, tournament.players()[index], &running.game, side, stop) {
                    Some(decided) => decided.map_err(|error| (error.words(), Some(error.to_string()))),
                    None => bot_decides(running, stop).map_err(|words| (words, None)),
                };
                if stop() {
                    return None;
                }
                match decided {
                    Ok((action, searched)) => {
                        nodes[index] += searched;
                        action
                    }
                    Err((words, why)) => {
                        illegal = u64::from(words == ILLEGAL);
                        (crashes, fault) = (1 - illegal, why);
                        break (lost(side), words);
                    }
                }
            }
        };
        running.game.play(action);
        plies += u64::from(running.game.turn().side() != turn.side());
    };
    Some(MatchSummary { verdict, end: end.to_string(), plies, nodes, illegal, crashes, fault })
}

/// The action of the bot to act, and the nodes that it has searched, or what it did wrong.
fn bot_decides<P: Tabletop>(
    running: &BotMatch<P>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<(P::Action, u64), &'static str> {
    let report = catch_unwind(AssertUnwindSafe(|| running.think(stop))).map_err(|_| "crash")?;
    let action = report.lines.first().and_then(|line| line.actions.first().copied());
    action.filter(|&action| running.game.check(action).is_ok()).map(|action| (action, report.nodes)).ok_or(ILLEGAL)
}

fn plies_of<P: Tabletop>(game: &TypedGame<P>) -> u64 {
    let mut again = game.clone();
    while again.undo().is_some() {}
    let mut plies = 0;
    for action in game.actions() {
        let side = again.turn().side();
        again.play(action);
        plies += u64::from(again.turn().side() != side);
    }
    plies
}
