//! The inputs of the net: pieces by square, reserves, and the phase.

use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::squares;
use crate::engine::bits::view_mask;
use crate::engine::{InputChanges, Inputs, NetInputs, NetSlot, Side};

/// Number of kinds of pieces, whose numbers start at 1; 0 is the number of obstacles.
const KINDS: usize = 15;

/// Maximum count of a kind in a reserve. Exceeds the number of drops in any phase.
const MAX_COUNT: usize = 15;

/// Kinds of both sides and obstacles, and squares.
const INPUT_KINDS: [usize; 2] = [2 * KINDS + 1, 64];
const OBSTACLES: usize = 2 * KINDS * 64;
const RESERVE: usize = INPUT_KINDS[0] * INPUT_KINDS[1];
/// Counts from 1 to [`MAX_COUNT`] for each side and kind, including obstacles.
const LEFT: usize = RESERVE + 2 * (KINDS + 1) * MAX_COUNT;
/// Numbers of drops left, for each side.
const PHASE: usize = LEFT + 2 * MAX_COUNT;
/// The phases.
const PASSED: usize = PHASE + Phase::ALL.len();
const INPUTS: usize = PASSED + 1;

/// The slot of the embedded net.
static NET: NetSlot = NetSlot::new("tactical", INPUTS, include_bytes!("../../../nets/tactical.net"));

impl NetInputs for Tactical {
    const INPUTS: usize = INPUTS;

    const INPUT_KINDS: [usize; 2] = INPUT_KINDS;

    /// In each view, the viewer's first rank is nearest, and its king is in the left half, because
    /// the rules are symmetric under reflection.
    fn inputs(&self, first: Side, views: &mut [Inputs; 2]) {
        let sides = [first, first.other()];
        let turned = sides.map(|view| self.view_mask(view));
        let mut push = |view: usize, input: usize| views[view].push(input as u16);
        for (index, side) in sides.into_iter().enumerate() {
            for square in squares(self.sides[side.index()]) {
                let kind = (self.kind_at(square) as usize).saturating_sub(1);
                for (view, turned) in turned.into_iter().enumerate() {
                    let kind = if index == view { kind } else { KINDS + kind };
                    push(view, kind * 64 + (square.index() ^ turned));
                }
            }
            for view in 0..2 {
                let other = usize::from(index != view);
                let reserve = self.reserves[side.index()];
                reserve.kinds().iter().for_each(|kind| push(view, reserve_input(other, kind, reserve.count(kind))));
                if let Some(number) = usize::from(self.left[side.index()]).checked_sub(1) {
                    push(view, LEFT + other * MAX_COUNT + number);
                }
            }
        }
        for (view, turned) in turned.into_iter().enumerate() {
            for square in squares(self.obstacles) {
                push(view, OBSTACLES + (square.index() ^ turned));
            }
            push(view, PHASE + self.phase as usize - 1);
            if self.passed {
                push(view, PASSED);
            }
        }
    }

    /// Follows pieces and reserves.
    fn input_changes(&self, before: &Self, views: &mut [InputChanges; 2]) -> bool {
        let turned_views = Side::BOTH.map(|view| self.view_mask(view));
        let rest = |position: &Self| (position.left, position.phase, position.passed, position.obstacles);
        if rest(self) != rest(before) || turned_views != Side::BOTH.map(|view| before.view_mask(view)) {
            return false;
        }
        for square in squares(self.changed_squares(before)) {
            for (view, changes) in Side::BOTH.into_iter().zip(&mut *views) {
                let input = |position: &Self| {
                    let side = position.side_at(square)?;
                    let kind = (position.kind_at(square) as usize).saturating_sub(1);
                    let kind = if side == view { kind } else { KINDS + kind };
                    Some((kind * 64 + (square.index() ^ turned_views[view.index()])) as u16)
                };
                input(before).into_iter().for_each(|input| changes.removed.push(input));
                input(self).into_iter().for_each(|input| changes.added.push(input));
            }
        }
        for side in Side::BOTH {
            let [now, before] = [self, before].map(|position| position.reserves[side.index()]);
            if now == before {
                continue;
            }
            for (view, changes) in Side::BOTH.into_iter().zip(&mut *views) {
                let other = usize::from(side != view);
                for kind in before.kinds().iter().filter(|&kind| before.count(kind) != now.count(kind)) {
                    changes.removed.push(reserve_input(other, kind, before.count(kind)) as u16);
                }
                for kind in now.kinds().iter().filter(|&kind| before.count(kind) != now.count(kind)) {
                    changes.added.push(reserve_input(other, kind, now.count(kind)) as u16);
                }
            }
        }
        true
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(&NET)
    }
}

/// The input for `count` pieces of a kind, at least one, in the reserve of the viewer or of the
/// `other` side.
const fn reserve_input(other: usize, kind: PieceKind, count: u8) -> usize {
    RESERVE + (other * (KINDS + 1) + kind as usize) * MAX_COUNT + count as usize - 1
}

impl Tactical {
    fn view_mask(&self, view: Side) -> usize {
        view_mask(view, self.own(view, PieceKind::King)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::Square;
    use super::*;
    use crate::games::tests::check_inputs;

    /// Exchanges the sides and, for `files` of 7, reflects the board about the line between the
    /// middle files.
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

    /// Applies once the king is on the board, because the view puts it in the left half.
    #[test]
    fn a_reflection_changes_nothing() {
        check_inputs::<Tactical>(|position| {
            let kings = [Side::White, Side::Black].map(|side| position.own(side, PieceKind::King));
            exchanged(position, if kings.contains(&0) { 0 } else { 7 })
        });
    }
}
