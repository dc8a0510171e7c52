//! Display of a position on the table and in the panels, and gestures.

use super::action::Action;
use super::attacks;
use super::piece::{Piece, PieceKind, side_name};
use super::play::play;
use super::position::Fluky;
use super::square::{Square, goal, squares};
use crate::engine::{self, Cell, Die, Gesture, GestureKind, Layout, Look, Notice, PieceInfo, Place, Side};

pub(super) fn layout() -> Layout {
    Layout { die: Some(Die::FLUKY), ..Layout::squares(5, 5) }
}

pub(super) fn pieces(position: &Fluky) -> Vec<engine::Piece> {
    let look = |piece| match piece {
        Piece::King => Look::Chessman(engine::PieceKind::King),
        Piece::Die(kind) => Look::Die(Die::FLUKY, kind.symbol()),
    };
    let piece = |(square, side, piece): (Square, Side, Piece)| engine::Piece {
        place: Place::Cell(square.cell()),
        side: Some(side),
        look: look(piece),
    };
    position.pieces().map(piece).collect()
}

/// A king, and a die with each of its symbols on top.
pub(super) fn editor_pieces() -> Vec<(Option<Side>, Look)> {
    let dice = PieceKind::ALL.map(|kind| Look::Die(Die::FLUKY, kind.symbol()));
    let looks = [Look::Chessman(engine::PieceKind::King)].into_iter().chain(dice);
    Side::BOTH.into_iter().flat_map(|side| looks.clone().map(move |look| (Some(side), look))).collect()
}

/// Information for players about a die or a king. A die is described as the kind on top.
pub(super) fn piece_info(look: &Look) -> PieceInfo {
    let shown = match look {
        Look::Die(_, symbol) => PieceKind::ALL.into_iter().find(|kind| kind.symbol() == *symbol),
        _ => None,
    };
    let Some(shown) = shown else { return PieceInfo::of(look) };
    let moves = match shown {
        PieceKind::Pawn => "One square forward. Captures one square diagonally forward.",
        PieceKind::Knight => engine::PieceKind::Knight.moves(),
        PieceKind::Bishop => engine::PieceKind::Bishop.moves(),
        PieceKind::Rook => engine::PieceKind::Rook.moves(),
    };
    PieceInfo { measure: "a die: thrown after its move".into(), ..PieceInfo::new(shown.name(), moves) }
}

pub(super) fn gesture(position: &Fluky, action: Action) -> Option<Gesture> {
    let Action::Move { from, to, choice } = action else { return None };
    let kind = if position.piece_at(to).is_some() { GestureKind::Capture } else { GestureKind::Quiet };
    let choice = choice.map(|kind| format!("becomes a {}", kind.name()));
    Some(Gesture { choice, ..Gesture::new(Place::Cell(from.cell()), to.cell(), kind) })
}

/// A legal action in words.
pub(super) fn describe(position: &Fluky, action: Action) -> String {
    let (from, to, choice) = match action {
        Action::Roll(kind) => {
            let on = position.roll().map_or(String::new(), |square| format!(" on {square}"));
            return format!("The die{on} shows a {}", kind.name());
        }
        Action::Move { from, to, choice } => (from, to, choice),
    };
    let name = position.piece_at(from).map_or("piece", |(_, piece)| piece.name());
    let mut words = match position.piece_at(to) {
        Some((_, taken)) => format!("{name} on {from} takes {} on {to}", taken.name()),
        None => format!("{name} moves from {from} to {to}"),
    };
    if let Some(kind) = choice {
        words += &format!(" and becomes a {}", kind.name());
    }
    if from == position.king(position.side) && to == goal(position.side) {
        words += ", its goal";
    }
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// The reason why a die that was moved is not thrown (assets/rules/fluky.md, The roll).
pub(super) fn announcement(position: &Fluky, action: Action) -> Option<String> {
    let Action::Move { from, to, .. } = action else { return None };
    let mut after = *position;
    play(&mut after, action);
    if from == position.king(position.side) || after.is_roll_due() || after.winner().is_some() {
        return None;
    }
    let why = if after.gives_check(to, position.side) { "it gives check" } else { "it is on the last rank" };
    Some(format!("The die on {to} is not thrown: {why}"))
}

/// Notices of checks, and of kings about to reach their goals.
pub(super) fn notices(position: &Fluky) -> Vec<Notice> {
    let mut notices = Vec::new();
    for side in Side::BOTH {
        let king = position.king(side);
        let attackers = position.attackers_to(king, side.other(), position.occupied());
        if attackers != 0 {
            let cells = std::iter::once(king).chain(squares(attackers)).map(Square::cell).collect();
            notices.push(Notice {
                text: format!("{} is in check", side_name(side)),
                cells,
                urgent: true,
                forces_reply: false,
            });
        }
        if position.winner().is_none() && position.threatens_goal(side) {
            let cells = vec![king.cell(), goal(side).cell()];
            let text = format!("{}'s king can reach its goal", side_name(side));
            notices.push(Notice { text, cells, urgent: position.side != side, forces_reply: false });
        }
    }
    notices
}

/// The cells where `side` could capture, ignoring checks and pins.
pub(super) fn attacked_by(position: &Fluky, side: Side) -> Vec<Cell> {
    let occupied = position.occupied();
    let dice = PieceKind::ALL.into_iter().flat_map(|kind| {
        squares(position.dice_showing(side, kind)).map(move |from| attacks::die(kind, side, from, occupied))
    });
    let attacked = dice.fold(attacks::king(position.king(side)), |set, attacks| set | attacks);
    squares(attacked & !position.own(side)).map(Square::cell).collect()
}
