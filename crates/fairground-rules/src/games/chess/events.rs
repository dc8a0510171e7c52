//! The events of an action on the table.

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::push::{Chain, End};
use super::squares::cell;
use super::variant::Variant;
use crate::engine::bits::{Direction, Square, path};
use crate::engine::{Cause, Event, Events, Manner};

impl<V: Variant> Events for ChessPosition<V> {
    /// Captured pieces are removed first. A slide before a push is a separate move.
    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        let Action { from, to, kind } = action;
        if matches!(kind, MoveKind::Push | MoveKind::Leap(_)) {
            for step in self.push_steps(action) {
                match &step.chain {
                    Some(chain) => self.push_events(step.from, step.to, chain, out),
                    None => out(moved(step.from, step.to)),
                }
            }
            return;
        }
        if let Some((_, castle)) = self.castle(action) {
            out(moved(from, to));
            // The rook leaps, because the king now stands in between.
            out(Event::Moved { from: cell(castle.rook), path: vec![cell(castle.rook_to)], manner: Manner::Leap });
            return;
        }
        if let Some(at) = self.victim(action) {
            out(Event::Captured { at: cell(at), cause: Cause::Landed });
        }
        out(moved(from, to));
        if let Some(kind) = self.promotion(action) {
            out(Event::Transformed { at: cell(to), look: kind.look() });
        }
    }
}

impl<V: Variant> ChessPosition<V> {
    fn push_events(&self, from: Square, to: Square, chain: &Chain, out: &mut impl FnMut(Event)) {
        let driver = chain.direction.opposite().next(to).unwrap_or(from);
        if driver != from {
            out(moved(from, driver));
        }
        let beyond = match chain.end {
            End::Room(square) => Some(cell(square)),
            End::Edge | End::Blocked(_) => None,
        };
        let cells = std::iter::once(driver).chain(chain.squares.iter().copied()).map(cell).collect();
        out(Event::Pushed { cells, beyond });
        for at in self.promoted_by(chain) {
            out(Event::Transformed { at: cell(at), look: PieceKind::Chancellor.look() });
        }
    }
}

/// A move along a line is a slide, any other a knight's leap.
fn moved(from: Square, to: Square) -> Event {
    let manner = if Direction::between(from, to).is_some() { Manner::Slide } else { Manner::Leap };
    Event::Moved { from: cell(from), path: path(from, to), manner }
}
