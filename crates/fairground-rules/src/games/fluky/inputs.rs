//! The inputs of the net: the pieces by square.

use super::piece::{Piece, PieceKind};
use super::position::Fluky;
use super::square::{SQUARES, Square};
use crate::engine::{Inputs, NetInputs, NetSlot, Side};

/// Kinds of pieces of a side: the four faces of a die, the king, a die that is to be rolled.
const KINDS: usize = PieceKind::ALL.len() + 2;
const KING: usize = PieceKind::ALL.len();
const ROLLED: usize = KING + 1;

/// Kinds of both sides, and squares.
const INPUT_KINDS: [usize; 2] = [2 * KINDS, SQUARES];
const INPUTS: usize = INPUT_KINDS[0] * INPUT_KINDS[1];

/// The slot of the embedded net.
static NET: NetSlot = NetSlot::new("fluky", INPUTS, include_bytes!("../../../nets/fluky.net"));

impl NetInputs for Fluky {
    const INPUTS: usize = INPUTS;

    const INPUT_KINDS: [usize; 2] = INPUT_KINDS;

    /// Each view has the viewer's home at the same place.
    fn inputs(&self, first: Side, views: &mut [Inputs; 2]) {
        for (square, side, piece) in self.all_pieces() {
            let kind = match piece {
                Piece::King => KING,
                Piece::Die(_) if self.roll() == Some(square) => ROLLED,
                Piece::Die(kind) => kind as usize,
            };
            for (view, out) in [first, first.other()].into_iter().zip(&mut *views) {
                let kind = kind + if side == view { 0 } else { KINDS };
                out.push((kind * SQUARES + turned_index(square, view)) as u16);
            }
        }
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(&NET)
    }
}

/// The index of a square on the board turned for this view, in which the viewer's home is on
/// White's.
const fn turned_index(square: Square, view: Side) -> usize {
    match view {
        Side::White => square.index(),
        Side::Black => SQUARES - 1 - square.index(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::check_inputs;

    #[test]
    fn both_sides_see_the_same() {
        check_inputs::<Fluky>(|position| {
            let turned = |square: Square| Square::at((SQUARES - 1 - square.index()) as u8).unwrap();
            let mut exchanged = Fluky::bare([Side::Black, Side::White].map(|side| turned(position.king(side))));
            for (square, side, piece) in position.all_pieces() {
                if let Piece::Die(kind) = piece {
                    exchanged.put(side.other(), turned(square), kind);
                }
            }
            exchanged.side = position.side.other();
            exchanged.set_roll(position.roll().map(turned));
            exchanged
        });
    }

    #[test]
    fn a_die_that_is_rolled_is_of_no_kind() {
        let mut position = Fluky::START;
        let inputs = |position: &Fluky| {
            let mut views = [Inputs::new(), Inputs::new()];
            position.inputs(Side::White, &mut views);
            views
        };
        let before = inputs(&position);
        let die = position.all_pieces().find(|(.., piece)| matches!(piece, Piece::Die(_)));
        position.set_roll(die.map(|(square, ..)| square));
        for (before, after) in before.iter().zip(&inputs(&position)) {
            assert_eq!(before.iter().zip(after.iter()).filter(|(before, after)| before != after).count(), 1);
        }
    }
}
