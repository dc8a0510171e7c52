//! Refusals of illegal actions.

use super::action::{Action, ActionKind};
use super::board::cell::{Cell, cells, names};
use super::board::graph::LineKind;
use super::check_change::refuse_change;
use super::generate::IllegalReason;
use super::pieces::Pieces;
use super::position::{Phase, Whack, team};
use super::stack::{PieceKind, Stack};
use crate::engine::{Check, Illegal, Rules};

const SET_UP: &str = "whack.md, Set-up";
const OPENING_ROLL: &str = "whack.md, Opening roll";
const HOW_PIECES_MOVE: &str = "whack.md, How pieces move";
const COMBINING: &str = "whack.md, Combining";
const CHECK: &str = "whack.md, Check";
const AFTER_A_CAPTURE: &str = "whack.md, After a capture";
const BOARD_CHANGES: &str = "whack.md, Board changes";

impl Check for Whack {
    const END: &'static str = "whack.md, End of the game";

    fn check(&self, action: Action) -> Result<(), Illegal> {
        if self.is_legal(action) { Ok(()) } else { Err(refuse(self, action)) }
    }
}

/// The refusal of an illegal action.
fn refuse(position: &Whack, action: Action) -> Illegal {
    if let Some(outcome) = position.decided() {
        return Illegal::new(Whack::END, format!("The game is over: {}.", outcome.reason));
    }
    let player = team(position.side);
    match (action.kind(), position.phase) {
        (
            ActionKind::Change(_) | ActionKind::ImpossibleChange(_),
            Phase::Place | Phase::OpenChange(_) | Phase::RollChange(_),
        ) => refuse_change(position, action),
        (ActionKind::Move { from, to }, Phase::Move) => refuse_move(position, from, to),
        (ActionKind::Change(_) | ActionKind::ImpossibleChange(_), Phase::Move) => {
            Illegal::new(BOARD_CHANGES, format!("No board change is due: {player} has to move a piece."))
        }
        (ActionKind::Roll(_), Phase::Move) => {
            Illegal::new(AFTER_A_CAPTURE, format!("No roll is due: {player} has to move a piece."))
        }
        (_, Phase::Open) => Illegal::new(OPENING_ROLL, format!("The opening roll is due: {player} has to roll.")),
        (_, Phase::Roll) => {
            Illegal::new(AFTER_A_CAPTURE, format!("A roll is due: {player} has captured and has to roll."))
        }
        (_, Phase::Place) => {
            Illegal::new(SET_UP, format!("The board is being laid out: {player} has to place a section."))
        }
        (_, Phase::OpenChange(roll) | Phase::RollChange(roll)) => {
            let reason =
                format!("A board change is due: {player} has rolled {} and has to {}.", roll.name(), roll.task());
            Illegal::new(BOARD_CHANGES, reason)
        }
    }
}

/// The refusal of an illegal move of the player to move.
fn refuse_move(position: &Whack, from: Cell, to: Cell) -> Illegal {
    let (pieces, player) = (&position.pieces, team(position.side));
    let at = |illegal: Illegal| illegal.at([from.on_table(), to.on_table()]);
    let refusal = |reason: String| at(Illegal::new(HOW_PIECES_MOVE, reason));
    let (Some(owner), Some(stack)) = (pieces.side(from), pieces.stack(from)) else {
        return refusal(format!("There is no piece on {from}."));
    };
    if owner != position.side {
        return refusal(format!("The piece on {from} belongs to {}, and {player} has to move.", team(owner)));
    }
    let (kind, graph) = (stack.kind(), position.arrangement.graph());
    if from == to {
        return refuse_staying(position, from, kind);
    }
    if !to.is_in(Pieces::NONE.reach(graph, kind, from)) {
        return refusal(format!("A {} ({stack}) does not move from {from} to {to}.", kind.name()));
    }
    if !to.is_in(pieces.reach(graph, kind, from)) {
        let blockers = blockers(position, kind, from, to);
        let reason = format!("The path from {from} to {to} is blocked on {}.", names(blockers));
        return Illegal::new(HOW_PIECES_MOVE, reason).at(cells(blockers).map(Cell::on_table));
    }
    let target = pieces.side(to);
    if kind == PieceKind::Pawn {
        let over_side = to.is_in(graph.sides[from.index()]);
        if over_side && target == Some(owner.other()) {
            return refusal(format!("A pawn captures by a diagonal step only: {to} lies over a side of {from}."));
        }
        if !over_side && target.is_none() {
            return refusal(format!("A pawn makes a diagonal step only to capture: {to} is empty."));
        }
        if !over_side && target == Some(owner) {
            return refusal(format!("A pawn combines by a step over a side only: {to} lies over a corner of {from}."));
        }
    }
    if let (Some(below), true) = (pieces.stack(to), target == Some(owner))
        && stack.onto(below).is_none()
    {
        return at(Illegal::new(COMBINING, cannot_combine(stack, below)));
    }
    match position.illegal_reason(from, to) {
        Some(IllegalReason::Exposed { kings, attackers }) => {
            let reason = format!("{player}'s king on {} would be attacked from {}.", names(kings), names(attackers));
            Illegal::new(CHECK, reason).at(cells(kings | attackers).map(Cell::on_table))
        }
        _ => at(Illegal::new(CHECK, format!("This would leave {player} without a king."))),
    }
}

