//! The inputs of the net: pieces by square, and castling rights.

use super::kind::PieceKind;
use super::position::{CASTLES, ChessPosition};
use super::variant::Variant;
use crate::engine::bits::Squares;
use crate::engine::{Inputs, NetInputs, NetSlot, Side};

impl<V: Variant> NetInputs for ChessPosition<V> {
    const INPUTS: usize = inputs_of(V::PUSHES);

    const INPUT_KINDS: [usize; 2] = kinds_of(V::PUSHES);

    /// In each view, the viewer's first rank is nearest, and its king is in the left half, because
    /// the rules except castling are symmetric under reflection.
    fn inputs(&self, first: Side, views: &mut [Inputs; 2]) {
        let (kinds, sides) = (kinds(V::PUSHES), [first, first.other()]);
        let ranks = sides.map(|view| if view == Side::White { 0 } else { 0b111_000 });
        let files = sides.map(|view| if self.king(view) & 7 >= 4 { 0b111 } else { 0 });
        for (index, side) in sides.into_iter().enumerate() {
            for kind in &PieceKind::ALL[..kinds] {
                for square in Squares(self.of(side, [*kind])) {
                    for (view, out) in views.iter_mut().enumerate() {
                        let first = if index == view { 0 } else { kinds };
                        out.push(
                            ((first + *kind as usize) * 64) as u16 + u16::from(square ^ ranks[view] ^ files[view]),
                        );
                    }
                }
            }
        }
        let first_right = 2 * kinds * 64;
        for (_, castle) in CASTLES.iter().enumerate().filter(|&(index, _)| self.may_castle(index)) {
            for (view, out) in views.iter_mut().enumerate() {
                // Whether the castling leads to the left in the view.
                let left = (castle.king_to < castle.king) == (files[view] == 0);
                out.push((first_right + 2 * usize::from(castle.side != sides[view]) + usize::from(left)) as u16);
            }
        }
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(V::NET)
    }
}

/// The number of kinds of pieces in each game. The last one, the chancellor, is found only in
/// Abalonian Chess.
const fn kinds(pushes: bool) -> usize {
    if pushes { PieceKind::ALL.len() } else { PieceKind::ALL.len() - 1 }
}

/// Kinds of both sides, and squares.
const fn kinds_of(pushes: bool) -> [usize; 2] {
    [2 * kinds(pushes), 64]
}

/// In addition, two inputs for each side's castling rights.
pub(in crate::games) const fn inputs_of(pushes: bool) -> usize {
    let [kinds, squares] = kinds_of(pushes);
    kinds * squares + 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::abalonian::Abalonian;
    use crate::games::chess::Chess;
    use crate::games::tests::check_inputs;

    fn exchanged<V: Variant>(position: &ChessPosition<V>) -> ChessPosition<V> {
        let [white, black] = position.sides.map(u64::swap_bytes);
        let castling = position.castling >> 2 | (position.castling & 0b11) << 2;
        let kinds = position.kinds.map(u64::swap_bytes);
        ChessPosition { kinds, sides: [black, white], castling, side: position.side.other(), ..*position }
    }

    /// Exchanges the sides and reflects the board about the line between the middle files.
    fn reflected<V: Variant>(position: &ChessPosition<V>) -> ChessPosition<V> {
        let files = |set: u64| set.reverse_bits().swap_bytes();
        let castling = (position.castling & 0b0101) << 1 | (position.castling & 0b1010) >> 1;
        let (kinds, sides) = (position.kinds.map(files), position.sides.map(files));
        exchanged(&ChessPosition { kinds, sides, castling, ..*position })
    }

    #[test]
    fn both_sides_see_the_same() {
        check_inputs::<Abalonian>(exchanged);
        check_inputs::<Chess>(exchanged);
    }

    #[test]
    fn a_reflection_changes_nothing() {
        check_inputs::<Abalonian>(reflected);
        check_inputs::<Chess>(reflected);
    }
}
