//! The inputs of the net: the stacks by height and square.

use super::piece::{TALLEST, Values};
use super::position::Makarenko;
use crate::engine::bits::{Squares, bit, view_mask};
use crate::engine::{InputChanges, Inputs, NetInputs, NetSlot, Side};

/// Heights of both sides, and squares.
const INPUT_KINDS: [usize; 2] = [2 * TALLEST as usize, 64];
const INPUTS: usize = INPUT_KINDS[0] * INPUT_KINDS[1];

static NET: NetSlot = NetSlot::new("makarenko", INPUTS, include_bytes!("../../../nets/makarenko.net"));

impl NetInputs for Makarenko {
    const INPUTS: usize = INPUTS;

    const INPUT_KINDS: [usize; 2] = INPUT_KINDS;

    /// In each view, the viewer's first rank is nearest, and its first king is in the left half,
    /// because the rules are symmetric under reflection.
    fn inputs(&self, first: Side, views: &mut [Inputs; 2]) {
        let sides = [first, first.other()];
        let turned = sides.map(|view| view_mask(view, self.kings(view)));
        for (index, side) in sides.into_iter().enumerate() {
            for square in Squares(self.stacks(side)) {
                let height = u16::from(self.height(square)) - 1;
                for (view, out) in views.iter_mut().enumerate() {
                    let first = if index == view { 0 } else { u16::from(TALLEST) };
                    out.push((first + height) * 64 + u16::from(square ^ turned[view]));
                }
            }
        }
    }

    fn input_changes(&self, before: &Self, views: &mut [InputChanges; 2]) -> bool {
        let turned_views = Side::BOTH.map(|view| view_mask(view, self.kings(view)));
        if turned_views != Side::BOTH.map(|view| view_mask(view, before.kings(view))) {
            return false;
        }
        let heights = (0..3).fold(0, |set, digit| set | self.digits[digit] ^ before.digits[digit]);
        for side in Side::BOTH {
            let [now, before_now] = [self, before].map(|position| position.stacks(side));
            for square in Squares(now ^ before_now | now & heights) {
                for (view, changes) in Side::BOTH.into_iter().zip(&mut *views) {
                    let first = if side == view { 0 } else { u16::from(TALLEST) };
                    let input = |position: &Self| {
                        let height = u16::from(position.height(square)) - 1;
                        (first + height) * 64 + u16::from(square ^ turned_views[view.index()])
                    };
                    if before_now & bit(square) != 0 {
                        changes.removed.push(input(before));
                    }
                    if now & bit(square) != 0 {
                        changes.added.push(input(self));
                    }
                }
            }
        }
        true
    }

    /// The slot of the embedded net; `None` unless the values are the default ones.
    fn net(&self) -> Option<&'static NetSlot> {
        (self.values == Values::Nowak).then_some(&NET)
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