/// The refusal of a move that ends where it starts. If the piece has no legal move at all, the
/// refusal gives the reason.
fn refuse_staying(position: &Whack, from: Cell, kind: PieceKind) -> Illegal {
    if position.legal_targets(from) != 0 {
        return Illegal::new(HOW_PIECES_MOVE, "A move must end on another cell.").at([from.on_table()]);
    }
    let piece = format!("The {} on {from} has no move", kind.name());
    let targets = position.pieces.targets(position.arrangement.graph(), from);
    let refused: Vec<_> = cells(targets).filter_map(|to| Some((to, position.illegal_reason(from, to)?))).collect();
    // A king that the piece shields explains more than one that it would become.
    let shields =
        |(to, reason): &&(Cell, _)| matches!(reason, IllegalReason::Exposed { kings, .. } if kings & !to.bit() != 0);
    let check = |reason: String, others: u64| {
        Illegal::new(CHECK, format!("{piece}: {reason}.")).at(cells(from.bit() | others).map(Cell::on_table))
    };
    let side = team(position.side);
    match refused.iter().find(shields).or(refused.first()) {
        None => Illegal::new(HOW_PIECES_MOVE, piece + ".").at([from.on_table()]),
        Some((_, IllegalReason::NoKing)) => check(format!("it would leave {side} without a king"), 0),
        Some(&(to, IllegalReason::Exposed { kings, attackers })) => {
            let (shielded, by) = (kings & !to.bit(), names(attackers));
            let reason = if shielded != 0 {
                format!("without it, {side}'s king on {} would be attacked from {by}", names(shielded))
            } else if kind != PieceKind::King {
                format!("on {to} it would become a king attacked from {by}")
            } else if refused.iter().all(|(_, reason)| *reason != IllegalReason::NoKing) {
                format!("every cell it could move to is attacked, for example from {by}")
            } else {
                format!("on {to} it would be attacked from {by}")
            };
            check(reason, shielded | attackers)
        }
    }
}

/// The first piece on each of a piece's lines to a cell.
fn blockers(position: &Whack, kind: PieceKind, from: Cell, to: Cell) -> u64 {
    let graph = position.arrangement.graph();
    let blocker = |(line, side): (LineKind, u8)| {
        graph.ray(line, from, side, 0).any(|cell| cell == to).then_some(())?;
        graph.ray(line, from, side, position.pieces.occupied()).last()
    };
    let rays = kind.lines().iter().flat_map(|&line| (0..4).map(move |side| (line, side)));
    rays.filter_map(blocker).fold(0, |set, cell| set | cell.bit())
}

/// The reason why a stack may not move onto another.
fn cannot_combine(stack: Stack, below: Stack) -> String {
    if stack.lowest() > below.topmost() {
        format!("A {} may not stand on a {}: {stack} cannot go onto {below}.", stack.lowest(), below.topmost())
    } else {
        format!("Putting {stack} on {below} would make {} points, more than 6.", stack.points() + below.points())
    }
}
