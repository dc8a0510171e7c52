use super::action::Action;
use super::attacks;
use super::piece::{DIE, Piece, PieceKind};
use super::position::Fluky;
use super::square::{Square, squares};
use crate::engine::{Cause, Cell, Event, Events, Look, Manner};

impl Events for Fluky {
    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        match action {
            Action::Roll(kind) => {
                let at = self.roll().map(Square::cell);
                out(Event::Rolled { by: self.side, die: DIE, symbol: kind.symbol(), at });
            }
            Action::Move { from, to, choice } => {
                if self.piece_at(to).is_some() {
                    out(Event::Captured { at: to.cell(), cause: Cause::Landed });
                }
                let leaps = self.piece_at(from).is_some_and(|(_, piece)| piece == Piece::Die(PieceKind::Knight));
                let manner = if leaps { Manner::Leap } else { Manner::Slide };
                out(Event::Moved { from: from.cell(), path: path(from, to), manner });
                if let Some(kind) = choice {
                    out(Event::Transformed { at: to.cell(), look: Look::Die(DIE, kind.symbol()) });
                }
            }
        }
    }
}

/// The cells of a move after its origin, the destination last.
fn path(from: Square, to: Square) -> Vec<Cell> {
    let mut path: Vec<_> = squares(attacks::between(from, to)).map(Square::cell).collect();
    if from > to {
        path.reverse();
    }
    path.push(to.cell());
    path
}
