//! The events of actions on the table.

use super::action::{Action, ActionKind};
use super::board::arrangement::Arrangement;
use super::board::cell::Cell;
use super::board::roll::{DIE, Roll};
use super::layout::{Frame, lifted_to};
use super::position::{Phase, Whack};
use super::setup::set_up;
use super::stack::Stack;
use crate::engine::{self, Cause, Event, Events, Look, Manner, SectionMove};

impl Events for Whack {
    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        match action.kind() {
            ActionKind::Roll(roll) => {
                out(Event::Rolled { by: self.side, die: DIE, symbol: roll.symbol(), at: None });
            }
            ActionKind::Change(after) => {
                out(Event::Rearranged { sections: section_moves(self, after) });
                // After the last section is placed, the pieces are set up.
                if self.phase == Phase::Place {
                    for (cell, side, stack) in set_up(after) {
                        out(Event::SetUp { at: cell.on_table(), side, look: look(stack) });
                    }
                }
            }
            ActionKind::Move { from, to } => {
                let (manner, path) = path(self, from, to);
                let from = from.on_table();
                match self.pieces.side(to) {
                    Some(side) if side == self.side => out(Event::Stacked { from, path, manner }),
                    enemy => {
                        if enemy.is_some() {
                            out(Event::Captured { at: to.on_table(), cause: Cause::Landed });
                        }
                        out(Event::Moved { from, path, manner });
                    }
                }
            }
            ActionKind::ImpossibleChange(_) => {}
        }
    }
}

/// The look of a stack.
pub(super) fn look(stack: Stack) -> Look {
    Look::Pyramids(stack.sizes())
}

/// The shortest path of a piece to a cell.
fn path(position: &Whack, from: Cell, to: Cell) -> (Manner, Vec<engine::Cell>) {
    let graph = position.arrangement.graph();
    if to.is_in(graph.neighbours(from)) {
        return (Manner::Slide, vec![to.on_table()]);
    }
    let lines = position.pieces.stack(from).map_or(&[][..], |stack| stack.kind().lines());
    let rays = lines.iter().flat_map(|&line| (0..4).map(move |side| (line, side)));
    let ways = rays.filter_map(|(line, side)| {
        let ray: Vec<_> = graph.ray(line, from, side, position.pieces.occupied()).collect();
        let end = ray.iter().position(|&cell| cell == to)?;
        Some(ray[..=end].iter().map(|cell| cell.on_table()).collect::<Vec<_>>())
    });
    match ways.min_by_key(Vec::len) {
        Some(path) => (Manner::Slide, path),
        None => (Manner::Leap, vec![to.on_table()]),
    }
}

/// Every section whose pose changes. The sections that stay on the table form one body: it slides
/// because the board is centred again, and turns if section A was lifted and turned, see layout.rs.
/// The lifted sections form another body, or two for SWAP.
fn section_moves(position: &Whack, after: Arrangement) -> Vec<SectionMove> {
    let before = position.arrangement;
    let (old, new) = (Frame::of(before), Frame::of(after));
    let mut lifted = 0;
    let moves = lifted_to(position, after).into_iter().enumerate().filter_map(|(section, pose)| {
        let from = before.placement(section).map(|placement| old.pose(placement));
        let to = new.pose(after.placement(section)?);
        let body = match pose {
            None => 0,
            Some(_) => {
                lifted = if position.phase.roll() == Some(Roll::Swap) { lifted + 1 } else { 1 };
                lifted
            }
        };
        (from != Some(to)).then_some(SectionMove { section: section as u8, body, from, to })
    });
    moves.collect()
}
