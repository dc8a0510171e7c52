//! Reductions of the depth of late actions, and their revision by hindsight.

use super::candidate::Candidate;
use super::node::Decision;
use super::parameters::{HINDSIGHT_MARGIN, HISTORY_PER_PLY, base_reduction};
use super::thread::SearchThread;
use crate::bots::value::Bound;
use crate::engine::{Position, Side};

impl<P: Position> SearchThread<'_, P> {
    /// The reduction of a late action with this history score, plies; 0 or less for none.
    /// `threatens` is whether it leaves the opponent in danger.
    pub fn reduction(
        &self,
        decision: &Decision<'_, P>,
        candidate: &Candidate<P::Action>,
        history: i32,
        tried: i32,
        threatens: bool,
    ) -> i32 {
        let &Decision { node, window, depth, cut_node, tt_entry, tt_move, improving, .. } = decision;
        let mut reduction = base_reduction(depth, tried) - i32::from(candidate.promising);
        if !candidate.is_quiet() {
            return reduction + i32::from(cut_node) - i32::from(window.is_open()) - i32::from(node.danger || threatens);
        }
        reduction += i32::from(!improving) - history / HISTORY_PER_PLY;
        if self.selective && depth >= 3 {
            reduction += if cut_node { 1 + i32::from(tt_move.is_none()) } else { 0 };
            reduction += i32::from(tt_move.is_some_and(|action| node.position.gain(action).is_some()));
            reduction -= i32::from(tt_entry.is_some_and(|entry| entry.bound == Bound::Exact));
        }
        if reduction > 0 {
            reduction -= i32::from(window.is_open()) + i32::from(node.danger || threatens);
        }
        reduction
    }

    /// The reduction of an action of the root after `tried` others, plies. `promising` is whether it
    /// is noisy or leaves the opponent in danger.
    pub fn root_reduction(&self, depth: i32, tried: i32, promising: bool) -> i32 {
        if depth < 4 || self.full_width {
            0
        } else if self.selective {
            (base_reduction(depth, tried) - 1 - i32::from(promising)).clamp(0, depth - 2)
        } else {
            i32::from(tried > 6)
        }
    }

    /// The depth of a selective search of a node that was reduced because its last action seemed bad:
    /// a ply deeper if the evaluation has not improved for `side`, a ply shallower if it has improved
    /// much.
    pub fn hindsight(&self, side: Side, depth: i32, reduction: i32, evaluation: Option<i32>, ply: usize) -> i32 {
        let before = || self.stack[ply.checked_sub(1)?].evaluation.filter(|(other, _)| *other != side);
        let (true, Some(now), Some((_, before))) = (self.selective && reduction > 0, evaluation, before()) else {
            return depth;
        };
        match now + before {
            ..=0 if reduction >= 3 => depth + 1,
            HINDSIGHT_MARGIN.. if depth >= 2 => depth - 1,
            _ => depth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::search::Noise;
    use crate::bots::search::thread::SharedState;
    use crate::engine::{Options, TypedGame};
    use crate::games::chess::Chess;

    #[test]
    fn hindsight_changes_the_depth_of_a_reduced_node() {
        let chess = TypedGame::<Chess>::new(Options::default());
        let never = || false;
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let mut thread = SearchThread::new(&chess, &shared, Noise::default());
        thread.stack[0].evaluation = Some((Side::White, 50));
        let depth = |reduction, evaluation| thread.hindsight(Side::Black, 5, reduction, evaluation, 1);
        // The evaluation for Black was -50 before White's action.
        assert_eq!([Some(-60), Some(0), Some(200), None].map(|evaluation| depth(3, evaluation)), [6, 5, 4, 5]);
        assert_eq!([0, 1, 3].map(|reduction| depth(reduction, Some(-60))), [5, 5, 6]);
        // White's evaluation two actions of White apart says nothing about the last one.
        assert_eq!(thread.hindsight(Side::White, 5, 3, Some(200), 1), 5);
    }
}
