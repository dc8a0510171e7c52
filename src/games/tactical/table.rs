//! What the table shows: pieces, events, gestures, notices.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{DIAGONAL, LEAPS, ORTHOGONAL, Square, squares};
use crate::engine::{Cause, Cell, Event, Gesture, GestureKind, Look, Manner, Notice, Piece, Place, Side};

/// The slot of a kind in a player's reserve: the kinds in the order of the table, whether or not any is left.
fn slot(side: Side, kind: PieceKind) -> Place {
    Place::Reserve(side, kind as u8)
}

fn cells(set: u64) -> Vec<Cell> {
    squares(set).map(Square::cell).collect()
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

impl Tactical {
    /// The board's pieces and obstacles, then both reserves; each piece of a reserve by itself, several to a slot.
    pub(super) fn all_pieces(&self) -> Vec<Piece> {
        let board = self.standing().map(|(square, side, kind)| (Place::Cell(square.cell()), side, kind));
        let reserves = Side::BOTH.into_iter().flat_map(|side| {
            let reserve = self.reserves[side.index()];
            PieceKind::all().flat_map(move |kind| {
                std::iter::repeat_n((slot(side, kind), Some(side), kind), usize::from(reserve.count(kind)))
            })
        });
        board
            .chain(reserves)
            .map(|(place, side, kind)| Piece { place, side, look: Look::Man(kind.chessman()) })
            .collect()
    }

    /// The events of a legal action.
    pub(super) fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        let mut after = *self;
        after.carry_out(action);
        match action {
            Action::Pass => out(Event::Passed { by: self.side }),
            Action::Drop(kind, to) => out(Event::Dropped { from: slot(self.side, kind), to: to.cell() }),
            Action::Move(from, to) => self.move_events(from, to, after.kind_at(to), out),
            Action::Shot(from, to) => {
                let (near, far) = self.shot_path(from, to);
                let path: Vec<Square> = std::iter::once(near).chain(far).collect();
                out(Event::Shot { from: from.cell(), path: path.iter().map(|square| square.cell()).collect() });
                let taken = self.removed(action);
                for hit in path.into_iter().filter(|square| taken & square.bit() != 0) {
                    out(Event::Taken { at: hit.cell(), cause: Cause::Shot });
                }
            }
        }
        for side in Side::BOTH {
            let dropped = side == self.side && matches!(action, Action::Drop(PieceKind::Obstacle, _));
            let kept = self.reserves[side.index()].count(PieceKind::Obstacle).saturating_sub(u8::from(dropped));
            if kept > 0 && self.phase == Phase::Obstacles && after.phase == Phase::Kings {
                out(Event::GivenUp { from: slot(side, PieceKind::Obstacle) });
            }
            for heir in squares(self.own(side, PieceKind::Prince) & after.own(side, PieceKind::King)) {
                out(Event::Became { at: heir.cell(), look: Look::Man(PieceKind::King.chessman()) });
            }
        }
    }

    /// A move; `becomes` is what stands on its last square afterwards, if the piece itself survives.
    fn move_events(&self, from: Square, to: Square, becomes: PieceKind, out: &mut impl FnMut(Event)) {
        let kind = self.kind_at(from);
        let taken = self.removed(Action::Move(from, to));
        if taken & to.bit() != 0 {
            out(Event::Taken { at: to.cell(), cause: Cause::Landed });
        }
        let (path, manner) = self.way(from, to);
        out(Event::Moved { from: from.cell(), path, manner });
        if taken & from.bit() == 0 {
            if becomes != kind {
                out(Event::Became { at: to.cell(), look: Look::Man(becomes.chessman()) });
            }
        } else if kind == PieceKind::Fanatic {
            out(Event::Exploded { at: to.cell() });
            for square in std::iter::once(to).chain(squares(taken & !(from.bit() | to.bit()))) {
                out(Event::Taken { at: square.cell(), cause: Cause::Exploded });
            }
        } else {
            out(Event::Taken { at: to.cell(), cause: Cause::TakenAlong });
        }
    }

    /// The cells of a move and how it goes: through the air by a knight's leaps, or where something stands in between.
    fn way(&self, from: Square, to: Square) -> (Vec<Cell>, Manner) {
        for steps in [&ORTHOGONAL[..], &DIAGONAL, &LEAPS] {
            for step in steps {
                let line = || std::iter::successors(step.from(from), |square| step.from(*square));
                let Some(between) = line().position(|square| square == to) else { continue };
                let free = line().take(between).all(|square| self.empty() & square.bit() != 0);
                let manner = if free && !LEAPS.contains(step) { Manner::Slide } else { Manner::Leap };
                return (line().take(between + 1).map(Square::cell).collect(), manner);
            }
        }
        (vec![to.cell()], Manner::Leap)
    }

    /// How a person makes a legal action. No two share a gesture: a dragon's move and its shot differ in kind.
    pub(super) fn gesture_of(&self, action: Action) -> Gesture {
        match action {
            Action::Pass => Gesture { from: None, to: None, count: None, kind: GestureKind::Pass, choice: None },
            Action::Drop(kind, to) => Gesture::new(slot(self.side, kind), to.cell(), GestureKind::Drop),
            Action::Move(from, to) => {
                let quiet = self.empty() & to.bit() != 0;
                let kind = if quiet { GestureKind::Quiet } else { GestureKind::Capture };
                Gesture::new(Place::Cell(from.cell()), to.cell(), kind)
            }
            Action::Shot(from, to) => {
                let kind = GestureKind::Shot(cells(self.removed(action)));
                Gesture::new(Place::Cell(from.cell()), to.cell(), kind)
            }
        }
    }

    /// What a hand means that goes from a place to a cell, legal or not: a piece that shoots aims at what stands there.
    pub(super) fn attempted(&self, from: Place, to: Cell) -> Option<Action> {
        let to = Square::of_cell(to)?;
        match from {
            Place::Reserve(side, _) if side != self.side => None,
            Place::Reserve(_, slot) => Some(Action::Drop(PieceKind::all().nth(usize::from(slot))?, to)),
            Place::Cell(from) => {
                let from = Square::of_cell(from)?;
                let shoots = matches!(self.kind_at(from), PieceKind::Cannon | PieceKind::Dragon);
                let occupied = self.empty() & to.bit() == 0;
                Some(if shoots && occupied { Action::Shot(from, to) } else { Action::Move(from, to) })
            }
        }
    }

    /// The phase with its drops and passes; in the battle, the kings and heirs that can be captured by the next action.
    pub(super) fn all_notices(&self) -> Vec<Notice> {
        if self.phase == Phase::Battle {
            return Side::BOTH.into_iter().flat_map(|side| self.dangers(side)).collect();
        }
        let [white, black] = self.left;
        let text = format!("Phase {}: {}, White {white}, Black {black} left", self.phase as u8, self.phase.name());
        let mut notices = vec![Notice { text, cells: Vec::new(), urgent: false }];
        if self.passed {
            let text =
                format!("{} has passed; if {} passes too, the phase ends", name(self.side.other()), name(self.side));
            notices.push(Notice { text, cells: Vec::new(), urgent: false });
        }
        notices
    }

    fn dangers(&self, side: Side) -> impl Iterator<Item = Notice> {
        let threatened = self.threats_of(side.other());
        [PieceKind::King, PieceKind::Prince].into_iter().filter_map(move |kind| {
            let set = self.own(side, kind) & threatened;
            let text = format!("{}'s {} can be captured", name(side), kind.chessman().name());
            (set != 0).then(|| Notice { text, cells: cells(set), urgent: true })
        })
    }

    /// The cells of what a side could take off the board by its next action.
    pub(super) fn attacked_cells(&self, side: Side) -> Vec<Cell> {
        cells(self.threats_of(side))
    }
}
