//! The inputs of the net: pieces by cell of a section, pieces near kings, and attacked and guarded
//! pieces.

use super::board::cell::cells;
use super::evaluate::Attacks;
use super::position::{Phase, Whack};
use super::stack::PieceKind;
use crate::engine::{Inputs, NetInputs, NetSlot, Side, Sum};

const KINDS: usize = PieceKind::ALL.len();

/// Kinds of both sides, and cells of a section. All sections share these inputs, because swapping
/// sections makes the same board.
const INPUT_KINDS: [usize; 2] = [2 * KINDS, 16];
const SHARED: usize = INPUT_KINDS[0] * INPUT_KINDS[1];
/// Four counting inputs per side and kind: pieces on a section with a king of the viewer, with a
/// king of the opponent, with both, with neither.
const EXPOSED: usize = SHARED + 2 * KINDS * 4;
/// Four counting inputs per side and kind: pieces neither attacked nor guarded, attacked, guarded,
/// both.
const PHASE: usize = EXPOSED + 2 * KINDS * 4;
/// The phases.
const INPUTS: usize = PHASE + 6;

/// The slot of the embedded net.
static NET: NetSlot = NetSlot::new("whack", INPUTS, include_bytes!("../../../nets/whack.net"));

impl NetInputs for Whack {
    const INPUTS: usize = INPUTS;

    const INPUT_KINDS: [usize; 2] = INPUT_KINDS;

    fn inputs(&self, first: Side, views: &mut [Inputs; 2]) {
        self.inputs_with(&Side::BOTH.map(|side| Attacks::of(self, side)), first, views);
    }

    /// Both need the attacks of all pieces.
    fn evaluate_with_inputs(&self, side: Side, views: &mut [Inputs; 2]) -> i32 {
        let attacks = Side::BOTH.map(|side| Attacks::of(self, side));
        self.inputs_with(&attacks, side, views);
        Sum::<Self>::of(|sum| self.tally_with(&attacks, sum))
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(&NET)
    }
}

impl Whack {
    /// [`NetInputs::inputs`] with the attacks of White and Black.
    fn inputs_with(&self, attacks: &[Attacks; 2], first: Side, views: &mut [Inputs; 2]) {
        let pieces = &self.pieces;
        let sides = [first, first.other()];
        let attacked = sides.map(|side| attacks[side.index()].all);
        let sections = sides.map(|side| sections(pieces.kings(side)));
        for (index, side) in sides.into_iter().enumerate() {
            for kind in PieceKind::ALL {
                let kinds = [0, 1].map(|view| usize::from(index != view) * KINDS + kind.index());
                for cell in cells(pieces.of(side) & pieces.all(kind)) {
                    let beside = |set: u64| usize::from(cell.is_in(set));
                    let [one, two] = sections.map(beside);
                    let exposed = beside(attacked[1 - index]) + 2 * beside(attacked[index]);
                    for ((kind, shared), out) in kinds.into_iter().zip([one + 2 * two, two + 2 * one]).zip(&mut *views)
                    {
                        out.extend(&[
                            (kind * 16 + cell.index() % 16) as u16,
                            (SHARED + kind * 4 + shared) as u16,
                            (EXPOSED + kind * 4 + exposed) as u16,
                        ]);
                    }
                }
            }
        }
        let phase = match self.phase {
            Phase::Place => 0,
            Phase::Open => 1,
            Phase::OpenChange(_) => 2,
            Phase::Move => 3,
            Phase::Roll => 4,
            Phase::RollChange(_) => 5,
        };
        views.iter_mut().for_each(|out| out.push((PHASE + phase) as u16));
    }
}

/// All cells of the sections that contain any of these cells.
fn sections(cells: u64) -> u64 {
    (0..4)
        .map(|section| 0xffff << (16 * section))
        .filter(|section| cells & section != 0)
        .fold(0, |set, cells| set | cells)
}

#[cfg(test)]
mod tests {
    use super::super::pieces::Pieces;
    use super::*;
    use crate::games::tests::check_inputs;

    #[test]
    fn both_sides_see_the_same() {
        check_inputs::<Whack>(|position| {
            let mut pieces = Pieces::NONE;
            position.pieces.iter().for_each(|(cell, side, stack)| pieces.put(cell, side.other(), stack));
            Whack { pieces, side: position.side.other(), ..*position }
        });
    }
}
