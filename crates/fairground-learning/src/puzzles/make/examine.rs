//! Finds the puzzles of a match: a short search of each decision, then verification of the
//! promising ones.

use std::collections::BTreeMap;

use super::judge::{Clarity, Faces, SearchedActions, judge};
use super::line;
use super::list_balance::ListBalance;
use crate::puzzles::puzzle::id_of;
use crate::puzzles::themes::themes_of;
use crate::puzzles::{Check, DEEPER, Kind, Puzzle, Solution, Source};
use fairground_rules::bots::WIN;
use fairground_rules::engine::{Cell, Game, Turn, TypedGame, roll_symbol};

/// The divisor of the node limit for the short search of each decision.
const QUICK_SEARCH_DIVISOR: u64 = 8;

/// The minimum number of legal actions in a puzzle.
const MIN_ACTIONS: u64 = 5;

/// The minimum number of actions between two puzzles of a match.
const MIN_DISTANCE: usize = 7;

/// The parameters of the search for puzzles in a match.
pub(super) struct PuzzleFinder<'a> {
    pub nodes: u64,
    pub signature: u64,
    pub balance: &'a ListBalance,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl PuzzleFinder<'_> {
    /// The puzzles of a match; `None` if stopped.
    pub fn of_match<P: Game>(&self, played: &TypedGame<P>, source: &Source) -> Option<Vec<Puzzle>> {
        let mut position = played.start().clone();
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut balance = self.balance.clone();
        let (mut next, mut last) = (0, None);
        for (after, action) in played.actions().enumerate() {
            if (self.stop)() {
                return None;
            }
            if after >= next && balance.wants_more() {
                let source = Source { after, ..source.clone() };
                if let Some(puzzle) = self.of_position(&position, played, &source, &balance, last)? {
                    balance.add(&puzzle);
                    puzzles.push(puzzle);
                    next = after + MIN_DISTANCE;
                }
            }
            // A throw does not change the destination of the last move.
            last = position.gesture(action).map_or(last, |gesture| gesture.to);
            position.play(action);
        }
        Some(puzzles)
    }

    /// The puzzle at a position, if any. `last` is the destination of the last piece moved. The
    /// outer `None` means stopped.
    fn of_position<P: Game>(
        &self,
        position: &P,
        played: &TypedGame<P>,
        source: &Source,
        balance: &ListBalance,
        last: Option<Cell>,
    ) -> Option<Option<Puzzle>> {
        let Turn::Decide(side) = position.turn() else { return Some(None) };
        let text = position.to_string();
        let id = id_of(P::INFO.id, played.options(), &text);
        if position.count() < MIN_ACTIONS || balance.has(&id) {
            return Some(None);
        }
        let Ok(game) = TypedGame::<P>::from_text(played.options().clone(), &text) else { return Some(None) };
        let quick = judge(&game, self.nodes / QUICK_SEARCH_DIVISOR, self.stop)?;
        let Some((kind, _)) = quick.kind(&game, Clarity::KEPT) else { return Some(None) };
        let to = quick.best.first().and_then(|(action, ..)| position.gesture(*action)).and_then(|gesture| gesture.to);
        // A simple recapture is not a puzzle.
        let takes_back = kind != Kind::Win && to.is_some() && to == last;
        if takes_back || !balance.wants(kind, kind == Kind::Win && wins_at_once(&quick)) {
            return Some(None);
        }
        let first = judge(&game, self.nodes, self.stop)?;
        if first.kind(&game, Clarity::KEPT).is_none_or(|(again, _)| again != kind) {
            return Some(None);
        }
        let mut judged = judge(&game, DEEPER * self.nodes, self.stop)?;
        let mut faces = Vec::new();
        if kind == Kind::Chance {
            faces = judged.weigh(&game, DEEPER * self.nodes, self.stop)?;
        }
        let Some((verified, count)) = judged.kind(&game, Clarity::MADE) else { return Some(None) };
        let right: Vec<_> = judged.best[..count].iter().map(|(action, ..)| *action).collect();
        if verified != kind || first.best.first().is_none_or(|(action, ..)| !right.contains(action)) {
            return Some(None);
        }
        let best_line = &judged.best[0].2;
        let line = match kind {
            Kind::Win => {
                let line = line::win(&game, best_line, side, 4 * self.nodes, self.stop);
                if (self.stop)() {
                    return None;
                }
                let Some(line) = line else { return Some(None) };
                line
            }
            Kind::Chance => vec![judged.best[0].0],
            Kind::Save | Kind::Gain => line::expected(&game, best_line),
        };
        let (solutions, other) = solutions(&judged, count, &faces);
        let mut puzzle = Puzzle {
            id,
            game: P::INFO.id.to_string(),
            options: played.options().iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
            position: text,
            side,
            kind,
            solutions,
            other,
            line: line.iter().map(|action| action.to_string().into()).collect(),
            themes: Vec::new(),
            rating: 0,
            check: Check { nodes: self.nodes, search: self.signature, version: env!("CARGO_PKG_VERSION").to_string() },
            source: source.clone(),
        };
        puzzle.themes = themes_of(&puzzle);
        let decisions = puzzle.decisions();
        puzzle.rating = rating(judged.found_after(&right), position.count(), decisions);
        // The length of the win is not known before this point.
        let wanted = balance.wants(kind, kind == Kind::Win && decisions == 1);
        Some(Some(puzzle).filter(|puzzle| wanted && puzzle.check_rules().is_ok()))
    }
}

fn wins_at_once<A>(judged: &SearchedActions<A>) -> bool {
    judged.best.first().is_some_and(|(_, value, _)| *value == WIN - 1)
}

/// The right actions with their values and faces, and the value of the best wrong one.
fn solutions<A: Copy + PartialEq + ToString>(
    judged: &SearchedActions<A>,
    count: usize,
    faces: &[Faces<A>],
) -> (Vec<Solution>, i32) {
    let faces_of = |action: A| -> BTreeMap<String, i32> {
        let own = faces.iter().find(|faces| faces.after == action);
        let symbol = |roll: &A| roll_symbol(&roll.to_string()).unwrap_or_default().to_string();
        own.map(|own| own.values.iter().map(|(roll, value)| (symbol(roll), *value)).collect()).unwrap_or_default()
    };
    let right = judged.best[..count].iter();
    let solution = |&(action, value, _): &(A, i32, _)| Solution {
        action: action.to_string().into(),
        value,
        faces: faces_of(action),
    };
    let other = judged.best.get(count).map_or(i32::MIN, |(_, value, _)| *value);
    (right.map(solution).collect(), other)
}

/// The difficulty of a puzzle. It grows with the search effort per legal action, the number of
/// legal actions and the number of decisions. The median of each game is near 1500, the initial
/// rating of players.
fn rating(found_after: u64, actions: u64, decisions: usize) -> u32 {
    let effort = (found_after as f64 / actions.max(1) as f64 + 1.0).log2();
    let choice = (actions.max(1) as f64).log2();
    let rating = 100.0 + 237.5 * effort + 112.5 * choice + 325.0 * (decisions as f64 - 1.0);
    rating.clamp(500.0, 2_800.0).round() as u32
}
