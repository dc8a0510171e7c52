//! Staged move ordering: the action of the transposition table, winning captures, killers and other
//! quiet actions by their history, losing captures. Each stage is generated when it is reached.

use arrayvec::ArrayVec;

use super::candidate::{Candidate, select_best};
use super::history::MoveIndex;
use super::thread::{SearchThread, StackEntry};
use crate::engine::{Packed, Position, Side};

/// Base score of killers, higher than the history score of any quiet action.
const KILLER: i32 = 1_000_000;

/// A bit pattern that no action packs to.
const NONE: u32 = u32::MAX;

/// The next stage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    Winning,
    GenerateQuiet,
    Quiet,
    Losing,
}

/// Yields the actions of a position in order. Its lists are borrowed from a ply of the stack;
/// [`Self::end`] returns them.
pub struct MovePicker<A> {
    stage: Stage,
    tt_move: Option<A>,
    noisy: Vec<Candidate<A>>,
    quiet: Vec<Candidate<A>>,
    /// The next index in the list of this stage.
    at: usize,
    /// Number of losing captures, which are collected at the front of `noisy`.
    losing: usize,
    /// Whether to skip all further quiet actions.
    pub skips_quiet: bool,
    ply: usize,
}

impl<A: Copy + Eq> MovePicker<A> {
    pub fn new(entry: &mut StackEntry<A>, tt_move: Option<A>, ply: usize) -> Self {
        let [mut noisy, mut quiet] = [&mut entry.noisy, &mut entry.quiet].map(std::mem::take);
        noisy.clear();
        quiet.clear();
        let stage = if tt_move.is_some() { Stage::TableMove } else { Stage::GenerateNoisy };
        MovePicker { stage, tt_move, noisy, quiet, at: 0, losing: 0, skips_quiet: false, ply }
    }

    /// Returns the lists to the stack.
    pub fn end(self, entry: &mut StackEntry<A>) {
        entry.noisy = self.noisy;
        entry.quiet = self.quiet;
    }

    /// Returns the next action. The caller has checked that the table's action is legal.
    pub fn next<P: Position<Action = A>>(
        &mut self,
        thread: &mut SearchThread<'_, P>,
        side: Side,
        position: &P,
    ) -> Option<Candidate<A>> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    let Some(action) = self.tt_move else { continue };
                    return Some(Candidate::new(0, 0, action, position.gain(action).is_some(), true));
                }
                Stage::GenerateNoisy => {
                    thread.noisy_candidates(side, position, self.tt_move, self.ply, &mut self.noisy);
                    self.stage = Stage::Winning;
                }
                Stage::Winning => {
                    let Some(candidate) = self.pick_noisy() else {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    };
                    if position.see(candidate.action, 0) {
                        return Some(candidate);
                    }
                    self.noisy[self.at - 1].promising = false;
                    self.noisy.swap(self.losing, self.at - 1);
                    self.losing += 1;
                }
                Stage::GenerateQuiet => {
                    self.at = 0;
                    self.stage = Stage::Quiet;
                    if !self.skips_quiet {
                        thread.quiet_candidates(side, position, self.tt_move, self.ply, &self.noisy, &mut self.quiet);
                    }
                }
                Stage::Quiet => {
                    if self.at < self.quiet.len() && !self.skips_quiet {
                        select_best(&mut self.quiet, self.at);
                        self.at += 1;
                        return Some(self.quiet[self.at - 1]);
                    }
                    self.at = 0;
                    self.stage = Stage::Losing;
                }
                Stage::Losing => {
                    self.at += 1;
                    return (self.at <= self.losing).then(|| self.noisy[self.at - 1]);
                }
            }
        }
    }

    /// Returns the best of the remaining noisy actions, winning or losing; `None` after the last
    /// one.
    fn pick_noisy(&mut self) -> Option<Candidate<A>> {
        let from = self.at;
        let best = (from..self.noisy.len()).min_by_key(|&i| self.noisy[i].rank())?;
        self.noisy.swap(from, best);
        self.at += 1;
        Some(self.noisy[from])
    }
}

