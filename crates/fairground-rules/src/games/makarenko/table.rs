//! Display of a position on the table and in the panels, and gestures.

use super::action::Action;
use super::notation::{count, name};
use super::piece::{PieceKind, side_name};
use super::position::Makarenko;
use crate::engine::{
    self, Cell, Gesture, GestureKind, Layout, Look, Notice, Piece, PieceInfo, Place, Side, Tabletop, bits,
};

impl Tabletop for Makarenko {
    fn layout(&self) -> Layout {
        Layout::squares(8, 8)
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square| Piece {
            place: Place::Cell(Cell(u16::from(square))),
            side: self.side_at(square),
            look: Look::Chips(self.height(square)),
        };
        bits::Squares(self.occupied()).map(piece).collect()
    }

    /// The gesture for a stack taller than one chip always includes the number of chips lifted,
    /// even for the whole stack, so that the player can choose it.
    fn gesture(&self, action: Action) -> Option<Gesture> {
        let kind = match self.side_at(action.to) {
            None => GestureKind::Quiet,
            Some(side) if side == self.side => GestureKind::Combine,
            Some(_) => GestureKind::Capture,
        };
        let (from, to) = (Place::Cell(Cell(u16::from(action.from))), Cell(u16::from(action.to)));
        let height = self.height(action.from);
        let count = (height > 1).then(|| action.chips.unwrap_or(height));
        Some(Gesture { count, ..Gesture::new(from, to, kind) })
    }

    /// The action that a player intends by moving `count` chips, or all, from one cell to another
    /// (assets/rules/makarenko.md, Texts).
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let Place::Cell(from) = from else { return None };
        let (from, to) = (u8::try_from(from.0).ok()?, u8::try_from(to.0).ok()?);
        let chips = count.filter(|&count| count != self.height(from));
        (from < 64 && to < 64).then(|| Action { from, to, chips }.to_string())
    }

    fn describe(&self, action: Action) -> String {
        let Action { from, to, chips } = action;
        let (start, end) = (name(from), name(to));
        let kind_of = |chips| self.values.kind(chips).name();
        let lifted = chips.unwrap_or_else(|| self.height(from));
        let target_height = self.height(to);
        let (does, onto) = match self.side_at(to) {
            None if chips.is_none() => ("moves", format!("from {start} to {end}")),
            None => ("moves", format!("to {end}")),
            Some(side) if side == self.side => {
                ("combines", format!("on {end} into a {}", kind_of(target_height + lifted)))
            }
            Some(_) => ("takes", format!("{} on {end}", kind_of(target_height))),
        };
        let mut kind = kind_of(lifted).to_string();
        if chips.is_some() {
            return format!("Splits {} ({kind}) off {start} and {does} {onto}", count(lifted));
        }
        if let Some(first) = kind.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let on = if target_height == 0 { String::new() } else { format!(" on {start}") };
        format!("{kind}{on} {does} {onto}")
    }

    fn piece_info(&self, look: &Look) -> PieceInfo {
        let Look::Chips(chips) = look else { return PieceInfo::of(look) };
        let kind = self.values.kind(*chips);
        let moves = match kind {
            PieceKind::Pawn => {
                "One square forward, two from the second rank. Captures and combines one square diagonally forward."
            }
            PieceKind::Rook => engine::PieceKind::Rook.moves(),
            PieceKind::Knight => engine::PieceKind::Knight.moves(),
            PieceKind::Bishop => engine::PieceKind::Bishop.moves(),
            PieceKind::Queen => engine::PieceKind::Queen.moves(),
            PieceKind::King => engine::PieceKind::King.moves(),
        };
        let plate = Some(format!("{chips} {}", kind.name()));
        PieceInfo { measure: count(*chips), number: Some(*chips), plate, ..PieceInfo::new(kind.name(), moves) }
    }

    /// Notices of a king that has to be made, and of kings in danger.
    fn notices(&self) -> Vec<Notice> {
        let mut notices = Vec::new();
        let mover = self.side;
        if self.kings(mover.other()) == 0 {
            return notices;
        }
        if self.kings(mover) == 0 {
            let makers = self.king_makers(mover).fold(0, |set, makers| set | makers);
            let text = if makers == 0 {
                "has no king and cannot make one".to_string()
            } else {
                let stacks: Vec<_> = bits::Squares(makers).map(name).collect();
                format!("must make a king in this turn, by moving chips from {}", stacks.join(" or "))
            };
            let notice = notice(format!("{} {text}", side_name(mover)), makers, true);
            notices.push(Notice { forces_reply: makers != 0, ..notice });
        }
        for side in Side::BOTH {
            let kings = self.kings(side);
            for king in bits::Squares(kings & self.attacked(side)) {
                let text = format!("{}'s king on {} can be captured", side_name(side), name(king));
                notices.push(notice(text, bits::bit(king), kings.count_ones() == 1));
            }
        }
        notices
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        let mut turned = *self;
        turned.side = side;
        Some(turned)
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        bits::cells(self.attacked(side.other())).collect()
    }
}

fn notice(text: String, about: u64, urgent: bool) -> Notice {
    Notice { text, cells: bits::cells(about).collect(), urgent, forces_reply: false }
}
