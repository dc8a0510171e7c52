use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::Square;
use crate::engine::{Editor, Look, Piece, Side};

impl Editor for Tactical {
    /// The pieces of both sides, and the obstacle.
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        let pieces =
            |side| PieceKind::all().filter(|kind| *kind != PieceKind::Obstacle).map(move |kind| (Some(side), kind));
        let all = Side::BOTH.into_iter().flat_map(pieces).chain([(None, PieceKind::Obstacle)]);
        all.map(|(side, kind)| (side, Look::Chessman(kind.chessman()))).collect()
    }

    /// The text of the position with these pieces and this side to act in the battle. The reserves
    /// remain, except for invalid pieces: obstacles, and a king or a prince that is on the board
    /// (assets/rules/tactical.md, Errors in positions).
    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        let mut edited = Tactical::bare(self.reserves);
        (edited.phase, edited.left, edited.side) = (Phase::Battle, [0; 2], side);
        for piece in pieces {
            let (Some(square), Look::Chessman(chessman)) = (piece.place.cell().and_then(Square::of_cell), &piece.look)
            else {
                continue;
            };
            let Some(kind) = PieceKind::all().find(|kind| kind.chessman() == *chessman) else { continue };
            edited.remove(square.bit());
            edited.obstacles &= !square.bit();
            match piece.side {
                _ if kind == PieceKind::Obstacle => edited.obstacles |= square.bit(),
                Some(owner) => edited.put(owner, kind, square.bit()),
                None => {}
            }
        }
        for side in Side::BOTH {
            for kind in [PieceKind::Obstacle, PieceKind::King, PieceKind::Prince] {
                if kind == PieceKind::Obstacle || edited.own(side, kind) != 0 {
                    edited.reserves[side.index()].clear(kind);
                }
            }
        }
        edited.to_string()
    }
}
