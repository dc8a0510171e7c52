//! Display on the table and in the panels: pieces, actions in words, gestures, notices and threats.

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::push::DriverStep;
use super::squares::{cell, forward, last_rank, name, square};
use super::variant::Variant;
use crate::engine::bits::{Direction, Square, Squares, bit};
use crate::engine::{Cell, Gesture, GestureKind, Layout, Notice, Piece, Place, Side, Tabletop};

impl<V: Variant> Tabletop for ChessPosition<V> {
    fn layout(&self) -> Layout {
        Layout::squares(8, 8)
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |(square, side, kind): (_, _, PieceKind)| Piece {
            place: Place::Cell(cell(square)),
            side: Some(side),
            look: kind.look(),
        };
        self.all_pieces().map(piece).collect()
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        let kind = match action.kind {
            MoveKind::Move | MoveKind::Promote(_) if self.victim(action).is_some() => GestureKind::Capture,
            MoveKind::Move | MoveKind::Promote(_) => GestureKind::Quiet,
            MoveKind::Push | MoveKind::Leap(_) => {
                let steps = self.push_steps(action);
                let chains = steps.iter().filter_map(|step| step.chain.as_ref());
                let pushed = chains.flat_map(|chain| chain.squares.iter().copied());
                GestureKind::Push(std::iter::once(action.from).chain(pushed).map(cell).collect())
            }
        };
        let promotion = match action.kind {
            MoveKind::Promote(kind) => Some(kind.on_table()),
            MoveKind::Move | MoveKind::Push | MoveKind::Leap(_) => None,
        };
        let choice = match action.kind {
            MoveKind::Promote(kind) => Some(format!("becomes a {}", kind.name())),
            MoveKind::Leap(via) => Some(format!("over {} to {}", name(via), name(action.to))),
            // A knight may also be able to push on its way to the same square.
            MoveKind::Move if Direction::between(action.from, action.to).is_none() => {
                Some("without a push".to_string())
            }
            MoveKind::Move | MoveKind::Push => None,
        };
        Some(Gesture { promotion, choice, ..Gesture::new(Place::Cell(cell(action.from)), cell(action.to), kind) })
    }

    /// The action that a player intends by moving a piece to a cell. In the game with pushes,
    /// moving onto an own piece means a push, and so does moving a pawn straight ahead onto any
    /// piece. A promotion is to a queen.
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let (Place::Cell(from), None) = (from, count) else { return None };
        let (from, to) = (square(from)?, square(to)?);
        let side = self.side;
        let is_own = self.sides[side.index()] & bit(to) != 0;
        let leaps = self.piece_on(from).is_some_and(|(_, kind)| kind == PieceKind::Knight);
        let is_pawn = self.of(side, [PieceKind::Pawn]) & bit(from) != 0;
        let ahead = is_pawn && forward(side).next(from) == Some(to) && self.occupied() & bit(to) != 0;
        let kind = if V::PUSHES && from != to && (ahead || is_own && !leaps) {
            MoveKind::Push
        } else if !V::PUSHES && is_pawn && last_rank(side) & bit(to) != 0 {
            MoveKind::Promote(PieceKind::Queen)
        } else {
            MoveKind::Move
        };
        Some(Action::new(from, to, kind).to_string())
    }

    fn describe(&self, action: Action) -> String {
        let Some((_, kind)) = self.piece_on(action.from) else { return action.to_string() };
        if let Some((_, castle)) = self.castle(action) {
            let wing = if castle.king_to > castle.king { "king" } else { "queen" };
            return format!("Castles {wing}side");
        }
        let (from, to) = (name(action.from), name(action.to));
        let piece = capitalized(kind.name());
        if matches!(action.kind, MoveKind::Push | MoveKind::Leap(_)) {
            return self.describe_push(action, &piece);
        }
        let becomes = self.promotion(action).map_or_else(String::new, |kind| format!(" and becomes a {}", kind.name()));
        let captured = self.victim(action).and_then(|at| Some((at, self.piece_on(at)?.1)));
        match captured {
            Some((at, captured)) if at == action.to => {
                format!("{piece} on {from} takes {} on {to}{becomes}", captured.name())
            }
            Some((at, captured)) => format!("{piece} on {from} takes {} on {} en passant", captured.name(), name(at)),
            None => format!("{piece} moves from {from} to {to}{becomes}"),
        }
    }

    /// A notice of check, with the king's cell first.
    fn notices(&self) -> Vec<Notice> {
        let side = self.side;
        let attackers = self.attackers(side);
        if attackers == 0 {
            return Vec::new();
        }
        let king = self.king(side);
        let captors = self.attackers_to(king, side.other(), self.occupied());
        let text = if captors == 0 { "Check by a push" } else { "Check" };
        let cells = std::iter::once(king).chain(Squares(attackers)).map(cell).collect();
        vec![Notice { text: text.into(), cells, urgent: true, forces_reply: false }]
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        Some(ChessPosition { side, en_passant: self.en_passant.filter(|_| side == self.side), ..*self })
    }

    /// The cells attacked by `side`, without its own pieces, and the cells of enemies that it could
    /// push off the board.
    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        let own = self.all_pieces().filter(|&(_, owner, _)| owner == side);
        let attacks = own.fold(0, |set, (square, _, kind)| set | self.attacks(square, side, kind));
        let mut attacked = attacks & !self.sides[side.index()];
        if V::PUSHES {
            attacked |= self.pushed_off_by(side);
        }
        Squares(attacked).map(cell).collect()
    }
}

impl<V: Variant> ChessPosition<V> {
    fn describe_push(&self, action: Action, piece: &str) -> String {
        let steps = self.push_steps(action);
        let pushed: Vec<_> = steps.iter().flat_map(|step| self.describe_pushed(step)).collect();
        let pushed = joined(&pushed);
        let (from, to) = (name(action.from), name(action.to));
        if let MoveKind::Leap(via) = action.kind {
            return format!("{piece} leaps from {from} via {} to {to} and pushes {pushed}", name(via));
        }
        let chain = steps.first().and_then(|step| step.chain.as_ref());
        let start = chain.and_then(|chain| chain.direction.opposite().next(action.to)).unwrap_or(action.from);
        if start == action.from {
            format!("{piece} on {from} pushes {pushed}")
        } else {
            format!("{piece} slides from {from} to {} and pushes {pushed}", name(start))
        }
    }

    /// The destination of each pushed piece in words: `knight to c4`, `enemy pawn off the board`.
    fn describe_pushed(&self, step: &DriverStep) -> Vec<String> {
        let Some(chain) = &step.chain else { return Vec::new() };
        let promoted: Vec<Square> = self.promoted_by(chain).collect();
        let describe = |&square: &Square| {
            let (side, kind) = self.piece_on(square)?;
            let owner = if side == self.side { "" } else { "enemy " };
            let goes = match chain.direction.next(square) {
                Some(next) if promoted.contains(&next) => format!("to {} to become a chancellor", name(next)),
                Some(next) => format!("to {}", name(next)),
                None => "off the board".to_string(),
            };
            Some(format!("{owner}{} {goes}", kind.name()))
        };
        chain.squares.iter().filter_map(describe).collect()
    }
}

/// The words separated by commas, and `and` before the last.
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn capitalized(word: &str) -> String {
    word[..1].to_ascii_uppercase() + &word[1..]
}
