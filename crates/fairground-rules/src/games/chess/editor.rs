use super::kind::PieceKind;
use super::position::{CASTLES, ChessPosition};
use super::squares::square;
use super::variant::Variant;
use crate::engine::{Editor, Look, Piece, Side};

impl<V: Variant> Editor for ChessPosition<V> {
    /// The chessmen, including the chancellor in the game with pushes.
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        use PieceKind::{Bishop, Chancellor, King, Knight, Pawn, Queen, Rook};
        let kinds = [King, Queen, Chancellor, Rook, Bishop, Knight, Pawn];
        let kinds = kinds.into_iter().filter(|&kind| V::PUSHES || kind != Chancellor);
        Side::BOTH.into_iter().flat_map(|side| kinds.clone().map(move |kind| (Some(side), kind.look()))).collect()
    }

    /// The text of the position with these pieces and this side to move. Castling rights remain
    /// only where king and rook are at home. The en passant square is dropped.
    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        let mut edited = ChessPosition::<V> { side, fullmove_number: self.fullmove_number, ..ChessPosition::empty() };
        for piece in pieces {
            let kind = PieceKind::ALL.into_iter().find(|kind| kind.look() == piece.look);
            let kind = kind.filter(|&kind| V::PUSHES || kind != PieceKind::Chancellor);
            if let (Some(square), Some(owner), Some(kind)) = (piece.place.cell().and_then(square), piece.side, kind) {
                edited.lift(square);
                edited.put(square, owner, kind);
            }
        }
        for (index, castle) in CASTLES.iter().enumerate() {
            if self.may_castle(index) && edited.stands_at_home(castle) {
                edited.castling |= 1 << index;
            }
        }
        edited.to_string()
    }
}
