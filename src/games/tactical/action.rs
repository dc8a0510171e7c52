//! Actions.

use super::piece_kind::PieceKind;
use super::steps::Square;

/// One turn (assets/rules/tactical.md, Action texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing: `--`.
    Pass,
    /// A kind comes from the reserve: `N@c3`.
    Drop(PieceKind, Square),
    /// A piece moves, capturing or not: `e2e4`.
    Move(Square, Square),
    /// A cannon or dragon shoots: `c3*c5`. The second square is the one that a cannon hits, or the one next to a dragon in
    /// the direction of its shot.
    Shot(Square, Square),
}
