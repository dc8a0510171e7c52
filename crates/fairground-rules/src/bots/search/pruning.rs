//! Pruning of nodes by reverse futility, razoring and null move, and of actions by static exchange
//! evaluation.

use super::candidate::Candidate;
use super::node::Node;
use super::parameters::{CAPTURE_LOSS, Margins, QUIET_LOSS, base_reduction};
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
    use crate::engine::{Notation, Options, TypedGame};
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
