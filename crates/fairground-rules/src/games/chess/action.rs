use super::kind::PieceKind;
use crate::engine::Packed;
use crate::engine::bits::{Direction, Square};

/// One turn of a player (assets/rules/abalonian.md, Texts).
///
/// Its squares are always on the board: actions come only from
/// [`Notation::parse_action`](crate::engine::Notation::parse_action) and the list of legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The origin of the piece that moves or drives a push.
    pub(super) from: Square,
    /// The destination of that piece.
    pub(super) to: Square,
    /// The kind of action.
    pub(super) kind: MoveKind,
}

/// Kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MoveKind {
    /// An ordinary move, including castling and en passant: `e2e4`.
    Move,
    /// A pawn's move with the piece it promotes to: `e7e8q`.
    Promote(PieceKind),
    /// A push, with or without a preceding slide: `a1>e1`.
    Push,
    /// A pushing leap by way of this square: `b1>b2>c3`.
    Leap(Square),
}

impl Action {
    pub(super) const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Action { from, to, kind }
    }

    /// The two steps of a pushing leap: origin, destination and direction of each. `None` unless
    /// one is orthogonal, the other diagonal, and both together a knight's leap.
    pub(super) fn leap_steps(from: Square, via: Square, to: Square) -> Option<[(Square, Square, Direction); 2]> {
        let (one, two) = (Direction::between(from, via)?, Direction::between(via, to)?);
        let single = one.next(from) == Some(via) && two.next(via) == Some(to);
        (single && one.adjacent().contains(&two)).then_some([(from, via, one), (via, to, two)])
    }
}

impl Packed for Action {
    fn pack(self) -> u32 {
        let [kind, with] = match self.kind {
            MoveKind::Move => [0, 0],
            MoveKind::Promote(kind) => [1, kind as u8],
            MoveKind::Push => [2, 0],
            MoveKind::Leap(via) => [3, via],
        };
        u32::from_le_bytes([self.to, self.from, with, kind])
    }

    fn unpack(bits: u32) -> Self {
        let [to, from, with, kind] = bits.to_le_bytes();
        let kind = match kind {
            0 => MoveKind::Move,
            1 => MoveKind::Promote(PieceKind::ALL[usize::from(with) % PieceKind::ALL.len()]),
            2 => MoveKind::Push,
            _ => MoveKind::Leap(with & 63),
        };
        Action { from: from & 63, to: to & 63, kind }
    }
}
