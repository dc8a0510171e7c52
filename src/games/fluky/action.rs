use super::piece::PieceKind;
use super::square::Square;

/// One step of the game, in 3 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A move.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// The kind a pawn promotes to on its last rank.
        choice: Option<PieceKind>,
    },
    /// The roll.
    Roll(PieceKind),
}
