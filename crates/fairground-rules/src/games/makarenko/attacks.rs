//! Attack sets by kind of piece.

use super::piece::PieceKind;
use crate::engine::{Side, bits};

/// The squares that a piece attacks, up to and including the first stack on each line.
#[inline]
pub fn piece(kind: PieceKind, side: Side, from: u8, occupied: u64) -> u64 {
    match kind {
        PieceKind::Pawn => pawns(side, bits::bit(from)),
        PieceKind::Rook => bits::rook(from, occupied),
        PieceKind::Knight => bits::knight(from),
        PieceKind::Bishop => bits::bishop(from, occupied),
        PieceKind::Queen => bits::rook(from, occupied) | bits::bishop(from, occupied),
        PieceKind::King => bits::king(from),
    }
}

/// The squares diagonally in front of the pawns of `from`.
#[inline]
pub fn pawns(side: Side, from: u64) -> u64 {
    let ahead = forward(side, from);
    (ahead & !bits::FILE_A) >> 1 | (ahead & !bits::FILE_H) << 1
}

/// Moves a set one rank towards the opponent's back rank; squares that would leave the board are
/// dropped.
#[inline]
pub fn forward(side: Side, set: u64) -> u64 {
    match side {
        Side::White => set << 8,
        Side::Black => set >> 8,
    }
}

/// The rank, from 0, from which a side's pawns may advance two squares.
pub fn second_rank(side: Side) -> u8 {
    match side {
        Side::White => 1,
        Side::Black => 6,
    }
}
