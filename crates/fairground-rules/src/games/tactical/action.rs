//! Actions.

use super::piece_kind::PieceKind;
use super::steps::Square;
use crate::engine::Packed;

/// One action, which is a whole turn (assets/rules/tactical.md, Action texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A pass: `--`.
    Pass,
    /// Drops a piece from the reserve: `N@c3`.
    Drop(PieceKind, Square),
    /// Moves a piece, possibly with a capture: `e2e4`.
    Move(Square, Square),
    /// A shot of a cannon or dragon: `c3*c5`. The second square is the target of a cannon, or the
    /// square next to a dragon in the direction of its shot.
    Shot(Square, Square),
}

impl Packed for Action {
    #[inline]
    fn pack(self) -> u32 {
        let [kind, from, to] = match self {
            Action::Pass => [0, 0, 0],
            Action::Drop(kind, to) => [1, kind as u8, to.index() as u8],
            Action::Move(from, to) => [2, from.index() as u8, to.index() as u8],
            Action::Shot(from, to) => [3, from.index() as u8, to.index() as u8],
        };
        u32::from_le_bytes([to, from, kind, 0])
    }

    #[inline]
    fn unpack(bits: u32) -> Self {
        let [to, from, kind, _] = bits.to_le_bytes();
        let square = |index: u8| Square::new(index & 7, index >> 3);
        match kind {
            0 => Action::Pass,
            1 => Action::Drop(PieceKind::numbered(from.into()), square(to)),
            2 => Action::Move(square(from), square(to)),
            _ => Action::Shot(square(from), square(to)),
        }
    }
}
