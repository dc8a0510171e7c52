use super::action::{Action, Kind};
use super::attacks::{self, BETWEEN, KING, squares};
use super::position::{Fluky, Man};
use crate::engine::{Cause, Cell, Die, Event, Gesture, GestureKind, Look, Manner, Notice, Piece, Place, Side};

pub(super) fn cell(square: u8) -> Cell {
    Cell(square.into())
}

fn die(kind: Kind) -> Look {
    Look::Die(Die::FLUKY, kind.symbol())
}

impl Fluky {
    pub(super) fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        match action {
            Action::Roll(kind) => {
                out(Event::Rolled { by: self.side, die: Die::FLUKY, symbol: kind.symbol(), at: Some(cell(self.roll)) });
            }
            Action::Move { from, to, into } => {
                if self.man_at(to).is_some() {
                    out(Event::Taken { at: cell(to), cause: Cause::Landed });
                }
                let (manner, path) = self.way(from, to);
                out(Event::Moved { from: cell(from), path, manner });
                if let Some(kind) = into {
                    out(Event::Became { at: cell(to), look: die(kind) });
                }
            }
        }
    }

    fn way(&self, from: u8, to: u8) -> (Manner, Vec<Cell>) {
        let knight = self.man_at(from).is_some_and(|(_, man)| man == Man::Die(Kind::Knight));
        let mut path: Vec<_> = squares(BETWEEN[usize::from(from)][usize::from(to)]).map(cell).collect();
        if from > to {
            path.reverse();
        }
        path.push(cell(to));
        (if knight { Manner::Leap } else { Manner::Slide }, path)
    }

    pub(super) fn hand(&self, action: Action) -> Option<Gesture> {
        let Action::Move { from, to, into } = action else { return None };
        let kind = if self.man_at(to).is_some() { GestureKind::Capture } else { GestureKind::Quiet };
        let choice = into.map(|kind| format!("becomes a {}", kind.name()));
        Some(Gesture { choice, ..Gesture::new(Place::Cell(cell(from)), cell(to), kind) })
    }

    pub(super) fn listed_pieces(&self) -> Vec<Piece> {
        let look = |man| match man {
            Man::King => Look::Man(crate::engine::PieceKind::King),
            Man::Die(kind) => die(kind),
        };
        self.men()
            .map(|(at, side, man)| Piece { place: Place::Cell(cell(at)), side: Some(side), look: look(man) })
            .collect()
    }

    pub(super) fn told(&self) -> Vec<Notice> {
        let attacked = Side::BOTH.into_iter().filter(|side| self.in_check(*side));
        let check = |side: Side| {
            let king = self.king(side);
            let attackers = squares(self.attackers(king, side.other(), self.occupied()));
            let cells = std::iter::once(king).chain(attackers).map(cell).collect();
            Notice {
                text: format!("{} is in check", if side == Side::White { "White" } else { "Black" }),
                cells,
                urgent: true,
            }
        };
        attacked.map(check).collect()
    }

    pub(super) fn attacked_cells(&self, side: Side) -> Vec<Cell> {
        let occupied = self.occupied();
        let dice = squares(self.dice[side.index()])
            .fold(0, |bits, at| bits | attacks::die(self.kind(at), side.index(), at, occupied));
        squares((dice | KING[usize::from(self.king(side))]) & !self.own(side)).map(cell).collect()
    }
}
