use super::Rules;
use crate::engine::{Look, Piece, Side};

/// Positions set up by hand. By default the editor offers no pieces.
pub trait Editor: Rules {
    /// The pieces that the position editor offers: White's, Black's, then neutral ones.
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        Vec::new()
    }

    /// The position from which a player sets up another one by hand: this position, or one with a
    /// complete board if the board is not laid yet.
    fn editor_base(&self) -> Self {
        self.clone()
    }

    /// The text of the position with exactly these pieces on the board and this side to make an
    /// ordinary move. Everything else is taken from [`Editor::editor_base`], as far as it fits. The
    /// text may be invalid: [`Notation::parse`](super::Notation::parse) decides.
    ///
    /// Ignores pieces in reserves and pieces that this game does not have; of several pieces on a
    /// cell, the last one counts.
    ///
    /// By default, ignores the pieces and returns the text of this position.
    fn text_from_pieces(&self, _pieces: &[Piece], _side: Side) -> String {
        self.to_string()
    }
}
