//! Node pruning: reverse futility, razoring, null move.

use super::node::Node;
use super::parameters::Margins;
use super::thread::SearchThread;
use super::window::Window;
use crate::bots::value::WIN_BOUND;
use crate::engine::{Position, Side, Turn};

impl<P: Position> SearchThread<'_, P> {
    /// Tries to prune the node by its static evaluation: reverse futility, razoring, null move.
    pub fn try_prune(
        &mut self,
        side: Side,
        node: &Node<P>,
        evaluation: i32,
        window: Window,
        depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> Option<i32> {
        let Window { alpha, beta } = window;
        let Margins { reverse_futility, razor, null_move, .. } = self.margins;
        if depth <= 6 && evaluation - reverse_futility * depth >= beta {
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
            let reduction = 3 + depth / 4 + ((evaluation - beta) / null_move).min(3);
            let window = Window { alpha: -beta, beta: 1 - beta };
            self.stack[ply + 1].pv.clear();
            let before = self.repetitions.enter_null_move();
            let value = -self.search_decision(other, &passed, window, depth - reduction, ply + 1, false);
            self.repetitions.leave_null_move(before);
            if value >= beta && !self.aborted {
                return Some(if value >= WIN_BOUND { beta } else { value });
            }
        }
        None
    }
}
