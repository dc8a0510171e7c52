//! Which action is tried first: the one in the transposition table, then winning captures, then actions that refuted similar positions.

use super::candidate::{Candidate, KILLER, LOSING_CAPTURE, TT_MOVE, WINNING_CAPTURE};
use super::parameters::CAPTURE_LOSS;
use super::thread::SearchThread;
use crate::engine::{Position, Side};

impl<P: Position> SearchThread<'_, P> {
    /// All actions with their scores.
    pub fn candidates(
        &mut self,
        side: Side,
        position: &P,
        tt_move: Option<P::Action>,
        evaluation: Option<i32>,
        ply: usize,
    ) -> Vec<Candidate<P::Action>> {
        let mut actions = std::mem::take(&mut self.stack[ply].actions);
        let mut candidates = std::mem::take(&mut self.stack[ply].candidates);
        candidates.clear();
        actions.clear();
        position.generate_noisy(&mut actions);
        for &action in &actions {
            let mut next = position.clone();
            next.play(action);
            let after = self.evaluate_for(side, &next, ply);
            let losing = evaluation.is_some_and(|before| after < before - CAPTURE_LOSS);
            let kind = if losing { LOSING_CAPTURE } else { WINNING_CAPTURE };
            let score = kind + 8 * after + self.history.get(side.index(), &action) / 64;
            candidates.push(Candidate::new(score, action, true));
        }
        let noisy = candidates.len();
        actions.clear();
        position.generate(&mut actions);
        let killers = self.stack[ply].killers;
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
            candidates.push(Candidate::new(score, action, false));
        }
        if let Some(tt_move) = tt_move
            && let Some(candidate) = candidates.iter_mut().find(|candidate| candidate.action == tt_move)
        {
            candidate.score = TT_MOVE;
        }
        self.stack[ply].actions = actions;
        candidates
    }

    /// Noisy actions, or all of them, scored by the evaluation after them.
    pub fn noisy_candidates(
        &mut self,
        side: Side,
        position: &P,
        evading: bool,
        ply: usize,
    ) -> Vec<Candidate<P::Action>> {
        let mut actions = std::mem::take(&mut self.stack[ply].actions);
        let mut candidates = std::mem::take(&mut self.stack[ply].candidates);
        actions.clear();
        candidates.clear();
        if evading {
            position.generate(&mut actions);
        } else {
            position.generate_noisy(&mut actions);
        }
        for &action in &actions {
            let mut next = position.clone();
            next.play(action);
            let score = self.evaluate_for(side, &next, ply + 1);
            candidates.push(Candidate::new(score, action, true));
        }
        self.stack[ply].actions = actions;
        candidates
    }

    /// Learns from a cutoff: the last of these candidates refuted the position, the others that were searched did not.
    pub fn update_histories(&mut self, side: Side, tried: &[Candidate<P::Action>], depth: i32, ply: usize) {
        let Some((best, others)) = tried.split_last() else { return };
        let bonus = (depth * depth * 16 + 32 * depth).min(1_600);
        self.history.update(side.index(), &best.action, bonus);
        for other in others.iter().filter(|other| other.searched && other.noisy == best.noisy) {
            self.history.update(side.index(), &other.action, -bonus);
        }
        let killers = &mut self.stack[ply].killers;
        if !best.noisy && killers[0] != Some(best.action) {
            killers[1] = killers[0];
            killers[0] = Some(best.action);
        }
    }
}
