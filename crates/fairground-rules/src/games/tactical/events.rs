//! The events of an action on the table.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{Ray, Square, Way, squares};
use crate::engine::{Cause, Cell, Event, Events, Look, Manner, Place, Rules, Side};

impl Events for Tactical {
    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        let mut after = *self;
        after.play(action);
        match action {
            Action::Pass => out(Event::Passed { by: self.side }),
            Action::Drop(kind, to) => out(Event::Dropped { from: slot(self.side, kind), to: to.cell() }),
            Action::Move(from, to) => move_events(self, from, to, after.kind_at(to), out),
            Action::Shot(from, to) => {
                let (near, far) = self.shot_path(from, to);
                let path: Vec<Square> = std::iter::once(near).chain(far).collect();
                out(Event::Shot { from: from.cell(), path: path.iter().map(|square| square.cell()).collect() });
                let removed = self.removed(action);
                for hit in path.into_iter().filter(|square| removed & square.bit() != 0) {
                    out(Event::Captured { at: hit.cell(), cause: Cause::Shot });
                }
            }
        }
        for side in Side::BOTH {
            let dropped = side == self.side && matches!(action, Action::Drop(PieceKind::Obstacle, _));
            let kept = self.reserves[side.index()].count(PieceKind::Obstacle).saturating_sub(u8::from(dropped));
            if kept > 0 && self.phase == Phase::Obstacles && after.phase == Phase::Kings {
                out(Event::Discarded { from: slot(side, PieceKind::Obstacle) });
            }
            for heir in squares(self.own(side, PieceKind::Prince) & after.own(side, PieceKind::King)) {
                out(Event::Transformed { at: heir.cell(), look: Look::Chessman(PieceKind::King.chessman()) });
            }
        }
    }
}

/// The slot of a kind in a player's reserve. Slots are in the order of the table of kinds, and
/// empty slots remain.
pub(super) fn slot(side: Side, kind: PieceKind) -> Place {
    Place::Reserve(side, kind as u8)
}

/// Events of a move; `becomes` is the piece on the target square afterwards, if the moving piece
/// survives.
fn move_events(position: &Tactical, from: Square, to: Square, becomes: PieceKind, out: &mut impl FnMut(Event)) {
    let kind = position.kind_at(from);
    let removed = position.removed(Action::Move(from, to));
    if removed & to.bit() != 0 {
        out(Event::Captured { at: to.cell(), cause: Cause::Landed });
    }
    let (path, manner) = path(position, from, to);
    out(Event::Moved { from: from.cell(), path, manner });
    if removed & from.bit() == 0 {
        if becomes != kind {
            out(Event::Transformed { at: to.cell(), look: Look::Chessman(becomes.chessman()) });
        }
    } else if kind == PieceKind::Fanatic {
        out(Event::Exploded { at: to.cell() });
        for square in std::iter::once(to).chain(squares(removed & !(from.bit() | to.bit()))) {
            out(Event::Captured { at: square.cell(), cause: Cause::Exploded });
        }
    } else {
        out(Event::Captured { at: to.cell(), cause: Cause::KilledByVictim });
    }
}

/// The cells of a move and its manner: through the air for a knight's leaps and over pieces in
/// between.
fn path(position: &Tactical, from: Square, to: Square) -> (Vec<Cell>, Manner) {
    let Some(line) = Ray::between(from, to) else { return (vec![to.cell()], Manner::Leap) };
    let free = line.between_squares().all(|square| position.empty() & square.bit() != 0);
    let manner = if free && line.way != Way::Leap { Manner::Slide } else { Manner::Leap };
    (line.squares().map(Square::cell).collect(), manner)
}