impl<P: Position> SearchThread<'_, P> {
    /// Adds all noisy actions except `except`, scored by their gain and capture history.
    pub fn noisy_candidates(
        &mut self,
        side: Side,
        position: &P,
        except: Option<P::Action>,
        ply: usize,
        candidates: &mut Vec<Candidate<P::Action>>,
    ) {
        let mut actions = std::mem::take(&mut self.stack[ply].actions);
        actions.clear();
        position.generate_noisy(&mut actions);
        for &action in &actions {
            if except != Some(action) {
                let score = 8 * position.gain(action).unwrap_or(0)
                    + self.histories.captures.get(side.index(), action.pack()) / 8;
                candidates.push(Candidate::new(score, candidates.len(), action, true, true));
            }
        }
        self.stack[ply].actions = actions;
    }

    /// Adds all other actions except `except`, scored as killers or by their history.
    pub fn quiet_candidates(
        &mut self,
        side: Side,
        position: &P,
        except: Option<P::Action>,
        ply: usize,
        noisy: &[Candidate<P::Action>],
        candidates: &mut Vec<Candidate<P::Action>>,
    ) {
        let mut actions = std::mem::take(&mut self.stack[ply].actions);
        actions.clear();
        position.generate(&mut actions);
        let killers = self.stack[ply].killers.map(|killer| killer.map_or(NONE, P::Action::pack));
        let except = except.map_or(NONE, P::Action::pack);
        // Quick filter: most quiet actions end on a cell where no noisy action ends.
        let ends = noisy.iter().fold(0_u64, |ends, candidate| ends | 1 << (candidate.action.pack() & 63));
        for &action in &actions {
            let bits = action.pack();
            let among_noisy =
                || ends >> (bits & 63) & 1 == 1 && noisy.iter().any(|candidate| candidate.action == action);
            if except == bits || among_noisy() {
                continue;
            }
            let killer = killers.contains(&bits);
            let score = if killer {
                KILLER + i32::from(killers[0] == bits)
            } else {
                let own = self.histories.quiet.get(side.index(), bits);
                if self.selective {
                    own + self.continuation_score(ply, MoveIndex::of(side, position, action))
                } else {
                    own
                }
            };
            candidates.push(Candidate::new(score, candidates.len(), action, false, killer));
        }
        self.stack[ply].actions = actions;
    }

    /// The noisy actions, or all actions if the player evades.
    pub fn quiescence_candidates(
        &mut self,
        side: Side,
        position: &P,
        tt_move: Option<P::Action>,
        evading: bool,
        ply: usize,
    ) -> Vec<Candidate<P::Action>> {
        let mut candidates = std::mem::take(&mut self.stack[ply].noisy);
        candidates.clear();
        self.noisy_candidates(side, position, None, ply, &mut candidates);
        if evading {
            let mut quiet = std::mem::take(&mut self.stack[ply].quiet);
            quiet.clear();
            self.quiet_candidates(side, position, None, ply, &candidates, &mut quiet);
            quiet.iter_mut().for_each(Candidate::put_last);
            candidates.append(&mut quiet);
            self.stack[ply].quiet = quiet;
        }
        if let Some(tt_move) = tt_move
            && let Some(candidate) = candidates.iter_mut().find(|candidate| candidate.action == tt_move)
        {
            candidate.put_first();
        }
        candidates
    }

    /// Updates the histories and killers after a cutoff by `best`. The actions searched before it
    /// did not refute the position.
    pub fn update_histories(&mut self, position: &P, side: Side, best: (P::Action, bool), depth: i32, ply: usize) {
        let (action, noisy) = best;
        let bonus = self.history_bonus(depth);
        self.update_history(side, (action.pack(), noisy), bonus);
        let searched = std::mem::take(&mut self.stack[ply].searched);
        for &(other, _) in searched.iter().filter(|other| other.1 == noisy) {
            self.update_history(side, (other.pack(), noisy), -bonus);
        }
        if self.selective && !noisy {
            let (best, others) = (action, searched.iter().filter(|other| !other.1));
            let updates = [(best, bonus)].into_iter().chain(others.map(|&(other, _)| (other, -bonus)));
            let preceding: ArrayVec<_, 3> = self.preceding(ply).collect();
            for (action, bonus) in updates {
                let now = MoveIndex::of(side, position, action);
                for &(before, divisor) in &preceding {
                    self.histories.continuation.update(before, now, bonus / divisor);
                }
            }
        }
        self.stack[ply].searched = searched;
        let killers = &mut self.stack[ply].killers;
        if !noisy && killers[0] != Some(action) {
            killers[1] = killers[0];
            killers[0] = Some(action);
        }
    }

    /// Updates the history of the action in the table, if it is quiet, after a cutoff by the table.
    pub fn confirm_quiet(&mut self, side: Side, position: &P, action: Option<P::Action>, depth: i32) {
        if let Some(action) = action
            && position.is_legal(action)
            && position.gain(action).is_none()
        {
            self.update_history(side, (action.pack(), false), self.history_bonus(depth));
        }
    }

    /// The change of a history score by a cutoff at this depth.
    fn history_bonus(&self, depth: i32) -> i32 {
        if self.selective { (220 * depth - 120).min(2_400) } else { (depth * depth * 16 + 32 * depth).min(1_600) }
    }

    fn update_history(&mut self, side: Side, (action, noisy): (u32, bool), bonus: i32) {
        let history = if noisy { &mut self.histories.captures } else { &mut self.histories.quiet };
        history.update(side.index(), action, bonus);
    }
}
