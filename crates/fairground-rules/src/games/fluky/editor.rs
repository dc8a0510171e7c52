use std::fmt;

use super::notation::{Mailbox, letter};
use super::piece::{DIE, Piece, PieceKind};
use super::position::Fluky;
use crate::engine::{self, Editor, Look, Side};

impl Editor for Fluky {
    /// A king, and a die with each of its symbols on top.
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        let dice = PieceKind::ALL.map(|kind| Look::Die(DIE, kind.symbol()));
        let looks = [Look::Chessman(engine::PieceKind::King)].into_iter().chain(dice);
        Side::BOTH.into_iter().flat_map(|side| looks.clone().map(move |look| (Some(side), look))).collect()
    }

    /// The text of the position with these pieces and this side to move, regardless of the number
    /// of kings.
    fn text_from_pieces(&self, pieces: &[engine::Piece], side: Side) -> String {
        let mut board = Mailbox::empty();
        for engine::Piece { place, side: owner, look } in pieces {
            let piece = match look {
                Look::Chessman(engine::PieceKind::King) => Some(Piece::King),
                Look::Die(_, symbol) => {
                    PieceKind::ALL.into_iter().find(|kind| kind.symbol() == *symbol).map(Piece::Die)
                }
                _ => None,
            };
            let slot = place.cell().and_then(|cell| board.0.get_mut(cell.index()));
            if let (Some(slot), Some(owner), Some(piece)) = (slot, owner, piece) {
                *slot = Some((*owner, piece));
            }
        }
        format!("{} {} - 0", fmt::from_fn(|f| board.write(f, letter)), side.letter())
    }
}
