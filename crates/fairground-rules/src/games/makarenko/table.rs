//! Display of a position on the table and in the panels, and gestures.

use super::action::Action;
use super::notation::{count, name};
use super::piece::{PieceKind, TALLEST, side_name};
use super::position::Makarenko;
use crate::engine::{self, Cell, Gesture, GestureKind, Look, Notice, Piece, PieceInfo, Place, Side, bits};

pub(super) fn pieces(position: &Makarenko) -> Vec<Piece> {
    let piece = |square| Piece {
        place: Place::Cell(Cell(u16::from(square))),
        side: position.side_at(square),
        look: Look::Chips(position.height(square)),
    };
    bits::Squares(position.occupied()).map(piece).collect()
}

/// Stacks of every height.
pub(super) fn editor_pieces() -> Vec<(Option<Side>, Look)> {
    let stacks = |side| (1..=TALLEST).map(move |chips| (Some(side), Look::Chips(chips)));
    Side::BOTH.into_iter().flat_map(stacks).collect()
}

/// A stack taller than one chip always asks for the number to lift, so that the whole stack is one
/// of the answers.
pub(super) fn gesture(position: &Makarenko, action: Action) -> Gesture {
    let kind = match position.side_at(action.to) {
        None => GestureKind::Quiet,
        Some(side) if side == position.side => GestureKind::Combine,
        Some(_) => GestureKind::Capture,
    };
    let (from, to) = (Place::Cell(Cell(u16::from(action.from))), Cell(u16::from(action.to)));
    let height = position.height(action.from);
    let count = (height > 1).then(|| action.chips.unwrap_or(height));
    Gesture { count, ..Gesture::new(from, to, kind) }
}

/// Information for players about a stack of chips.
pub(super) fn piece_info(position: &Makarenko, look: &Look) -> PieceInfo {
    let Look::Chips(chips) = look else { return PieceInfo::of(look) };
    let kind = position.values.kind(*chips);
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

/// The action that a player intends by moving `count` chips, or all, from one cell to another
/// (assets/rules/makarenko.md, Texts).
pub(super) fn intended_action(position: &Makarenko, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
    let Place::Cell(from) = from else { return None };
    let (from, to) = (u8::try_from(from.0).ok()?, u8::try_from(to.0).ok()?);
    let chips = count.filter(|&count| count != position.height(from));
    (from < 64 && to < 64).then(|| Action { from, to, chips }.to_string())
}

/// A legal action in words.
pub(super) fn describe(position: &Makarenko, action: Action) -> String {
    let Action { from, to, chips } = action;
    let (start, end) = (name(from), name(to));
    let kind_of = |chips| position.values.kind(chips).name();
    let lifted = chips.unwrap_or_else(|| position.height(from));
    let met = position.height(to);
    let (does, onto) = match position.side_at(to) {
        None if chips.is_none() => ("moves", format!("from {start} to {end}")),
        None => ("moves", format!("to {end}")),
        Some(side) if side == position.side => ("combines", format!("on {end} into a {}", kind_of(met + lifted))),
        Some(_) => ("takes", format!("{} on {end}", kind_of(met))),
    };
    let mut kind = kind_of(lifted).to_string();
    if chips.is_some() {
        return format!("Splits {} ({kind}) off {start} and {does} {onto}", count(lifted));
    }
    if let Some(first) = kind.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let on = if met == 0 { String::new() } else { format!(" on {start}") };
    format!("{kind}{on} {does} {onto}")
}

/// Notices of a king that has to be made, and of kings that could be captured next.
pub(super) fn notices(position: &Makarenko) -> Vec<Notice> {
    let mut notices = Vec::new();
    let mover = position.side;
    if position.kings(mover.other()) == 0 {
        return notices;
    }
    if position.kings(mover) == 0 {
        let makers = position.king_makers(mover).fold(0, |set, makers| set | makers);
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
        let kings = position.kings(side);
        for king in bits::Squares(kings & position.attacked(side)) {
            let text = format!("{}'s king on {} can be captured", side_name(side), name(king));
            notices.push(notice(text, bits::bit(king), kings.count_ones() == 1));
        }
    }
    notices
}

/// The cells of stacks that `side` could capture, if it were its turn.
pub(super) fn attacked_by(position: &Makarenko, side: Side) -> Vec<Cell> {
    bits::cells(position.attacked(side.other())).collect()
}

fn notice(text: String, about: u64, urgent: bool) -> Notice {
    Notice { text, cells: bits::cells(about).collect(), urgent, forces_reply: false }
}
