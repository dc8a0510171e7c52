//! Where the depth is used up: only actions that change the balance are searched until the position is quiet.

use super::candidate::select_best;
use super::parameters::{DELTA_MARGIN, EVASION_PLIES, MAX_PLY};
use super::thread::SearchThread;
use super::window::Window;
use crate::bots::value::{Bound, INFINITE, outcome_value};
use crate::engine::{Position, Side, Turn};

impl<P: Position> SearchThread<'_, P> {
    /// The value of a position for the side that decides, once it is quiet.
    pub fn quiescence_value(&mut self, side: Side, position: &P) -> i32 {
        self.quiesce(side, position, position.in_danger(), Window::FULL, None, 0, 0)
    }

    /// Quiescence search: stand pat or play noisy actions. In danger, the first nodes search every action and may not stand pat.
    pub fn quiesce(
        &mut self,
        side: Side,
        position: &P,
        danger: bool,
        window: Window,
        evaluation: Option<i32>,
        qsearch_ply: u32,
        ply: usize,
    ) -> i32 {
        if !self.count_node() {
            return 0;
        }
        let Window { mut alpha, beta } = window;
        let key = position.key();
        let tt_entry = self.shared.table.probe(key);
        if let Some(entry) = tt_entry
            && entry.allows_cutoff(if danger { 0 } else { -1 }, alpha, beta, ply)
        {
            return entry.value(ply);
        }
        let evading = danger && qsearch_ply <= EVASION_PLIES;
        let evaluation = evaluation
            .or_else(|| tt_entry.and_then(|entry| entry.evaluation()))
            .unwrap_or_else(|| self.evaluate(position));
        let mut best = if evading { -INFINITE } else { evaluation };
        if best >= beta || ply >= MAX_PLY {
            return best.max(evaluation);
        }
        let start = alpha;
        alpha = alpha.max(best);
        let mut candidates = self.noisy_candidates(side, position, evading, ply);
        if evading && candidates.is_empty() {
            self.stack[ply].candidates = candidates;
            return outcome_value(position.outcome_without_actions(), side, ply);
        }
        let mut best_action = None;
        for i in 0..candidates.len() {
            select_best(&mut candidates, i);
            let (action, score) = (candidates[i].action, candidates[i].score);
            let mut next = position.clone();
            next.play(action);
            // The other side may leave it at that; a throw or a further action may still mend it a little.
            let passes = matches!(next.pending(), Turn::Decide(other) if other != side);
            if best > -INFINITE && score + if passes { 0 } else { DELTA_MARGIN } <= alpha {
                // A capture that gives check may be mate.
                let threatens = || passes && qsearch_ply < EVASION_PLIES && next.in_danger();
                if !threatens() {
                    best = best.max(score);
                    continue;
                }
            }
            let value = self.search_noisy_child(side, &next, Window { alpha, beta }, score, qsearch_ply + 1, ply + 1);
            if self.aborted {
                self.stack[ply].candidates = candidates;
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    self.update_pv(ply, action);
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.stack[ply].candidates = candidates;
        let bound = Bound::of(best, start, beta);
        let depth = if evading || qsearch_ply == 0 { 0 } else { -1 };
        self.shared.table.store(key, best_action, best, (!danger).then_some(evaluation), depth, bound, ply);
        best
    }

    /// The value for `side` of a position that its noisy action brings about, whose evaluation for it is known.
    fn search_noisy_child(
        &mut self,
        side: Side,
        next: &P,
        window: Window,
        evaluation: i32,
        qsearch_ply: u32,
        ply: usize,
    ) -> i32 {
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        match next.pending() {
            Turn::Over(outcome) => {
                self.count_node();
                outcome_value(outcome, side, ply)
            }
            Turn::Decide(other) if other == side => {
                self.quiesce(side, next, next.in_danger(), window, Some(evaluation), qsearch_ply, ply)
            }
            Turn::Decide(other) => {
                let danger = next.in_danger();
                -self.quiesce(other, next, danger, window.reversed(), Some(-evaluation), qsearch_ply, ply)
            }
            // The outcomes of a die are left to the evaluation: searching each costs more than it gains.
            Turn::Chance(..) => {
                self.count_node();
                evaluation
            }
        }
    }
}
