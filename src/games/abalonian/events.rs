//! What an action does on the table, and how a person makes it by hand.

use super::action::{Action, MoveKind, name};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::push::{End, Step};
use crate::engine::bits::{Direction, RANK_1, RANK_8, Square, bit};
use crate::engine::{Cause, Cell, Event, Gesture, GestureKind, Manner, Place, Side};

/// A square as the engine numbers it.
pub(super) fn cell(square: Square) -> Cell {
    Cell(u16::from(square))
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// Tells a legal action: what is captured is taken first; a slide before a push is a move of its own.
    pub(super) fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        if matches!(action.move_kind, MoveKind::Push | MoveKind::Leap(_)) {
            for step in self.push_steps(action) {
                self.step_events(&step, out);
            }
            return;
        }
        let Action { from, to, move_kind } = action;
        if let Some((_, castle)) = self.castle(action) {
            out(moved(from, to));
            // The king stands between by now.
            out(Event::Moved { from: cell(castle.rook), path: vec![cell(castle.rook_to)], manner: Manner::Leap });
            return;
        }
        if let Some(at) = self.victim(action) {
            out(Event::Taken { at: cell(at), cause: Cause::Landed });
        }
        out(moved(from, to));
        let becomes = match move_kind {
            MoveKind::Promote(kind) => Some(kind),
            _ => self.is_promoted(from, to).then_some(PieceKind::Chancellor),
        };
        if let Some(kind) = becomes {
            out(Event::Became { at: cell(to), look: kind.look() });
        }
    }

    fn step_events(&self, step: &Step, out: &mut impl FnMut(Event)) {
        let Some(chain) = &step.chain else {
            out(moved(step.from, step.to));
            return;
        };
        let driver = chain.direction.opposite().next(step.to).unwrap_or(step.from);
        if driver != step.from {
            out(moved(step.from, driver));
        }
        let beyond = match chain.end {
            End::Room(square) => Some(cell(square)),
            _ => None,
        };
        let cells = std::iter::once(driver).chain(chain.squares.iter().copied()).map(cell).collect();
        out(Event::Pushed { cells, beyond });
        for &square in &chain.squares {
            if let Some(next) = chain.direction.next(square)
                && self.is_promoted(square, next)
            {
                out(Event::Became { at: cell(next), look: PieceKind::Chancellor.look() });
            }
        }
    }

    /// Whether a pawn on `from` becomes a chancellor by coming to `to` (rules/abalonian.md, Pawns).
    fn is_promoted(&self, from: Square, to: Square) -> bool {
        let last = match self.piece_on(from) {
            Some((Side::White, PieceKind::Pawn)) => RANK_8,
            Some((Side::Black, PieceKind::Pawn)) => RANK_1,
            _ => 0,
        };
        PUSHES && last & bit(to) != 0
    }

    /// Where an ordinary move captures.
    fn victim(&self, action: Action) -> Option<Square> {
        let landed = self.piece_on(action.to).map(|_| action.to);
        let is_pawn = matches!(self.piece_on(action.from), Some((_, PieceKind::Pawn)));
        landed.or((is_pawn && self.en_passant == Some(action.to)).then_some(action.to ^ 8))
    }

    pub(super) fn gesture(&self, action: Action) -> Gesture {
        let kind = match action.move_kind {
            MoveKind::Move | MoveKind::Promote(_) if self.victim(action).is_some() => GestureKind::Capture,
            MoveKind::Move | MoveKind::Promote(_) => GestureKind::Quiet,
            MoveKind::Push | MoveKind::Leap(_) => {
                let steps = self.push_steps(action);
                let chains = steps.iter().filter_map(|step| step.chain.as_ref());
                let pushed = chains.flat_map(|chain| chain.squares.iter().copied());
                GestureKind::Push(std::iter::once(action.from).chain(pushed).map(cell).collect())
            }
        };
        let choice = match action.move_kind {
            MoveKind::Promote(kind) => Some(format!("becomes a {}", kind.man().name())),
            MoveKind::Leap(via) => Some(format!("by {}", name(via))),
            // A knight may have the choice to push on its way to the same square.
            MoveKind::Move if Direction::between(action.from, action.to).is_none() => {
                Some("without a push".to_string())
            }
            MoveKind::Move | MoveKind::Push => None,
        };
        Gesture { choice, ..Gesture::new(Place::Cell(cell(action.from)), cell(action.to), kind) }
    }
}

/// A man goes straight along the board where it can, and leaps like a knight where it cannot.
fn moved(from: Square, to: Square) -> Event {
    let Some(direction) = Direction::between(from, to) else {
        return Event::Moved { from: cell(from), path: vec![cell(to)], manner: Manner::Leap };
    };
    let ahead = std::iter::successors(direction.next(from), |&at| direction.next(at).filter(|_| at != to));
    Event::Moved { from: cell(from), path: ahead.map(cell).collect(), manner: Manner::Slide }
}
