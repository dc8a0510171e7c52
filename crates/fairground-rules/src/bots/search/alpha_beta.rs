//! Decision nodes: alpha-beta with principal variation search.

use std::ops::ControlFlow;

use super::candidate::Candidate;
use super::history::MoveIndex;
use super::move_picker::MovePicker;
use super::node::{Decision, Node};
use super::parameters::{DEEPER_MARGIN, MAX_PLY, SHALLOWER_MARGIN, SKIPPED_HISTORY};
use super::thread::{Expectation, SearchThread};
use super::transposition::NewEntry;
use super::window::Window;
use crate::bots::value::{Bound, INFINITE, WIN, WIN_BOUND, outcome_value};
use crate::engine::{Packed, Position, Side, Turn};

/// How to search an action that is not the first.
struct Late {
    /// Plies.
    reduction: i32,
    /// The value of the best action before it.
    best: i32,
}

impl<P: Position> SearchThread<'_, P> {
    /// The value for `side` of the position after an action or a throw of `side`, `ply` actions
    /// from the root.
    pub fn search_child(&mut self, side: Side, next: &Node<P>, window: Window, depth: i32, ply: usize) -> i32 {
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if let Turn::Over(outcome) = next.turn {
            self.count_node();
            return outcome_value(outcome, side, ply);
        }
        let counts = next.position.counts_for_repetition();
        if counts {
            if self.repetitions.is_draw(&next.position, next.key) {
                self.count_node();
                return 0;
            }
            self.repetitions.push(next.key);
        }
        // The sign depends on the side, not on the depth: a turn may consist of several actions.
        let own = next.turn.side() == Some(side);
        let seen = if own { window } else { window.reversed() };
        let value = match next.turn {
            Turn::Decide(other) => self.search_decision(other, next, seen, depth, ply, true),
            Turn::Chance(other, _) => {
                let cost = if self.full_width { 0 } else { P::THROW_DEPTH };
                self.search_chance(other, next, seen, depth - cost, ply)
            }
            Turn::Over(_) => 0,
        };
        if counts {
            self.repetitions.pop();
        }
        if own { value } else { -value }
    }

    /// The value of a decision node for `side`, which is to act.
    pub fn search_decision(
        &mut self,
        side: Side,
        node: &Node<P>,
        window: Window,
        depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        let &Node { ref position, danger, table_key, .. } = node;
        let Expectation { cut: cut_node, reduction } = std::mem::take(&mut self.next);
        let excluded = self.stack[ply].excluded.take();
        // A selective search extends only leaves in danger.
        let extended = danger
            && !(self.selective && depth > 0)
            && !self.full_width
            && ply < 2 * self.root_depth as usize + 2
            && excluded.is_none();
        let depth = depth + i32::from(extended);
        if depth <= 0 && self.full_width {
            return self.static_leaf(side, node, ply);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(side, node, window, 0, ply);
        }
        if !self.count_node() {
            return 0;
        }
        // Mate distance pruning: no win can be closer than the next action.
        let alpha = window.alpha.max(ply as i32 - WIN);
        let window = Window { alpha, beta: window.beta.min(WIN - ply as i32 - 1) };
        if alpha >= window.beta {
            return alpha;
        }
        let tt_entry = self.shared.table.probe(table_key);
        if let Some(entry) = tt_entry
            && excluded.is_none()
            && let Some(value) = self.cutoff(&entry, window, depth, ply)
        {
            if self.selective && value >= window.beta {
                self.confirm_quiet(side, position, entry.action, depth);
            }
            return value;
        }
        let assumptions = self.assumptions;
        let uncorrected = (!danger).then(|| self.static_evaluation(node, tt_entry.as_ref()));
        let correction_keys = if self.selective { self.correction_keys(position, ply) } else { Default::default() };
        let corrected = uncorrected.map(|value| self.corrected(side, correction_keys, value));
        self.stack[ply].evaluation = corrected.map(|value| (side, value));
        let evaluation = match (corrected, &tt_entry) {
            (Some(value), Some(entry)) if self.selective => Some(entry.refined(value, ply)),
            _ => corrected,
        };
        let improving = self.is_improving(side, corrected, ply);
        let depth = if excluded.is_none() { self.hindsight(side, depth, reduction, corrected, ply) } else { depth };
        if self.selective {
            // Killers left by another branch rarely fit.
            self.stack[ply + 2].killers = [None; 2];
        }
        let mut decision = Decision {
            side,
            node,
            window,
            depth,
            ply,
            cut_node,
            excluded,
            tt_entry,
            tt_move: None,
            uncorrected,
            correction_keys,
            corrected,
            evaluation,
            improving,
            assumptions,
        };
        if let Some(value) = self.try_prune(&decision, may_pass) {
            return value;
        }
        if self.aborted {
            return 0;
        }
        decision.tt_move = tt_entry.and_then(|entry| entry.action).filter(|&action| position.is_legal(action));
        if decision.tt_move.is_none() && depth >= 4 && !self.full_width {
            decision.depth -= 1;
        }
        let mut extension = 0;
        if self.selective && !self.full_width && excluded.is_none() {
            if let Some(value) = self.try_probcut(&decision) {
                return value;
            }
            match self.singular_extension(&decision) {
                ControlFlow::Continue(plies) => extension = plies,
                ControlFlow::Break(value) => return value,
            }
            if self.aborted {
                return 0;
            }
        }
        self.search_actions(&decision, extension)
    }

    /// The value of a decision node by its actions. The action in the table is extended by
    /// `extension` plies.
    fn search_actions(&mut self, decision: &Decision<'_, P>, extension: i32) -> i32 {
        let &Decision { side, node, window, depth, ply, cut_node, excluded, tt_move, .. } = decision;
        let &Node { ref position, danger, .. } = node;
        let (Window { mut alpha, beta }, open) = (window, window.is_open());
        let (mut best, mut best_action, mut tried) = (-INFINITE, None, 0);
        self.stack[ply].searched.clear();
        let mut picker = MovePicker::new(&mut self.stack[ply], tt_move, ply);
        while let Some(candidate) = picker.next(self, side, position) {
            let Candidate { action, noisy, .. } = candidate;
            if excluded == Some(action) {
                continue;
            }
            let prunable = candidate.is_quiet() && tried > 0 && best > -WIN_BOUND && !self.full_width;
            if prunable && !open {
                if let Some(bound) = self.futility_bound(decision, alpha, tried) {
                    best = best.max(bound);
                    picker.skips_quiet = true;
                    continue;
                }
                if !danger && Self::can_skip(position, &candidate, depth, tried) {
                    continue;
                }
            }
            let history = if prunable && !noisy { self.history_score(side, position, action, ply) } else { 0 };
            let may_skip = self.selective && prunable && !open && !danger && depth <= 6;
            if may_skip && history < -SKIPPED_HISTORY * depth {
                continue;
            }
            let next = self.play_at(ply, side, position, action);
            let reducible =
                prunable || self.selective && noisy && tried > 1 && depth >= 3 && best > -WIN_BOUND && !self.full_width;
            let reduction =
                if reducible { self.reduction(decision, &candidate, history, tried, next.danger) } else { 0 };
            let window = Window { alpha, beta };
            let depth = if tried == 0 && tt_move == Some(action) { depth + extension } else { depth };
            let late = (tried > 0).then_some(Late { reduction, best });
            let value = self.search_action(side, &next, window, depth, late, ply, cut_node);
            if self.aborted {
                break;
            }
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    self.update_pv(ply, action);
                    alpha = value;
                    if value >= beta {
                        self.update_histories(position, side, (action, noisy), depth, ply);
                        break;
                    }
                }
            }
            self.stack[ply].searched.push((action, noisy));
        }
        picker.end(&mut self.stack[ply]);
        if self.aborted {
            return 0;
        }
        if excluded.is_some() {
            return if tried == 0 { window.alpha } else { best };
        }
        if tried == 0 {
            return outcome_value(position.outcome_without_actions(), side, ply);
        }
        self.store(decision, best, best_action);
        best
    }

    /// Stores the value of a decision node, and learns from the error of its evaluation.
    fn store(&mut self, decision: &Decision<'_, P>, value: i32, action: Option<P::Action>) {
        let &Decision { side, node, window, depth, ply, uncorrected, correction_keys, .. } = decision;
        let found = NewEntry {
            action,
            value,
            evaluation: uncorrected,
            depth,
            bound: Bound::of(value, window.alpha, window.beta),
            assumed: self.assumptions != decision.assumptions,
        };
        self.shared.table.store(node.table_key, found, ply);
        if self.selective
            && let Some(evaluation) = decision.corrected
            && found.contradicts(evaluation)
            && action.is_none_or(|action| node.position.gain(action).is_none())
        {
            self.histories.corrections.update(side.index(), correction_keys, value - evaluation, depth);
        }
    }

    /// The value for `side` of the node after an action of `side` at `ply`, by principal variation
    /// search. The first action has the whole window. A later one is searched with a null window and
    /// a reduced depth, at least 0. If it turns out better than expected, it is searched again: in a
    /// selective search, deeper if it is much better than the best action so far.
    fn search_action(
        &mut self,
        side: Side,
        next: &Node<P>,
        window: Window,
        depth: i32,
        late: Option<Late>,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        let Window { alpha, beta } = window;
        if let Some(Late { reduction, best }) = late {
            let narrow = Window { alpha, beta: alpha + 1 };
            let reduction = reduction.clamp(0, depth - 1);
            self.next = Expectation { cut: reduction > 0 || !cut_node, reduction };
            let mut value = self.search_child(side, next, narrow, depth - 1 - reduction, ply + 1);
            if value > alpha && reduction > 0 && !self.aborted {
                let change = if self.selective {
                    i32::from(value > best + DEEPER_MARGIN + 2 * depth && depth > 3)
                        - i32::from(value < best + SHALLOWER_MARGIN)
                } else {
                    0
                };
                if change + reduction > 0 {
                    self.expect_cut(!cut_node);
                    value = self.search_child(side, next, narrow, depth - 1 + change, ply + 1);
                }
            }
            if value <= alpha || value >= beta || self.aborted {
                return value;
            }
        }
        self.expect_cut(!window.is_open() && !cut_node);
        self.search_child(side, next, window, depth - 1, ply + 1)
    }

    /// The sum of the histories of a quiet action.
    fn history_score(&self, side: Side, position: &P, action: P::Action, ply: usize) -> i32 {
        let own = self.histories.quiet.get(side.index(), action.pack());
        if self.selective { own + self.continuation_score(ply, MoveIndex::of(side, position, action)) } else { own }
    }

    /// The value of a leaf without further search: its outcome or its evaluation.
    fn static_leaf(&mut self, side: Side, node: &Node<P>, ply: usize) -> i32 {
        self.count_node();
        match node.position.turn() {
            Turn::Over(outcome) => outcome_value(outcome, side, ply),
            _ => self.evaluate(node),
        }
    }

    /// Whether the evaluation is better than at the previous decision of the same side.
    fn is_improving(&self, side: Side, evaluation: Option<i32>, ply: usize) -> bool {
        let Some(value) = evaluation else { return false };
        let earlier = self.stack[..ply].iter().rev().skip(1).take(3);
        let before = earlier.filter_map(|entry| entry.evaluation).find(|(own, _)| *own == side);
        before.is_none_or(|(_, before)| value > before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::search::Noise;
    use crate::bots::search::thread::SharedState;
    use crate::engine::{Notation, Options, Rules, TypedGame};
    use crate::games::chess::Chess;

    fn thread<'a>(
        chess: &TypedGame<Chess>,
        shared: &'a SharedState<'a, <Chess as Rules>::Action>,
    ) -> SearchThread<'a, Chess> {
        SearchThread::new(chess, shared, Noise::default())
    }

    /// A later search with a lower window may use the bound from the table.
    #[test]
    fn the_bound_of_a_node_holds_for_its_pruned_actions_too() {
        let chess = TypedGame::<Chess>::new(Options::default());
        let never = || false;
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let mut thread = thread(&chess, &shared);
        let node = Node::new(*chess.position());
        let evaluation = thread.evaluate(&node);
        let pruned = evaluation + 2 * thread.margins.futility;
        // Too high for the quiet actions, and too low for razoring.
        let window = Window { alpha: pruned + 5, beta: pruned + 6 };
        let value = thread.search_decision(Side::White, &node, window, 1, 1, true);
        assert_eq!(value, pruned);
        let entry = shared.table.probe(node.table_key).unwrap();
        assert_eq!((entry.bound, entry.value(1)), (Bound::Upper, pruned));
    }

    /// How far the other actions are below the window decides the extension.
    #[test]
    fn a_search_without_an_action_values_the_others() {
        let chess = TypedGame::<Chess>::from_text(Options::default(), "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let never = || false;
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let mut thread = thread(&chess, &shared);
        let node = Node::new(*chess.position());
        let window = Window { alpha: 50, beta: 51 };
        thread.stack[1].excluded = Some(chess.position().parse_action("e4d5").unwrap());
        assert!(thread.search_decision(Side::White, &node, window, 3, 1, false) < 0);
        assert!(shared.table.probe(node.table_key).is_none_or(|entry| entry.depth < 0), "stored without the action");
        assert!(thread.search_decision(Side::White, &node, window, 3, 1, false) > 50);
    }

    /// The evaluation is compared with the one two plies earlier, also at the root.
    #[test]
    fn a_side_improves_over_its_last_decision() {
        let chess = TypedGame::<Chess>::new(Options::default());
        let never = || false;
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let mut thread = thread(&chess, &shared);
        thread.stack[0].evaluation = Some((Side::White, 100));
        thread.stack[1].evaluation = Some((Side::Black, -300));
        let improving = |value| thread.is_improving(Side::White, value, 2);
        assert_eq!([Some(50), Some(150), None].map(improving), [false, true, false]);
    }
}
