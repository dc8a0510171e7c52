//! The inputs of the net: which stack stands where.

use super::piece::{TALLEST, Values};
use super::position::Makarenko;
use crate::engine::bits::Squares;
use crate::engine::{NetSlot, Side, Sink};

/// For each side and height one for each square.
pub(super) const INPUT_KINDS: [usize; 2] = [2 * TALLEST as usize, 64];
pub(super) const INPUTS: usize = INPUT_KINDS[0] * INPUT_KINDS[1];

static NET: NetSlot = NetSlot::new("makarenko", INPUTS, include_bytes!("../../../assets/nets/makarenko.net"));

/// The net that the program brings along: one for the values that the game has by default.
pub(super) fn net(position: &Makarenko) -> Option<&'static NetSlot> {
    (position.values == Values::Nowak).then_some(&NET)
}

/// Adds the active inputs in the view of a side: its first rank is nearest, and its first king stands in the left half, as the rules are the
/// same after a reflection.
pub(super) fn inputs(position: &Makarenko, view: Side, out: &mut impl Sink<u16>) {
    let ranks = if view == Side::White { 0 } else { 0b111_000 };
    let kings = position.kings(view);
    let first_king = if view == Side::White { kings } else { kings.swap_bytes() }.trailing_zeros() % 64;
    let files = if first_king & 7 >= 4 { 0b111 } else { 0 };
    for side in Side::BOTH {
        let first = if side == view { 0 } else { u16::from(TALLEST) };
        for square in Squares(position.stacks(side)) {
            let height = u16::from(position.height(square)) - 1;
            out.push((first + height) * 64 + u16::from(square ^ ranks ^ files));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::check_inputs;

    fn exchanged(position: &Makarenko, turned: u8) -> Makarenko {
        let mut exchanged = Makarenko::empty(position.values);
        for side in Side::BOTH {
            for square in Squares(position.stacks(side)) {
                exchanged.put(side.other(), square ^ turned, position.height(square));
            }
        }
        exchanged.side = position.side.other();
        exchanged
    }

    #[test]
    fn both_sides_see_the_same() {
        check_inputs::<Makarenko>(|position| exchanged(position, 0b111_000));
    }
}
