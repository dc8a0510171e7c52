//! The pieces at the start of the opening (assets/rules/whack.md, Set-up).

use super::board::arrangement::Arrangement;
use super::board::cell::{Cell, beside_edge};
use super::board::joins::{Join, SECTIONS};
use super::stack::Stack;
use crate::engine::Side;

/// The pieces of a side, from its first rank inward, left to right.
const PIECES: [[&str; 4]; 4] =
    [["1", "1", "1", "1"], ["3", "22", "311", "3"], ["2", "222", "22", "2"], ["1", "1", "1", "1"]];

/// The pieces on a newly laid board.
pub(super) fn set_up(arrangement: Arrangement) -> Vec<(Cell, Side, Stack)> {
    let mut pieces = Vec::new();
    let Some(ends) = track_ends(arrangement) else { return pieces };
    for (side, (section, joined)) in [Side::Black, Side::White].into_iter().zip(ends) {
        for (inward, stacks) in (0..).zip(&PIECES) {
            for (left, sizes) in (0..).zip(stacks) {
                // The owner sits at the edge opposite the joined one.
                let (file, rank) = beside_edge(joined + 2, left, inward);
                pieces.extend(Stack::parse(sizes).map(|stack| (Cell::at(section, file, rank), side, stack)));
            }
        }
    }
    pieces
}

/// The ends of the track on a newly laid board: section D and the section at the other end, each
/// with its joined edge.
fn track_ends(arrangement: Arrangement) -> Option<[(usize, u8); 2]> {
    let joins = arrangement.joins();
    let end = |section: usize| {
        let own = |join: Join| join.ends().into_iter().find(|&(other, _)| other == section);
        (joins.of(section) == 1).then(|| joins.iter().find_map(own)).flatten()
    };
    Some([end(SECTIONS - 1)?, (0..SECTIONS - 1).find_map(end)?])
}
