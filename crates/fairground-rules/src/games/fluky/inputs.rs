//! The inputs of the net: the pieces by square.

use super::piece::PieceKind;
use super::position::Fluky;
use super::square::{SQUARES, Square, squares};
use crate::engine::{InputChanges, Inputs, NetInputs, NetSlot, Side};

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
        let rolled = self.roll().map_or(0, Square::bit);
        for side in Side::BOTH {
            let mut sets = [0; KINDS];
            for kind in PieceKind::ALL {
                sets[kind as usize] = self.dice_showing(side, kind) & !rolled;
            }
            sets[KING] = self.king(side).bit();
            sets[ROLLED] = self.dice[side.index()] & rolled;
            for (kind, set) in sets.into_iter().enumerate() {
                for square in squares(set) {
                    for (view, out) in [first, first.other()].into_iter().zip(&mut *views) {
                        out.push(input(kind, side == view, square, view));
                    }
                }
            }
        }
    }

    fn input_changes(&self, before: &Self, views: &mut [InputChanges; 2]) -> bool {
        let rolls = [self, before].map(|position| position.roll().map_or(0, Square::bit));
        let faces = self.shown.iter().zip(&before.shown).fold(rolls[0] ^ rolls[1], |set, (now, then)| set | now ^ then);
        let die = |position: &Self, square: Square| {
            let rolled = position.roll() == Some(square);
            (if rolled { ROLLED } else { position.kind_at(square) as usize }, square)
        };
        for side in Side::BOTH {
            let [now, then] = [self, before].map(|position| position.dice[side.index()]);
            let kings = [self, before].map(|position| position.king(side));
            let king = |square| (kings[0] != kings[1]).then_some((KING, square));
            let removed = squares(then & (!now | faces)).map(|square| die(before, square)).chain(king(kings[1]));
            let added = squares(now & (!then | faces)).map(|square| die(self, square)).chain(king(kings[0]));
            for (kind, square) in removed {
                for (view, changes) in Side::BOTH.into_iter().zip(&mut *views) {
                    changes.removed.push(input(kind, side == view, square, view));
                }
            }
            for (kind, square) in added {
                for (view, changes) in Side::BOTH.into_iter().zip(&mut *views) {
                    changes.added.push(input(kind, side == view, square, view));
                }
            }
        }
        true
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(&NET)
    }
}

/// The input for a kind of piece of the viewer, if `own`, or of the opponent.
const fn input(kind: usize, own: bool, square: Square, view: Side) -> u16 {
    let kind = kind + if own { 0 } else { KINDS };
    (kind * SQUARES + turned_index(square, view)) as u16
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
    use super::super::piece::Piece;
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
            let new = after.iter().filter(|input| !before.contains(input)).count();
            assert_eq!((before.len(), new), (after.len(), 1));
        }
    }
}
