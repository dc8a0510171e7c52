//! Why an action is not legal.

use super::action::{Action, name, table_cell};
use super::generate::IllegalReason;
use super::graph::{Line, cells};
use super::pieces::Pieces;
use super::position::{Phase, Whack, team};
use super::stack::{PieceKind, Stack};
use crate::engine::{Illegal, Position, Turn};

pub(super) const WEDGES: &str = "whack.md, Wedges";
pub(super) const SET_UP: &str = "whack.md, Set-up (phase `place`)";
pub(super) const CHANGES: &str = "whack.md, Board changes";
pub(super) const MOVING: &str = "whack.md, Moving";
pub(super) const CHECK: &str = "whack.md, Check, and what is illegal";
pub(super) const CAPTURE: &str = "whack.md, After a capture (phase `roll`)";

/// The names of cells, as a sentence lists them.
pub(super) fn names(bits: u64) -> String {
    cells(bits).map(name).collect::<Vec<_>>().join(", ")
}

impl Whack {
    /// Why an action is not legal that is not.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        if let Turn::Over(outcome) = self.turn() {
            return Illegal::new(CAPTURE, format!("the game is over: {}", outcome.reason));
        }
        let player = team(self.side);
        match (action, self.phase) {
            (Action::Change(joins), Phase::Place | Phase::OpenChange(_) | Phase::RollChange(_)) => {
                self.refuse_change(joins)
            }
            (Action::Move { from, to }, Phase::Move) => self.refuse_move(from, to),
            (Action::Change(_), Phase::Move) => {
                Illegal::new(CHANGES, format!("no board change is due: {player} has to move a piece"))
            }
            (Action::Roll(_), Phase::Move) => {
                Illegal::new(CAPTURE, format!("no roll is due: {player} has to move a piece"))
            }
            (_, Phase::Open) => Illegal::new(SET_UP, format!("the opening roll is due: {player} has to roll")),
            (_, Phase::Roll) => Illegal::new(CAPTURE, format!("a roll is due: {player} has captured and has to roll")),
            (_, Phase::Place) => {
                Illegal::new(SET_UP, format!("the board is being laid out: {player} has to place a section"))
            }
            (_, Phase::OpenChange(roll) | Phase::RollChange(roll)) => {
                let reason =
                    format!("a board change is due: {player} has rolled {} and has to {}", roll.name(), roll.task());
                Illegal::new(CHANGES, reason)
            }
        }
    }

    fn refuse_move(&self, from: u8, to: u8) -> Illegal {
        let (start, end, player) = (name(from), name(to), team(self.side));
        let at = |illegal: Illegal| illegal.at([table_cell(from), table_cell(to)]);
        let no = |reason: String| at(Illegal::new(MOVING, reason));
        let (Some(owner), Some(stack)) = (self.pieces.side(from), self.pieces.stack(from)) else {
            return no(format!("there is no piece on {start}"));
        };
        if owner != self.side {
            return no(format!("the piece on {start} is not {player}'s, who has to move"));
        }
        if from == to {
            return no("a piece has to go to another cell".into());
        }
        let kind = stack.kind();
        let (graph, bit) = (self.arrangement.graph(), 1 << to);
        let freely = Pieces::NONE.attacks(graph, kind, from);
        if freely & bit == 0 {
            return no(format!("a {} ({stack}) does not move from {start} to {end}", kind.name()));
        }
        if self.pieces.attacks(graph, kind, from) & bit == 0 {
            let blockers = self.blockers(kind, from, to);
            let reason = format!("the way from {start} to {end} is blocked on {}", names(blockers));
            return Illegal::new(MOVING, reason).at(cells(blockers).map(table_cell));
        }
        let target = self.pieces.side(to);
        if kind == PieceKind::Pawn {
            let over_side = graph.sides[usize::from(from)] & bit != 0;
            if over_side && target == Some(owner.other()) {
                return no(format!("a pawn captures by a diagonal step only: {end} lies over a side of {start}"));
            }
            if !over_side && target.is_none() {
                return no(format!("a pawn makes a diagonal step only to capture: {end} is empty"));
            }
            if !over_side && target == Some(owner) {
                return no(format!("a pawn combines by a step over a side only: {end} lies over a corner of {start}"));
            }
        }
        if let (Some(below), true) = (self.pieces.stack(to), target == Some(owner))
            && stack.onto(below).is_none()
        {
            return no(cannot_combine(stack, below));
        }
        match self.illegal_reason(from, to) {
            Some(IllegalReason::Exposed { kings, attackers }) => {
                let reason = format!("{player}'s king on {} would be attacked from {}", names(kings), names(attackers));
                Illegal::new(CHECK, reason).at(cells(kings | attackers).map(table_cell))
            }
            _ => at(Illegal::new(CHECK, format!("this would leave {player} without a king"))),
        }
    }

    /// The first piece on each line of a piece to a cell.
    fn blockers(&self, kind: PieceKind, from: u8, to: u8) -> u64 {
        let graph = self.arrangement.graph();
        let blocker = |(line, side): (Line, u8)| {
            graph.ray(line, from, side, 0).any(|cell| cell == to).then_some(())?;
            graph.ray(line, from, side, self.pieces.occupied()).last()
        };
        let rays = kind.lines().iter().flat_map(|&line| (0..4).map(move |side| (line, side)));
        rays.filter_map(blocker).fold(0, |bits, cell| bits | 1 << cell)
    }
}

/// rules/whack.md, Moving, Combining.
fn cannot_combine(stack: Stack, below: Stack) -> String {
    if stack.lowest() > below.topmost() {
        format!("a {} may not stand on a {}: {stack} cannot go onto {below}", stack.lowest(), below.topmost())
    } else {
        format!("{stack} on {below} would make {} points, more than 6", stack.points() + below.points())
    }
}
