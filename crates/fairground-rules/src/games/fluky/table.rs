//! Display of a position on the table and in the panels, and gestures.

use super::action::Action;
use super::attacks;
use super::piece::{DIE, Piece, PieceKind, side_name};
use super::position::Fluky;
use super::square::{Square, goal, squares};
use crate::engine::{self, Cell, Gesture, GestureKind, Layout, Look, Notice, PieceInfo, Place, Rules, Side, Tabletop};

impl Tabletop for Fluky {
    fn layout(&self) -> Layout {
        Layout { die: Some(DIE), ..Layout::squares(5, 5) }
    }

    fn pieces(&self) -> Vec<engine::Piece> {
        let look = |piece| match piece {
            Piece::King => Look::Chessman(engine::PieceKind::King),
            Piece::Die(kind) => Look::Die(DIE, kind.symbol()),
        };
        let piece = |(square, side, piece): (Square, Side, Piece)| engine::Piece {
            place: Place::Cell(square.cell()),
            side: Some(side),
            look: look(piece),
        };
        self.all_pieces().map(piece).collect()
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        let Action::Move { from, to, choice } = action else { return None };
        let kind = if self.piece_at(to).is_some() { GestureKind::Capture } else { GestureKind::Quiet };
        let promotion = choice.map(PieceKind::on_table);
        let choice = choice.map(|kind| format!("becomes a {}", kind.name()));
        Some(Gesture { promotion, choice, ..Gesture::new(Place::Cell(from.cell()), to.cell(), kind) })
    }

    fn describe(&self, action: Action) -> String {
        let (from, to, choice) = match action {
            Action::Roll(kind) => {
                let on = self.roll().map_or(String::new(), |square| format!(" on {square}"));
                return format!("The die{on} shows a {}", kind.name());
            }
            Action::Move { from, to, choice } => (from, to, choice),
        };
        let name = self.piece_at(from).map_or("piece", |(_, piece)| piece.name());
        let mut words = match self.piece_at(to) {
            Some((_, captured)) => format!("{name} on {from} takes {} on {to}", captured.name()),
            None => format!("{name} moves from {from} to {to}"),
        };
        if let Some(kind) = choice {
            words += &format!(" and becomes a {}", kind.name());
        }
        if from == self.king(self.side) && to == goal(self.side) {
            words += ", its goal";
        }
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        words
    }

    /// The reason why a die that was moved is not thrown (assets/rules/fluky.md, The roll).
    fn announcement(&self, action: Action) -> Option<String> {
        let Action::Move { from, to, .. } = action else { return None };
        let mut after = *self;
        after.play(action);
        if from == self.king(self.side) || after.is_roll_due() || after.winner().is_some() {
            return None;
        }
        let why = if after.gives_check(to, self.side) { "it gives check" } else { "it is on the last rank" };
        Some(format!("The die on {to} is not thrown: {why}"))
    }

    /// Information for players about a die or a king. A die is described as the kind on top.
    fn piece_info(&self, look: &Look) -> PieceInfo {
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

    /// Notices of checks, and of kings about to reach their goals.
    fn notices(&self) -> Vec<Notice> {
        let mut notices = Vec::new();
        for side in Side::BOTH {
            let king = self.king(side);
            let attackers = self.attackers_to(king, side.other(), self.occupied());
            if attackers != 0 {
                let cells = std::iter::once(king).chain(squares(attackers)).map(Square::cell).collect();
                notices.push(Notice {
                    text: format!("{} is in check", side_name(side)),
                    cells,
                    urgent: true,
                    forces_reply: false,
                });
            }
            if self.winner().is_none() && self.threatens_goal(side) {
                let cells = vec![king.cell(), goal(side).cell()];
                let text = format!("{}'s king can reach its goal", side_name(side));
                notices.push(Notice { text, cells, urgent: self.side != side, forces_reply: false });
            }
        }
        notices
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        let mut turned = *self;
        turned.set_roll(None);
        turned.side = side;
        Some(turned)
    }

    /// The cells where `side` could capture, ignoring checks and pins.
    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        let occupied = self.occupied();
        let dice = PieceKind::ALL.into_iter().flat_map(|kind| {
            squares(self.dice_showing(side, kind)).map(move |from| attacks::die(kind, side, from, occupied))
        });
        let attacked = dice.fold(attacks::king(self.king(side)), |set, attacks| set | attacks);
        squares(attacked & !self.own(side)).map(Square::cell).collect()
    }
}
