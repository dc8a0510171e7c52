//! The inputs of the net: pieces by square, and castling rights.

use super::kind::PieceKind;
use super::position::{CASTLES, Castle, ChessPosition};
use super::variant::Variant;
use crate::engine::bits::{Square, Squares, bit, view_mask};
use crate::engine::{InputChanges, Inputs, NetInputs, NetSlot, Side};

impl<V: Variant> NetInputs for ChessPosition<V> {
    const INPUTS: usize = inputs_of(V::PUSHES);

    const INPUT_KINDS: [usize; 2] = kinds_of(V::PUSHES);

    /// In each view, the viewer's first rank is nearest, and its king is in the left half, because
    /// the rules except castling are symmetric under reflection.
    fn inputs(&self, first: Side, views: &mut [Inputs; 2]) {
        let sides = [first, first.other()];
        let turned = sides.map(|view| view_mask(view, bit(self.king(view))));
        for (index, side) in sides.into_iter().enumerate() {
            for kind in &PieceKind::ALL[..kinds(V::PUSHES)] {
                for square in Squares(self.of(side, [*kind])) {
                    for (view, out) in views.iter_mut().enumerate() {
                        out.push(piece_input::<V>(*kind, index == view, square ^ turned[view]));
                    }
                }
            }
        }
        for castle in rights(self.castling) {
            for (view, out) in views.iter_mut().enumerate() {
                out.push(castling_input::<V>(castle, sides[view], turned[view]));
            }
        }
    }

    fn input_changes(&self, before: &Self, views: &mut [InputChanges; 2]) -> bool {
        let turned = Side::BOTH.map(|view| view_mask(view, bit(self.king(view))));
        if turned != Side::BOTH.map(|view| view_mask(view, bit(before.king(view)))) {
            return false;
        }
        let owners = self.sides[0] ^ before.sides[0];
        for kind in &PieceKind::ALL[..kinds(V::PUSHES)] {
            let [now, then] = [self, before].map(|position| position.kinds[*kind as usize]);
            for square in Squares((now ^ then) | (now & owners)) {
                for (view, changes) in Side::BOTH.into_iter().zip(&mut *views) {
                    let input = |position: &Self| {
                        let own = position.sides[view.index()] & bit(square) != 0;
                        piece_input::<V>(*kind, own, square ^ turned[view.index()])
                    };
                    if then & bit(square) != 0 {
                        changes.removed.push(input(before));
                    }
                    if now & bit(square) != 0 {
                        changes.added.push(input(self));
                    }
                }
            }
        }
        if self.castling == before.castling {
            return true;
        }
        for (view, changes) in Side::BOTH.into_iter().zip(views) {
            let input = |castle: &Castle| castling_input::<V>(castle, view, turned[view.index()]);
            rights(before.castling & !self.castling).for_each(|castle| changes.removed.push(input(castle)));
            rights(self.castling & !before.castling).for_each(|castle| changes.added.push(input(castle)));
        }
        true
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(V::NET)
    }
}

/// The input for a piece of the viewer, if `own`, or of the opponent, on a square of the view.
const fn piece_input<V: Variant>(kind: PieceKind, own: bool, square: Square) -> u16 {
    let first = if own { 0 } else { kinds(V::PUSHES) };
    ((first + kind as usize) * 64) as u16 + square as u16
}

/// The castlings of a set of rights.
fn rights(castling: u8) -> impl Iterator<Item = &'static Castle> {
    CASTLES.iter().enumerate().filter(move |(index, _)| castling >> index & 1 == 1).map(|(_, castle)| castle)
}

/// The input for the right to a castling, in a view turned by `turned`.
fn castling_input<V: Variant>(castle: &Castle, view: Side, turned: Square) -> u16 {
    // Whether the castling leads to the left in the view.
    let left = (castle.king_to < castle.king) == (turned & 7 == 0);
    (2 * kinds(V::PUSHES) * 64 + 2 * usize::from(castle.side != view) + usize::from(left)) as u16
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
