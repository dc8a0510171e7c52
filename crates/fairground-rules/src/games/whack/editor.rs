use super::board::cell::{CELLS, Cell};
use super::board::changes::Changes;
use super::events::look;
use super::pieces::Pieces;
use super::position::{Phase, Whack};
use super::setup::set_up;
use super::stack::Stack;
use crate::engine::{Editor, Look, Piece, Side};

impl Editor for Whack {
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        let stacks = |side| Stack::all().into_iter().map(move |stack| (Some(side), look(stack)));
        Side::BOTH.into_iter().flat_map(stacks).collect()
    }

    /// The position itself. While sections are being placed, a position with all sections and the
    /// starting pieces; each missing section takes the first legal place.
    fn editor_base(&self) -> Self {
        if self.phase != Phase::Place {
            return *self;
        }
        let mut arrangement = self.arrangement;
        while let Some(&next) = Changes::of(arrangement).placings.first() {
            arrangement = next;
        }
        let mut pieces = Pieces::NONE;
        set_up(arrangement).into_iter().for_each(|(cell, side, stack)| pieces.put(cell, side, stack));
        Whack { arrangement, pieces, side: Side::White, phase: Phase::Move, halfmove_clock: 0 }
    }

    /// The text of the position with these pieces on the complete board and this side to move.
    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        let mut edited =
            Whack { pieces: Pieces::NONE, side, phase: Phase::Move, halfmove_clock: 0, ..self.editor_base() };
        for piece in pieces {
            let cell =
                piece.place.cell().and_then(|cell| u8::try_from(cell.0).ok()).filter(|&cell| usize::from(cell) < CELLS);
            let Look::Pyramids(sizes) = &piece.look else { continue };
            let stack = Stack::all().into_iter().find(|stack| stack.sizes() == *sizes);
            if let (Some(cell), Some(owner), Some(stack)) = (cell, piece.side, stack) {
                edited.pieces.put(Cell::new(cell), owner, stack);
            }
        }
        edited.to_string()
    }
}
