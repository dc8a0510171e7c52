//! Quiescence search: beyond the nominal depth, only noisy actions are searched until the position
//! is quiet.

use super::candidate::select_best;
use super::node::Node;
use super::parameters::{EVASION_PLIES, MAX_PLY, QUIESCENCE_CAPTURES};
use super::thread::SearchThread;
use super::transposition::NewEntry;
use super::window::Window;
use crate::bots::value::{Bound, EVALUATION_LIMIT, INFINITE, outcome_value};
use crate::engine::{Position, Side, Turn};

impl<P: Position> SearchThread<'_, P> {
    /// The quiescence value of a position for `side`, which is to act.
    pub fn quiescence_value(&mut self, side: Side, position: &P) -> i32 {
        self.quiesce(side, &Node::new(position.clone()), Window::FULL, 0, 0)
    }

    /// The static value of a position for `side`: its outcome or its evaluation.
    pub fn static_value(&mut self, side: Side, position: P) -> i32 {
        self.evaluate_for(side, &Node::new(position), 1)
    }

    /// Quiescence search: stand pat or play noisy actions. In danger, the first plies search every
    /// action and may not stand pat.
    pub fn quiesce(&mut self, side: Side, node: &Node<P>, window: Window, qsearch_ply: u32, ply: usize) -> i32 {
        if !self.count_node() {
            return 0;
        }
        let Window { mut alpha, beta } = window;
        let &Node { ref position, table_key, danger, .. } = node;
        let tt_entry = self.shared.table.probe(table_key);
        if let Some(entry) = tt_entry
            && let Some(value) = self.cutoff(&entry, window, if danger { 0 } else { -1 }, ply)
        {
            return value;
        }
        let assumptions = self.assumptions;
        let evading = danger && qsearch_ply <= EVASION_PLIES;
        let uncorrected = (!evading).then(|| self.static_evaluation(node, tt_entry.as_ref()));
        let evaluation = if self.selective {
            uncorrected.map(|value| {
                let value = self.corrected(side, self.correction_keys(position, ply), value);
                tt_entry.map_or(value, |entry| entry.refined(value, ply))
            })
        } else {
            uncorrected
        };
        let mut best = evaluation.unwrap_or(-INFINITE);
        if best >= beta {
            return best;
        }
        if ply >= MAX_PLY {
            return evaluation.unwrap_or_else(|| self.evaluate(node));
        }
        let start = alpha;
        alpha = alpha.max(best);
        let tt_move = tt_entry.and_then(|entry| entry.action);
        let mut candidates = self.quiescence_candidates(side, position, tt_move, evading, ply);
        if evading && candidates.is_empty() {
            self.stack[ply].noisy = candidates;
            return outcome_value(position.outcome_without_actions(), side, ply);
        }
        let (mut best_action, mut tried) = (None, 0);
        for i in 0..candidates.len() {
            select_best(&mut candidates, i);
            let action = candidates[i].action;
            if let Some(evaluation) = evaluation {
                if self.selective && tried >= QUIESCENCE_CAPTURES {
                    break;
                }
                if !position.see(action, 0) {
                    continue;
                }
                let upper_bound = evaluation + position.gain(action).unwrap_or(0) + self.margins.delta;
                // Delta pruning spares captures that give check, because they may be mate.
                if upper_bound <= alpha && (qsearch_ply >= EVASION_PLIES || !self.threatens(side, position, action)) {
                    best = best.max(upper_bound.min(EVALUATION_LIMIT));
                    continue;
                }
            }
            tried += 1;
            let next = self.play_at(ply, side, position, action);
            let value = self.quiesce_child(side, &next, Window { alpha, beta }, qsearch_ply + 1, ply + 1);
            if self.aborted {
                break;
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
        self.stack[ply].noisy = candidates;
        if self.aborted {
            return 0;
        }
        let found = NewEntry {
            action: best_action,
            value: best,
            evaluation: uncorrected.filter(|_| !danger),
            depth: if evading || qsearch_ply == 0 { 0 } else { -1 },
            bound: Bound::of(best, start, beta),
            assumed: self.assumptions != assumptions,
        };
        self.shared.table.store(table_key, found, ply);
        best
    }

    /// Whether the opponent is to act and in danger after `action`.
    fn threatens(&mut self, side: Side, position: &P, action: P::Action) -> bool {
        let mut next = position.clone();
        next.play(action);
        self.plays += 1;
        matches!(next.pending(), Turn::Decide(other) if other != side) && next.is_unsettled()
    }

    /// The value of the position after an action of `side`, for `side`.
    fn quiesce_child(&mut self, side: Side, next: &Node<P>, window: Window, qsearch_ply: u32, ply: usize) -> i32 {
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        match next.turn {
            Turn::Over(outcome) => {
                self.count_node();
                outcome_value(outcome, side, ply)
            }
            // An evasion does not necessarily reset the halfmove clock.
            Turn::Decide(_)
                if next.position.counts_for_repetition() && self.repetitions.is_drawn_by_clock(&next.position) =>
            {
                self.count_node();
                0
            }
            Turn::Decide(other) if other == side => self.quiesce(side, next, window, qsearch_ply, ply),
            Turn::Decide(other) => -self.quiesce(other, next, window.reversed(), qsearch_ply, ply),
            // Evaluates throws statically: searching every outcome costs more than it gains.
            Turn::Chance(..) => {
                self.count_node();
                self.evaluate_for(side, next, ply)
            }
        }
    }
}
