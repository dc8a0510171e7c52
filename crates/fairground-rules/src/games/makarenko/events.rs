use super::action::Action;
use super::piece::PieceKind;
use super::position::Makarenko;
use crate::engine::{Cause, Cell, Event, Manner, bits};

/// The events of a legal action on the table: a capture, a split, then the move of the chips.
pub(super) fn events(position: &Makarenko, action: Action, out: &mut impl FnMut(Event)) {
    let Action { from, to, chips } = action;
    let (start, end) = (Cell(u16::from(from)), Cell(u16::from(to)));
    let met = position.side_at(to);
    if met == Some(position.side.other()) {
        out(Event::Captured { at: end, cause: Cause::Landed });
    }
    if let Some(count) = chips {
        out(Event::Split { at: start, count });
    }
    let leaps = position.values.kind(chips.unwrap_or_else(|| position.height(from))) == PieceKind::Knight;
    let manner = if leaps { Manner::Leap } else { Manner::Slide };
    let path = bits::path(from, to);
    out(if met == Some(position.side) {
        Event::Stacked { from: start, path, manner }
    } else {
        Event::Moved { from: start, path, manner }
    });
}
