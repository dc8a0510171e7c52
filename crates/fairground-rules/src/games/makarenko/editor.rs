use super::piece::TALLEST;
use super::position::Makarenko;
use crate::engine::{Editor, Look, Piece, Side};

impl Editor for Makarenko {
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        let stacks = |side| (1..=TALLEST).map(move |chips| (Some(side), Look::Chips(chips)));
        Side::BOTH.into_iter().flat_map(stacks).collect()
    }

    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        let mut edited = Makarenko::empty(self.values);
        edited.side = side;
        for piece in pieces {
            let square = piece.place.cell().and_then(|cell| u8::try_from(cell.0).ok()).filter(|&square| square < 64);
            if let (Some(square), Some(owner), Look::Chips(height @ 1..=TALLEST)) = (square, piece.side, &piece.look) {
                edited.put(owner, square, *height);
            }
        }
        edited.to_string()
    }
}
