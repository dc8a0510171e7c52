//! Gain of captures and promotions, and static exchange evaluation.

use std::ops::ControlFlow::Continue;

use super::action::Action;
use super::generate::{die_moves, promotes, push_die_moves, push_king_steps};
use super::piece::PieceKind;
use super::position::Fluky;
use super::square::{goal, last_rank};
use crate::engine::{Evaluate, Heuristics, Sink};

/// The value of a king on its goal, centipawns.
const GOAL: i32 = 10_000;

impl Heuristics for Fluky {
    /// Adds the legal captures, the promotions and the king's step onto its goal.
    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        if self.winner().is_some() || self.is_roll_due() {
            return;
        }
        let side = self.side;
        let captures = self.dice[side.other().index()];
        push_king_steps(self, captures | goal(side).bit(), out);
        let _ = die_moves(self, |kind, from, targets| {
            let noisy = if kind == PieceKind::Pawn { captures | last_rank(side) } else { captures };
            push_die_moves(side, kind, from, targets & noisy, out);
            Continue(())
        });
    }

    /// The value of captures and promotions by an action, or of a win by reaching the goal,
    /// centipawns; `None` for a quiet action.
    fn gain(&self, action: Action) -> Option<i32> {
        let Action::Move { from, to, choice } = action else { return None };
        let side = self.side;
        if self.king(side) == from && to == goal(side) {
            return Some(GOAL);
        }
        let captures = self.dice[side.other().index()] & to.bit() != 0;
        let promotes = promotes(self, from, to);
        let captured = if captures { value(self.kind_at(to)) } else { 0 };
        let promoted = choice.map_or(0, |kind| value(kind) - value(PieceKind::Pawn));
        (captures || promotes).then_some(captured + promoted)
    }

    /// Whether a noisy action gains at least `threshold` centipawns after the opponent's recapture,
    /// if there is one.
    fn see(&self, action: Action, threshold: i32) -> bool {
        let (Some(gain), Action::Move { from, to, choice }) = (self.gain(action), action) else {
            return threshold <= 0;
        };
        if gain < threshold || gain >= GOAL {
            return gain >= threshold;
        }
        let (side, occupied) = (self.side, self.occupied() & !from.bit());
        let risked = if self.king(side) == from { 0 } else { value(choice.unwrap_or_else(|| self.kind_at(from))) };
        gain - risked >= threshold || self.attackers_to(to, side.other(), occupied) == 0
    }

    /// In check, or the enemy king threatens to step onto its goal.
    fn in_danger(&self) -> bool {
        self.in_check(self.side) || self.threatens_goal(self.side.other())
    }

    /// The position after passing the turn. `None` while a roll is due, in danger, and for a bare
    /// king, which may be in zugzwang. With dice left, zugzwang is rare, because the king can
    /// usually make a waiting move.
    fn null_move(&self) -> Option<Self> {
        if self.winner().is_some() || self.is_roll_due() || self.in_danger() {
            return None;
        }
        let mut passed = *self;
        passed.side = self.side.other();
        (self.dice[self.side.index()] != 0).then_some(passed)
    }
}

/// The value of a die that shows this kind in the evaluation, centipawns.
const fn value(kind: PieceKind) -> i32 {
    Fluky::FEATURES[kind as usize].weight
}
