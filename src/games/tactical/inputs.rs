//! The inputs of the net: what stands where, what is in reserve, and the phase.

use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::squares;
use crate::engine::{NetSlot, Side, Sink};

/// The kinds of pieces; the number of a kind is above 0, that of obstacles.
const KINDS: usize = 15;

/// First for each side and kind one for each square, and then for obstacles.
pub(super) const INPUT_KINDS: [usize; 2] = [2 * KINDS + 1, 64];
const OBSTACLES: usize = 2 * KINDS * 64;
const RESERVE: usize = INPUT_KINDS[0] * INPUT_KINDS[1];
/// For each side and kind, obstacles included, one that counts.
const LEFT: usize = RESERVE + 2 * (KINDS + 1);
/// For each side one that counts the drops that are left.
const PHASE: usize = LEFT + 2;
/// One for each phase.
const PASSED: usize = PHASE + Phase::ALL.len();
pub(super) const INPUTS: usize = PASSED + 1;

/// The net that the program brings along.
pub(super) static NET: NetSlot = NetSlot::new("tactical", INPUTS, include_bytes!("../../../assets/nets/tactical.net"));

/// Adds the active inputs in the view of a side: its first rank is nearest, and its king stands in the left half, as the rules are the same
/// after a reflection.
pub(super) fn inputs(position: &Tactical, view: Side, out: &mut impl Sink<u16>) {
    let ranks = if view == Side::White { 0 } else { 0b111_000 };
    let kings = position.own(view, PieceKind::King);
    let king = if view == Side::White { kings } else { kings.swap_bytes() }.trailing_zeros() % 64;
    let turned = ranks ^ if king & 7 >= 4 { 0b111 } else { 0 };
    for square in squares(position.obstacles) {
        out.push((OBSTACLES + (square.index() ^ turned)) as u16);
    }
    for side in Side::BOTH {
        let index = usize::from(side != view);
        for square in squares(position.sides[side.index()]) {
            let kind = (position.kind_at(square) as usize).saturating_sub(1);
            out.push(((index * KINDS + kind) * 64 + (square.index() ^ turned)) as u16);
        }
        let reserve = position.reserves[side.index()];
        for kind in PieceKind::all() {
            for _ in 0..reserve.count(kind) {
                out.push((RESERVE + index * (KINDS + 1) + kind as usize) as u16);
            }
        }
        for _ in 0..position.left[side.index()] {
            out.push((LEFT + index) as u16);
        }
    }
    out.push((PHASE + position.phase as usize - 1) as u16);
    if position.passed {
        out.push(PASSED as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::Square;
    use super::*;
    use crate::games::tests::check_inputs;

    /// With the sides exchanged, and reflected in the middle between the files.
    fn exchanged(position: &Tactical, files: u8) -> Tactical {
        let turned = |square: Square| {
            let index = square.index() as u8;
            Square::new((index & 7) ^ files, (index >> 3) ^ 7).bit()
        };
        let [white, black] = position.reserves;
        let mut exchanged = Tactical::bare([black, white]);
        for (square, side, kind) in position.standing() {
            match side {
                Some(side) => exchanged.put(side.other(), kind, turned(square)),
                None => exchanged.obstacles |= turned(square),
            }
        }
        exchanged.left = [position.left[1], position.left[0]];
        (exchanged.phase, exchanged.passed, exchanged.side) = (position.phase, position.passed, position.side.other());
        exchanged
    }

    #[test]
    fn both_sides_see_the_same() {
        check_inputs::<Tactical>(|position| exchanged(position, 0));
    }

    /// As soon as the king stands, which is seen in the left half.
    #[test]
    fn a_reflection_changes_nothing() {
        check_inputs::<Tactical>(|position| {
            let kings = [Side::White, Side::Black].map(|side| position.own(side, PieceKind::King));
            exchanged(position, if kings.contains(&0) { 0 } else { 7 })
        });
    }
}
