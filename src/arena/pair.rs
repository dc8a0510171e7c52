use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::Tournament;
use super::error::ArenaError;
use crate::bots;
use crate::engine::{Die, Options, Side, Tabletop, Turn, TypedGame};
use crate::play::{self, Dice, Match, Pending, Roll, Seat, Setup};

/// Random plies at the start of each match, the same in both of a pair.
const OPENING_PLIES: u32 = 4;

/// An opening is drawn again if it is better for one side by more than this, hundredths of a pawn, after a look at so many positions.
const OPENING_LIMIT: i32 = 150;
const OPENING_NODES: u64 = 2_000;
const OPENING_TRIES: u64 = 50;

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
pub struct MatchResult {
    /// For A.
    pub verdict: GameResult,
    /// Why it ended, in the words of match files.
    pub end: String,
    /// Completed turns, the opening's included.
    pub plies: u64,
    /// Positions that A and B looked at.
    pub nodes: [u64; 2],
    /// Illegal actions that a bot wanted to play; it has lost.
    pub illegal: u64,
    /// Bots that broke down; they have lost.
    pub crashes: u64,
}

/// Both matches of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// Its number, from 0.
    pub pair: u64,
    /// A is White in the first.
    pub matches: [MatchResult; 2],
}

/// Plays a pair.
pub(super) fn play_pair<P: Tabletop>(tournament: &Tournament, pair: u64) -> Result<PairResult, ArenaError> {
    let seed = tournament.seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opening = opening::<P>(&tournament.options, seed);
    let play = |white: Side| -> Result<MatchResult, ArenaError> {
        let (result, played) = play_match(tournament, opening.clone(), seed, white);
        if let Some(folder) = &tournament.record {
            let a = if white == Side::White { "white" } else { "black" };
            let file = folder.join(format!("pair-{:05}-a-{a}.json", pair + 1));
            record(tournament, &played, seed, white, &file)?;
        }
        Ok(result)
    };
    Ok(PairResult { pair, matches: [play(Side::White)?, play(Side::Black)?] })
}

/// A few random plies that leave both sides their chances.
pub(super) fn opening<P: Tabletop>(options: &Options, seed: u64) -> TypedGame<P> {
    let mut last = TypedGame::new(options.clone());
    for attempt in 0..OPENING_TRIES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(attempt << 32));
        let mut game = TypedGame::<P>::new(options.clone());
        let (mut plies, mut throws) = (0, 0);
        while plies < OPENING_PLIES {
            let before = game.turn().side();
            let action = match game.turn() {
                Turn::Over(_) => break,
                Turn::Decide(_) => {
                    let mut actions = Vec::new();
                    game.position().generate(&mut actions);
                    actions.sort_unstable();
                    bots::any(&actions, &mut rng)
                }
                Turn::Chance(_, die) => thrown(&game, die, seed, &mut throws),
            };
            let Some(action) = action else { break };
            game.play(action);
            plies += u32::from(game.turn().side() != before);
        }
        // Not within a turn: who begins the match itself has all of it.
        let fair = |game: &TypedGame<P>| {
            matches!(game.turn(), Turn::Decide(_))
                && bots::value_for(game, Side::White, OPENING_NODES).abs() <= OPENING_LIMIT
        };
        if fair(&game) {
            return game;
        }
        last = TypedGame::new(options.clone());
    }
    last
}

/// What the die shows: the n-th throw of a pair's matches is the same in both.
pub(super) fn thrown<P: Tabletop>(game: &TypedGame<P>, die: &Die, seed: u64, throws: &mut u64) -> Option<P::Action> {
    *throws += 1;
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ throws.wrapping_mul(0xd6e8_feb8_6659_fd93));
    let symbol = die.sides[rng.random_range(0..die.sides.len())];
    game.position().parse_action(&format!("~{symbol}")).ok()
}

/// Plays one match; `white` is the side that A plays.
fn play_match<P: Tabletop>(
    tournament: &Tournament,
    mut game: TypedGame<P>,
    seed: u64,
    a_plays: Side,
) -> (MatchResult, TypedGame<P>) {
    let mut nodes = [0, 0];
    let (mut plies, mut throws) = (plies_of(&game), game.actions().filter(is_roll).count() as u64);
    let (mut illegal, mut crashes) = (0, 0);
    let lost = |side: Side| if side == a_plays { GameResult::Loss } else { GameResult::Win };
    let (verdict, end) = loop {
        let turn = game.turn();
        let action = match turn {
            Turn::Over(outcome) => {
                let verdict = outcome.winner.map_or(GameResult::Draw, |winner| lost(winner.other()));
                break (verdict, outcome.reason.words());
            }
            Turn::Chance(side, die) => match thrown(&game, die, seed, &mut throws) {
                Some(action) => action,
                None => break (lost(side), "no throw"),
            },
            Turn::Decide(side) => {
                let own = usize::from(side != a_plays);
                let bot = [tournament.a, tournament.b][own];
                let think = || play::think(bot, &game, seed ^ own as u64, None, &|| false, &mut |_| {});
                let Ok(report) = catch_unwind(AssertUnwindSafe(think)) else {
                    crashes += 1;
                    break (lost(side), "crash");
                };
                nodes[own] += report.nodes;
                let action = report.lines.first().and_then(|line| line.actions.first().copied());
                match action.filter(|&action| game.check(action).is_ok()) {
                    Some(action) => action,
                    None => {
                        illegal += 1;
                        break (lost(side), "illegal action");
                    }
                }
            }
        };
        game.play(action);
        plies += u64::from(game.turn().side() != turn.side());
    };
    (MatchResult { verdict, end: end.to_string(), plies, nodes, illegal, crashes }, game)
}

fn is_roll(action: &impl ToString) -> bool {
    action.to_string().starts_with('~')
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

/// Writes a match that was played to a match file.
fn record<P: Tabletop>(
    tournament: &Tournament,
    played: &TypedGame<P>,
    seed: u64,
    a_plays: Side,
    file: &std::path::Path,
) -> Result<(), ArenaError> {
    let seat = |side: Side| Seat::Bot(if side == a_plays { tournament.a } else { tournament.b });
    let mut game = Match::new(Setup {
        options: tournament.options.clone(),
        dice: Dice::Instant,
        ..Setup::new(tournament.info, Side::BOTH.map(seat), seed)
    })?;
    for action in played.actions() {
        match game.pending() {
            Pending::Throw { die, .. } => {
                let text = action.to_string();
                let side = die.side_of(text.trim_start_matches('~')).unwrap_or(0);
                game.settle(&Roll { die, symbol: die.sides[side], physical: None, seconds: 0.0 })?;
            }
            _ => {
                game.act(&action.to_string())?;
            }
        }
    }
    Ok(game.record_to(file)?)
}
