//! Where the depth is used up: only what changes the balance is looked at until the position is quiet.

use super::node::Window;
use super::order::bring_best;
use super::table::Bound;
use super::worker::{Candidate, MOST_PLIES, Worker};
use crate::bots::value::{INFINITE, of_outcome};
use crate::engine::{Position, Side, Turn};

/// What a throw or a further action of the same turn may add to the evaluation, hundredths of a pawn.
const MENDED: i32 = 150;

impl<P: Position> Worker<'_, P> {
    /// The value of a position for the side that decides, by its evaluation and by what noisy actions make of it; in danger, as long
    /// as none was `looked` at yet, by what any action makes of it.
    pub fn quiesce(
        &mut self,
        side: Side,
        position: &P,
        danger: bool,
        window: Window,
        evaluation: Option<i32>,
        looked: u32,
        ply: usize,
    ) -> i32 {
        if !self.visit() {
            return 0;
        }
        let Window { mut alpha, beta } = window;
        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(known) = known
            && known.decides(if danger { 0 } else { -1 }, alpha, beta, ply)
        {
            return known.value(ply);
        }
        let flees = danger && looked == 0;
        let evaluation = evaluation
            .or_else(|| known.and_then(|known| known.evaluation()))
            .unwrap_or_else(|| self.evaluate(position));
        let mut best = if flees { -INFINITE } else { evaluation };
        if best >= beta || ply >= MOST_PLIES {
            return best.max(evaluation);
        }
        let start = alpha;
        alpha = alpha.max(best);
        let mut actions = std::mem::take(&mut self.frames[ply].actions);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        actions.clear();
        candidates.clear();
        if flees {
            position.generate(&mut actions);
        } else {
            position.generate_noisy(&mut actions);
        }
        for &action in &actions {
            let mut next = position.clone();
            next.play(action);
            let score = self.evaluate_for(side, &next, ply + 1);
            candidates.push(Candidate { score, action, noisy: true });
        }
        self.frames[ply].actions = actions;
        if flees && candidates.is_empty() {
            self.frames[ply].candidates = candidates;
            return of_outcome(position.outcome_without_actions(), side, ply);
        }
        let mut best_action = None;
        for i in 0..candidates.len() {
            bring_best(&mut candidates, i);
            let Candidate { action, score, .. } = candidates[i];
            let mut next = position.clone();
            next.play(action);
            // The other side may leave it at that; a throw or a further action may still mend it a little.
            let passes = matches!(next.pending(), Turn::Decide(other) if other != side);
            if best > -INFINITE && score + if passes { 0 } else { MENDED } <= alpha {
                best = best.max(score);
                continue;
            }
            let value = self.quiet_after(side, &next, Window { alpha, beta }, score, looked + 1, ply + 1);
            if self.aborted {
                self.frames[ply].candidates = candidates;
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    self.note_line(ply, action);
                    alpha = value;
                    if value >= beta {
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
        let depth = if flees || looked == 0 { 0 } else { -1 };
        self.shared.table.store(key, best_action, best, (!danger).then_some(evaluation), depth, bound, ply);
        best
    }

    /// The value for `side` of a position that its noisy action brings about, whose evaluation for it is known.
    fn quiet_after(&mut self, side: Side, next: &P, window: Window, evaluation: i32, looked: u32, ply: usize) -> i32 {
        self.frames[ply].line.clear();
        match next.pending() {
            Turn::Over(outcome) => {
                self.visit();
                of_outcome(outcome, side, ply)
            }
            Turn::Decide(other) if other == side => {
                self.quiesce(side, next, next.in_danger(), window, Some(evaluation), looked, ply)
            }
            Turn::Decide(other) => {
                let danger = next.in_danger();
                -self.quiesce(other, next, danger, window.reversed(), Some(-evaluation), looked, ply)
            }
            // What the die may show is left to the evaluation: looking at each face costs more than it tells.
            Turn::Chance(..) => {
                self.visit();
                evaluation
            }
        }
    }
}
