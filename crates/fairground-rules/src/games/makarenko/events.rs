use super::action::Action;
use super::piece::PieceKind;
use super::position::Makarenko;
use crate::engine::{Cause, Cell, Event, Events, Manner, bits};

impl Events for Makarenko {
    /// The events of a legal action on the table: a capture, a split, then the move of the chips.
    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        let Action { from, to, chips } = action;
        let (start, end) = (Cell(u16::from(from)), Cell(u16::from(to)));
        let owner = self.side_at(to);
        if owner == Some(self.side.other()) {
            out(Event::Captured { at: end, cause: Cause::Landed });
        }
        if let Some(count) = chips {
            out(Event::Split { at: start, count });
        }
        let leaps = self.values.kind(chips.unwrap_or_else(|| self.height(from))) == PieceKind::Knight;
        let manner = if leaps { Manner::Leap } else { Manner::Slide };
        let path = bits::path(from, to);
        out(if owner == Some(self.side) {
            Event::Stacked { from: start, path, manner }
        } else {
            Event::Moved { from: start, path, manner }
        });
    }
}
