//! Where a player decides: alpha-beta with the principal variation searched first.

use std::sync::LazyLock;

use super::order::bring_best;
use super::table::Bound;
use super::worker::{Candidate, MOST_PLIES, Worker};
use crate::bots::value::{INFINITE, WIN, WIN_BOUND, of_outcome};
use crate::engine::{Position, Side, Turn};

/// What is given up in advance by a quiet action that does not raise the evaluation, hundredths of a pawn for each depth.
const REVERSE_MARGIN: i32 = 85;
const FUTILITY_MARGIN: i32 = 110;
const RAZOR_MARGIN: i32 = 260;

/// Scores of candidates, by kind; within a kind the evaluation or the history decides.
const KNOWN: i32 = 4_000_000;
const GOOD: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;
const BAD: i32 = -2_000_000;

/// What a node is searched with.
#[derive(Clone, Copy)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// As the other side sees it.
    pub fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<P: Position> Worker<'_, P> {
    /// The value for `side` of a position that comes about by its action, or by its throw, `ply` actions from the root.
    pub fn after(&mut self, side: Side, next: &P, window: Window, depth: i32, ply: usize) -> i32 {
        self.frames[ply].line.clear();
        let turn = next.pending();
        if let Turn::Over(outcome) = turn {
            self.visit();
            return of_outcome(outcome, side, ply);
        }
        let key = next.repetition_key();
        if let Some(key) = key {
            if self.path.draws(next, key) {
                self.visit();
                return 0;
            }
            self.path.push(key);
        }
        // By side, never by depth: a turn may be several actions.
        let own = turn.side() == Some(side);
        let seen = if own { window } else { window.reversed() };
        let value = match turn {
            Turn::Decide(other) => self.decide(other, next, next.in_danger(), seen, depth, ply, true),
            Turn::Chance(other, _) => self.chance(other, next, seen, depth, ply),
            Turn::Over(_) => 0,
        };
        if key.is_some() {
            self.path.pop();
        }
        if own { value } else { -value }
    }

    /// The value of a position in which `side` decides, for it.
    fn decide(
        &mut self,
        side: Side,
        position: &P,
        danger: bool,
        window: Window,
        depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        let extended = danger && !self.plain && ply < 2 * self.root_depth as usize + 2;
        let mut depth = depth + i32::from(extended);
        if depth <= 0 && self.plain {
            return self.leaf(side, position, ply);
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return self.quiesce(side, position, danger, window, None, 0, ply);
        }
        if !self.visit() {
            return 0;
        }
        // No win is nearer than the one at the next action.
        let mut alpha = window.alpha.max(ply as i32 - WIN);
        let beta = window.beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let open = window.is_open();
        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(known) = known
            && !open
            && known.decides(depth, alpha, beta, ply)
            && position.halfmove_clock() < 90
        {
            return known.value(ply);
        }
        let evaluation =
            (!danger).then(|| known.and_then(|known| known.evaluation()).unwrap_or_else(|| self.evaluate(position)));
        self.frames[ply].evaluation = evaluation.map(|value| (side, value));
        if let Some(value) = evaluation
            && !open
            && !self.plain
            && beta.abs() < WIN_BOUND
            && let Some(value) = self.prune(side, position, value, alpha, beta, depth, ply, may_pass)
        {
            return value;
        }
        if self.aborted {
            return 0;
        }
        let known_action = known.and_then(|known| known.action);
        if known_action.is_none() && depth >= 4 && !self.plain {
            depth -= 1;
        }
        let mut candidates = self.candidates(side, position, known_action, evaluation, ply);
        if candidates.is_empty() {
            self.frames[ply].candidates = candidates;
            return of_outcome(position.outcome_without_actions(), side, ply);
        }
        let improving = self.improves(side, evaluation, ply);
        let (start, mut best, mut best_action) = (alpha, -INFINITE, None);
        let mut tried = 0;
        for i in 0..candidates.len() {
            bring_best(&mut candidates, i);
            let Candidate { action, noisy, score } = candidates[i];
            let mut next = position.clone();
            next.play(action);
            let quiet = !noisy || score < BAD / 2;
            let mut reduction = 0;
            if quiet && tried > 0 && best > -WIN_BOUND && !self.plain {
                let threatens = || matches!(next.pending(), Turn::Decide(_)) && next.in_danger();
                if let Some(value) = evaluation
                    && !open
                    && depth <= 6
                    && (tried > late(depth, improving) || value + FUTILITY_MARGIN * (depth + 1) <= alpha)
                    && !threatens()
                {
                    continue;
                }
                if depth >= 2 {
                    reduction = reduction_of(depth, tried) - i32::from(open) - i32::from(score >= KILLER / 2)
                        + i32::from(!improving);
                    if !noisy {
                        reduction -= self.history.get(side.index(), &action) / 6_000;
                    }
                    if reduction > 0 && (danger || threatens()) {
                        reduction -= 1;
                    }
                    reduction = reduction.clamp(0, depth - 1);
                }
            }
            let narrow = Window { alpha, beta: alpha + 1 };
            let wide = Window { alpha, beta };
            let mut value = if tried == 0 {
                self.after(side, &next, wide, depth - 1, ply + 1)
            } else {
                let value = self.after(side, &next, narrow, depth - 1 - reduction, ply + 1);
                if value > alpha && reduction > 0 && !self.aborted {
                    self.after(side, &next, narrow, depth - 1, ply + 1)
                } else {
                    value
                }
            };
            if tried > 0 && value > alpha && value < beta && !self.aborted {
                value = self.after(side, &next, wide, depth - 1, ply + 1);
            }
            if self.aborted {
                self.frames[ply].candidates = candidates;
                return 0;
            }
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    self.note_line(ply, action);
                    alpha = value;
                    if value >= beta {
                        self.reward(side, &candidates[..=i], depth, ply);
                        break;
                    }
                }
            }
        }
        self.frames[ply].candidates = candidates;
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > start => Bound::Exact,
            _ => Bound::Upper,
        };
        self.shared.table.store(key, best_action, best, evaluation, depth, bound, ply);
        best
    }

    /// The value of a position that is not looked beyond, its end by the rules aside.
    fn leaf(&mut self, side: Side, position: &P, ply: usize) -> i32 {
        self.visit();
        match position.turn() {
            Turn::Over(outcome) => of_outcome(outcome, side, ply),
            _ => self.evaluate(position),
        }
    }

    /// The value of a node that need not be searched, where the evaluation is so far off the window that no quiet action mends it.
    fn prune(
        &mut self,
        side: Side,
        position: &P,
        evaluation: i32,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> Option<i32> {
        if depth <= 6 && evaluation - REVERSE_MARGIN * depth >= beta {
            return Some(evaluation);
        }
        if depth <= 2 && evaluation + RAZOR_MARGIN * depth <= alpha {
            let value = self.quiesce(side, position, false, Window { alpha, beta }, Some(evaluation), 0, ply);
            if value <= alpha {
                return Some(value);
            }
        }
        // Who is good enough even after giving up the turn is good enough.
        if may_pass
            && depth >= 3
            && evaluation >= beta
            && let Some(passed) = position.null_move()
            && let Turn::Decide(other) = passed.pending()
            && other != side
        {
            let less = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
            let window = Window { alpha: -beta, beta: 1 - beta };
            let danger = passed.in_danger();
            self.frames[ply + 1].line.clear();
            let value = -self.decide(other, &passed, danger, window, depth - less, ply + 1, false);
            if value >= beta && !self.aborted {
                return Some(if value >= WIN_BOUND { beta } else { value });
            }
        }
        None
    }

    /// All actions with their scores.
    fn candidates(
        &mut self,
        side: Side,
        position: &P,
        known: Option<P::Action>,
        evaluation: Option<i32>,
        ply: usize,
    ) -> Vec<Candidate<P::Action>> {
        let mut actions = std::mem::take(&mut self.frames[ply].actions);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        actions.clear();
        position.generate_noisy(&mut actions);
        for &action in &actions {
            let mut next = position.clone();
            next.play(action);
            let after = self.evaluate_for(side, &next, ply);
            let kind = if evaluation.is_some_and(|before| after < before - 50) { BAD } else { GOOD };
            let score = kind + 8 * after + self.history.get(side.index(), &action) / 64;
            candidates.push(Candidate { score, action, noisy: true });
        }
        let noisy = candidates.len();
        actions.clear();
        position.generate(&mut actions);
        let killers = self.frames[ply].killers;
        for &action in &actions {
            if candidates[..noisy].iter().any(|candidate| candidate.action == action) {
                continue;
            }
            let score = if killers[0] == Some(action) {
                KILLER + 1
            } else if killers[1] == Some(action) {
                KILLER
            } else {
                self.history.get(side.index(), &action)
            };
            candidates.push(Candidate { score, action, noisy: false });
        }
        if let Some(known) = known
            && let Some(candidate) = candidates.iter_mut().find(|candidate| candidate.action == known)
        {
            candidate.score = KNOWN;
        }
        self.frames[ply].actions = actions;
        candidates
    }

    /// Whether the evaluation is better than when the same side decided before.
    fn improves(&self, side: Side, evaluation: Option<i32>, ply: usize) -> bool {
        let Some(value) = evaluation else { return false };
        let earlier = self.frames[..ply].iter().rev().skip(1).take(3);
        let before = earlier.filter_map(|frame| frame.evaluation).find(|(own, _)| *own == side);
        before.is_none_or(|(_, before)| value > before)
    }

    /// Remembers what refuted a position; the last of these actions did.
    fn reward(&mut self, side: Side, tried: &[Candidate<P::Action>], depth: i32, ply: usize) {
        let Some((best, others)) = tried.split_last() else { return };
        let bonus = (depth * depth * 16 + 32 * depth).min(1_600);
        self.history.update(side.index(), &best.action, bonus);
        for other in others.iter().filter(|other| other.noisy == best.noisy) {
            self.history.update(side.index(), &other.action, -bonus);
        }
        let killers = &mut self.frames[ply].killers;
        if !best.noisy && killers[0] != Some(best.action) {
            killers[1] = killers[0];
            killers[0] = Some(best.action);
        }
    }

    /// Puts an action in front of the line of the next ply.
    pub fn note_line(&mut self, ply: usize, action: P::Action) {
        let [own, next] = &mut self.frames[ply..=ply + 1] else { return };
        own.line.clear();
        own.line.push(action);
        own.line.extend_from_slice(&next.line);
    }
}

/// Quiet actions that are tried at a shallow depth.
fn late(depth: i32, improving: bool) -> i32 {
    (4 + depth * depth) * if improving { 2 } else { 1 }
}

/// By how much a late action is searched less deep.
fn reduction_of(depth: i32, tried: i32) -> i32 {
    static TABLE: LazyLock<Vec<[i8; 64]>> = LazyLock::new(|| {
        // The product of two logarithms to base 2, in quarters, by whole numbers alone: the same everywhere.
        let log = |number: usize| {
            let whole = number.max(1).ilog2() as usize;
            4 * whole + ((4 * number.max(1)) >> whole) - 4
        };
        (0..64)
            .map(|depth| std::array::from_fn(|tried| (log(depth) * log(tried) * 22 / 1_600 + 1).min(60) as i8))
            .collect()
    });
    TABLE[depth.clamp(0, 63) as usize][tried.clamp(0, 63) as usize].into()
}
