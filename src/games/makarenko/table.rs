use crate::engine::{Cause, Cell, Event, Gesture, GestureKind, Look, Manner, Notice, Piece, Place, Side, Turn, bits};

use super::position::{Kind, Makarenko};
use super::{Action, notation::name};

impl Makarenko {
    /// What a legal action does on the table: a capture, a split, then the way of the chips that move.
    pub(super) fn story(&self, action: Action, out: &mut impl FnMut(Event)) {
        let Action { from, to, chips } = action;
        let (start, end) = (Cell(u16::from(from)), Cell(u16::from(to)));
        let met = self.side_at(to);
        if met == Some(self.to_move.other()) {
            out(Event::Taken { at: end, cause: Cause::Landed });
        }
        if let Some(count) = chips {
            out(Event::Split { at: start, count });
        }
        let manner = match self.values.kind(self.lifted(action)) {
            Kind::Knight => Manner::Leap,
            Kind::Pawn | Kind::Rook | Kind::Bishop | Kind::Queen | Kind::King => Manner::Slide,
        };
        let path = bits::path(from, to);
        out(if met == Some(self.to_move) {
            Event::Stacked { from: start, path, manner }
        } else {
            Event::Moved { from: start, path, manner }
        });
    }

    /// A stack taller than one chip is always asked how many are lifted, so that a whole stack is one of the answers.
    pub(super) fn by_hand(&self, action: Action) -> Gesture {
        let kind = match self.side_at(action.to) {
            None => GestureKind::Quiet,
            Some(side) if side == self.to_move => GestureKind::Combine,
            Some(_) => GestureKind::Capture,
        };
        let (from, to) = (Place::Cell(Cell(u16::from(action.from))), Cell(u16::from(action.to)));
        let count = (self.height(action.from) > 1).then(|| self.lifted(action));
        Gesture { count, ..Gesture::new(from, to, kind) }
    }

    /// What a hand means that takes so many chips, or all, from one cell to another (rules/makarenko.md, Texts).
    pub(super) fn meant(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let Place::Cell(from) = from else { return None };
        let (from, to) = (u8::try_from(from.0).ok()?, u8::try_from(to.0).ok()?);
        let chips = count.filter(|&count| count != self.height(from));
        (from < 64 && to < 64).then(|| Action { from, to, chips }.to_string())
    }

    /// How many chips an action lifts.
    fn lifted(&self, action: Action) -> u8 {
        action.chips.unwrap_or_else(|| self.height(action.from))
    }

    pub(super) fn stacks_on_table(&self) -> Vec<Piece> {
        let piece = |square| Piece {
            place: Place::Cell(Cell(u16::from(square))),
            side: self.side_at(square),
            look: Look::Chips(self.height(square)),
        };
        bits::Squares(self.occupied()).map(piece).collect()
    }

    /// A king that has to be made, and kings that could be captured next.
    pub(super) fn news(&self) -> Vec<Notice> {
        let mut notices = Vec::new();
        let Turn::Decide(mover) = self.status() else {
            return notices;
        };
        if self.kings(mover) == 0 {
            let makers = self.king_makers(mover);
            let text = if makers == 0 { "has no king and cannot make one" } else { "must make a king" };
            notices.push(notice(format!("{} {text}", title(mover)), makers, true));
        }
        for side in Side::BOTH {
            let kings = self.kings(side);
            for king in bits::Squares(kings & self.captures(side.other())) {
                let text = format!("{}'s king on {} can be captured", title(side), name(king));
                notices.push(notice(text, bits::bit(king), kings.count_ones() == 1));
            }
        }
        notices
    }
}

fn notice(text: String, about: u64, urgent: bool) -> Notice {
    Notice { text, cells: bits::cells(about).collect(), urgent }
}

fn title(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
