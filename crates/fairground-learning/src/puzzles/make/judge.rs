//! Judges a position by search: the best actions, and whether they are clearly better than the
//! others.

use crate::puzzles::Kind;
use fairground_rules::bots::{Limits, SearchControl, WIN_BOUND, analyse, win_probability};
use fairground_rules::engine::{Position, Turn, TypedGame};

/// The number of best actions to search: enough for all right ones and one wrong one.
const LINES: usize = 4;

/// The difference in expected score up to which actions count as equal.
const MARGIN: f64 = 0.02;

/// Thresholds for a clear decision, in expected score.
#[derive(Clone, Copy)]
pub(super) struct Clarity {
    /// The maximum for wrong actions beside a forced win.
    beside_win: f64,
    /// The maximum for actions that do not save the game.
    lost: f64,
    /// The maximum for wrong actions beside one that gains a decisive advantage.
    beside_gain: f64,
    /// The minimum difference to wrong actions before a throw.
    chance: f64,
}

impl Clarity {
    /// For a new puzzle.
    pub const MADE: Clarity = Clarity { beside_win: 0.75, lost: 0.10, beside_gain: 0.55, chance: 0.10 };
    /// For an existing puzzle; more lenient, so that small differences between searches do not
    /// matter.
    pub const KEPT: Clarity = Clarity { beside_win: 0.90, lost: 0.25, beside_gain: 0.72, chance: 0.05 };
}

/// The best actions of a position.
pub(super) struct SearchedActions<A> {
    /// The actions, best first, with their values for the side to act, centipawns, and the expected
    /// continuation.
    pub best: Vec<(A, i32, Vec<A>)>,
    /// The changes of the best action during the search, in order: the number of nodes and the
    /// action.
    pub best_changes: Vec<(u64, A)>,
}

/// Searches a decision; `None` if stopped.
pub(super) fn judge<P: Position>(
    game: &TypedGame<P>,
    nodes: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<SearchedActions<P::Action>> {
    let mut best_changes = Vec::new();
    let mut note = |report: &fairground_rules::bots::SearchResult<P::Action>| {
        if let Some(action) = report.lines.first().and_then(|line| line.actions.first()) {
            best_changes.push((report.nodes, *action));
        }
    };
    let mut control = SearchControl { stop, progress: &mut note };
    let found = analyse(game, Limits::nodes(nodes).with_hand_written_evaluation(), LINES, &mut control);
    if stop() {
        return None;
    }
    let lines = found.report.lines.into_iter();
    let best = lines.filter_map(|line| Some((*line.actions.first()?, line.value, line.actions))).collect();
    Some(SearchedActions { best, best_changes })
}

impl<A: Copy + PartialEq> SearchedActions<A> {
    /// Revalues each action by the position after it, and the faces of a die one by one, so that
    /// the value before a throw is the mean of its table.
    pub fn weigh<P: Position<Action = A>>(
        &mut self,
        game: &TypedGame<P>,
        nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Faces<A>>> {
        let side = game.turn().side()?;
        let share = (nodes / self.best.len().max(1) as u64).max(1);
        let mut faces = Vec::new();
        for (action, value, _) in &mut self.best {
            let mut next = game.clone();
            next.play(*action);
            let mut control = SearchControl { stop, progress: &mut |_| {} };
            let found = analyse(&next, Limits::nodes(share).with_hand_written_evaluation(), 1, &mut control);
            if stop() {
                return None;
            }
            *value = found.value_for(side);
            faces.push(Faces {
                after: *action,
                values: found.faces.iter().map(|face| (face.action, face.value)).collect(),
            });
        }
        self.best.sort_by_key(|(_, value, _)| std::cmp::Reverse(*value));
        Some(faces)
    }

    /// The kind of the puzzle, and the number of best actions that are right; `None` if the
    /// decision is not clear.
    pub fn kind<P: Position<Action = A>>(&self, game: &TypedGame<P>, clarity: Clarity) -> Option<(Kind, usize)> {
        let win = |index: usize| self.best.get(index).map(|(_, value, _)| win_probability(*value));
        let (first, value, _) = self.best.first()?;
        let top = win(0)?;
        let equal = |margin: f64| (0..self.best.len()).take_while(|index| win(*index) >= Some(top - margin)).count();
        // At least one action must be wrong, and only a few right.
        let clear = |right: usize, most: f64| (right < self.best.len() && win(right)? <= most).then_some(right);
        if *value >= WIN_BOUND {
            let right = self.best.iter().take_while(|(_, value, _)| *value >= WIN_BOUND).count();
            return Some((Kind::Win, clear(right, clarity.beside_win)?));
        }
        let mut next = game.clone();
        next.play(*first);
        if let Turn::Chance(..) = next.pending() {
            let right = equal(MARGIN);
            return (top >= 0.1).then_some((Kind::Chance, clear(right, top - clarity.chance)?));
        }
        match top {
            0.85.. => Some((Kind::Gain, clear(equal(MARGIN), clarity.beside_gain)?)),
            0.3..0.75 => Some((Kind::Save, clear(1, clarity.lost)?)),
            _ => None,
        }
    }

    /// The number of nodes after which the best action of the search was always one of these.
    pub fn found_after(&self, right: &[A]) -> u64 {
        let wrong = self.best_changes.iter().rposition(|(_, action)| !right.contains(action));
        let kept = wrong.map_or(0, |last| last + 1);
        let last = self.best_changes.last().map_or(1, |(nodes, _)| *nodes);
        self.best_changes.get(kept).map_or(last, |(nodes, _)| *nodes)
    }
}

/// The values of the faces of a die after an action; empty if no throw follows.
pub(super) struct Faces<A> {
    pub after: A,
    pub values: Vec<(A, i32)>,
}
