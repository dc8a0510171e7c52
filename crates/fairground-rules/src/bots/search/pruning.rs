//! Pruning of nodes by reverse futility, razoring, null move, ProbCut and multicut, and of actions by
//! static exchange evaluation; singular extensions.

use std::ops::ControlFlow;

use super::candidate::{Candidate, select_best};
use super::node::{Decision, Node};
use super::parameters::{
    CAPTURE_LOSS, DOUBLE_EXTENSION, Margins, PROBCUT_DEPTH, PROBCUT_IMPROVING, PROBCUT_MARGIN, QUIET_LOSS,
    SINGULAR_DEPTH, base_reduction, late_move_limit,
};
use super::thread::SearchThread;
use super::transposition::{Entry, NewEntry};
use super::window::Window;
use crate::bots::value::{Bound, EVALUATION_LIMIT, INFINITE, WIN_BOUND};
use crate::engine::{Position, Turn};

impl<P: Position> SearchThread<'_, P> {
    /// Tries to prune a node by its evaluation: reverse futility, razoring, null move.
    pub fn try_prune(&mut self, decision: &Decision<'_, P>, may_pass: bool) -> Option<i32> {
        let &Decision { side, node, window, depth, ply, cut_node, improving, .. } = decision;
        let Window { alpha, beta } = window;
        let evaluation = decision.evaluation?;
        if decision.excluded.is_some() || window.is_open() || self.full_width || beta.abs() >= WIN_BOUND {
            return None;
        }
        let Margins { reverse_futility, razor, null_move, .. } = self.margins;
        let (deepest, futile) = if self.selective { (8, depth - i32::from(improving)) } else { (6, depth) };
        if depth <= deepest && evaluation - reverse_futility * futile >= beta {
            return Some(evaluation);
        }
        if depth <= 2 && evaluation + razor * depth <= alpha {
            let value = self.quiesce(side, node, window, 0, ply);
            if value <= alpha {
                return Some(value);
            }
        }
        // Null move: a position that fails high even after passing the turn fails high.
        if may_pass
            && depth >= 3
            && evaluation >= beta
            && let Some(passed) = node.position.null_move().map(Node::new)
            && let Turn::Decide(other) = passed.turn
            && other != side
        {
            let base = if self.selective { 4 + depth / 3 } else { 3 + depth / 4 };
            let reduction = base + ((evaluation - beta) / null_move).min(3);
            let window = Window { alpha: -beta, beta: 1 - beta };
            self.stack[ply + 1].pv.clear();
            self.stack[ply].moved = None;
            self.expect_cut(!cut_node);
            let before = self.repetitions.enter_null_move();
            let value = -self.search_decision(other, &passed, window, depth - reduction, ply + 1, false);
            self.repetitions.leave_null_move(before);
            if value >= beta && !self.aborted {
                return Some(if value >= WIN_BOUND { beta } else { value });
            }
        }
        None
    }

    /// ProbCut: if a capture exceeds beta by a margin in a shallower search, the node fails high.
    pub fn try_probcut(&mut self, decision: &Decision<'_, P>) -> Option<i32> {
        let &Decision { side, node, window, depth, ply, cut_node, tt_entry, improving, .. } = decision;
        let beta = window.beta;
        let evaluation = decision.evaluation.filter(|_| !window.is_open())?;
        let raised = beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * i32::from(improving);
        let hopeless = |entry: &Entry<P::Action>| i32::from(entry.depth) >= depth - 3 && entry.value(ply) < raised;
        if depth < PROBCUT_DEPTH || beta.abs() >= WIN_BOUND - 300 || tt_entry.as_ref().is_some_and(hopeless) {
            return None;
        }
        let mut candidates = std::mem::take(&mut self.stack[ply].noisy);
        candidates.clear();
        self.noisy_candidates(side, &node.position, None, ply, &mut candidates);
        let mut found = None;
        for i in 0..candidates.len() {
            select_best(&mut candidates, i);
            let action = candidates[i].action;
            if !node.position.see(action, raised - evaluation) {
                continue;
            }
            let next = self.play_at(ply, side, &node.position, action);
            let window = Window { alpha: raised - 1, beta: raised };
            let mut value = self.search_child(side, &next, window, 0, ply + 1);
            if value >= raised && !self.aborted {
                self.expect_cut(!cut_node);
                value = self.search_child(side, &next, window, depth - 4, ply + 1);
            }
            if value >= raised || self.aborted {
                found = Some((action, value));
                break;
            }
        }
        self.stack[ply].noisy = candidates;
        let (action, value) = found.filter(|_| !self.aborted)?;
        let found = NewEntry {
            action: Some(action),
            value,
            evaluation: decision.uncorrected,
            depth: depth - 3,
            bound: Bound::Lower,
            assumed: self.assumptions != decision.assumptions,
        };
        self.shared.table.store(node.table_key, found, ply);
        Some(value)
    }

    /// The extension of the action in the table, plies: positive if every other action is much
    /// worse in a shallower search (singular extensions). If another action fails high, too, so does
    /// the node, and its value is returned as a break (multicut).
    pub fn singular_extension(&mut self, decision: &Decision<'_, P>) -> ControlFlow<i32, i32> {
        let &Decision { side, node, window, depth, ply, cut_node, tt_entry, tt_move, .. } = decision;
        let Some(entry) = tt_entry.filter(|_| tt_move.is_some()) else { return ControlFlow::Continue(0) };
        let known = entry.value(ply);
        if depth < SINGULAR_DEPTH
            || i32::from(entry.depth) < depth - 3
            || entry.bound == Bound::Upper
            || known.abs() >= WIN_BOUND
            || ply >= 2 * self.root_depth as usize
        {
            return ControlFlow::Continue(0);
        }
        let singular_beta = known - depth * 3 / 2;
        self.stack[ply].excluded = entry.action;
        self.expect_cut(cut_node);
        let narrow = Window { alpha: singular_beta - 1, beta: singular_beta };
        let value = self.search_decision(side, node, narrow, (depth - 1) / 2, ply, false);
        self.stack[ply].excluded = None;
        self.stack[ply].pv.clear();
        if value < singular_beta {
            ControlFlow::Continue(1 + i32::from(!window.is_open() && value < singular_beta - DOUBLE_EXTENSION))
        } else if value >= window.beta && !window.is_open() && !self.aborted {
            ControlFlow::Break(value)
        } else if known >= window.beta {
            ControlFlow::Continue(-2)
        } else {
            ControlFlow::Continue(-i32::from(cut_node))
        }
    }

    /// Whether to skip the further quiet actions of a shallow node, with their upper bound:
    /// futility, if the evaluation is far below `alpha`; or `-INFINITE` for none, beyond the limit of
    /// late actions. Never if `alpha` is a win, whose distance the evaluation does not show.
    pub fn futility_bound(&self, decision: &Decision<'_, P>, alpha: i32, tried: i32) -> Option<i32> {
        let &Decision { depth, improving, evaluation, .. } = decision;
        let evaluation = evaluation.filter(|_| alpha < WIN_BOUND)?;
        let futile = evaluation + self.margins.futility * (depth + 1);
        if depth <= 6 && futile <= alpha {
            return Some(futile.min(EVALUATION_LIMIT));
        }
        let limit = late_move_limit(depth, improving, self.selective)?;
        (tried > limit).then_some(-INFINITE)
    }

    /// Whether a late action of a shallow node can be skipped because it loses much material.
    pub fn can_skip(position: &P, candidate: &Candidate<P::Action>, depth: i32, tried: i32) -> bool {
        let loses = |loss: i32| !position.see(candidate.action, -loss * P::MARGINS / 100);
        if candidate.noisy {
            return depth <= 6 && loses(CAPTURE_LOSS * depth);
        }
        let reduced = (depth - base_reduction(depth, tried)).max(1);
        depth <= 8 && loses(QUIET_LOSS * reduced * reduced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::search::Noise;
    use crate::bots::search::thread::SharedState;
    use crate::engine::{Notation, Options, Side, TypedGame};
    use crate::games::chess::Chess;

    #[test]
    fn late_actions_that_lose_much_are_skipped_at_shallow_depths() {
        // The black pawn on d5 attacks c4 and e4.
        let text = "6k1/8/8/3p4/8/8/4Q3/4K3 w - - 0 1";
        let chess = TypedGame::<Chess>::from_text(Options::default(), text).unwrap();
        let skipped = |text: &str, depth| {
            let action = chess.position().parse_action(text).unwrap();
            let candidate = Candidate::new(0, 0, action, false, false);
            SearchThread::can_skip(chess.position(), &candidate, depth, 4)
        };
        assert_eq!(["e2c4", "e2d3"].map(|text| skipped(text, 1)), [true, false]);
        assert_eq!([4, 9].map(|depth| skipped("e2c4", depth)), [true, false]);
    }

    /// The capture of the queen exceeds beta by far, so a shallower search suffices.
    #[test]
    fn a_winning_capture_prunes_its_node() {
        let chess = TypedGame::<Chess>::from_text(Options::default(), "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let never = || false;
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let mut thread = SearchThread::new(&chess, &shared, Noise::default());
        let node = Node::new(*chess.position());
        let mut entry = |depth| {
            let window = Window { alpha: -301, beta: -300 };
            thread.search_decision(Side::White, &node, window, depth, 1, false);
            shared.table.probe(node.table_key).unwrap()
        };
        // Without an action in the table, a search is a ply shallower.
        assert_eq!(entry(PROBCUT_DEPTH).depth, PROBCUT_DEPTH as i8 - 1);
        let pruned = entry(PROBCUT_DEPTH + 3);
        assert_eq!((pruned.bound, pruned.depth), (Bound::Lower, PROBCUT_DEPTH as i8));
        assert_eq!(pruned.action, chess.position().parse_action("e4d5").ok());
    }

    /// A cutoff by the evaluation alone leaves the evaluation in the table.
    #[test]
    fn a_position_that_is_pruned_twice_is_evaluated_once() {
        let chess = TypedGame::<Chess>::new(Options::default());
        let never = || false;
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let mut thread = SearchThread::new(&chess, &shared, Noise::default());
        let node = Node::new(*chess.position());
        let window = Window { alpha: -2_001, beta: -2_000 };
        let values = [0, 1].map(|_| thread.quiesce(Side::White, &node, window, 0, 1));
        assert_eq!((values[0], thread.evaluations), (values[1], 1));
        thread.search_decision(Side::White, &node, window, 3, 1, false);
        assert_eq!(thread.evaluations, 1);
    }
}
