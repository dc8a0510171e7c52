use super::piece::PieceKind;
use super::square::Square;
use crate::engine::Packed;

/// One step of the game, in 3 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A move.
    Move {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// The kind that a pawn promotes to on its last rank.
        choice: Option<PieceKind>,
    },
    /// The result of a roll.
    Roll(PieceKind),
}

impl Packed for Action {
    #[inline]
    fn pack(self) -> u32 {
        // Faces are numbered from 1; 0 means none.
        let face = |kind: PieceKind| kind as u8 + 1;
        match self {
            Action::Move { from, to, choice } => {
                u32::from_le_bytes([to.index() as u8, from.index() as u8, choice.map_or(0, face), 0])
            }
            Action::Roll(kind) => u32::from_le_bytes([0, 0, face(kind), 1]),
        }
    }

    #[inline]
    fn unpack(bits: u32) -> Self {
        let [to, from, face, roll] = bits.to_le_bytes();
        let kind = usize::from(face).checked_sub(1).map(|index| PieceKind::ALL[index & 3]);
        let square = |index| Square::at(index).unwrap_or(Square::E1);
        match (roll, kind) {
            (0, choice) => Action::Move { from: square(from), to: square(to), choice },
            (_, kind) => Action::Roll(kind.unwrap_or(PieceKind::Pawn)),
        }
    }
}
