//! A quick judgement of a position.

use super::piece_kind::PieceKind;
use super::position::Tactical;
use super::steps::ranks;
use crate::engine::Side;

/// What the kinds are worth on the board, hundredths of a pawn, estimated from their reach and their captures. The king is
/// left out: he is worth the game.
const VALUES: [(PieceKind, i32); 14] = [
    (PieceKind::Queen, 900),
    (PieceKind::Rook, 480),
    (PieceKind::Bishop, 320),
    (PieceKind::Knight, 310),
    (PieceKind::Pawn, 100),
    (PieceKind::RoyalRook, 560),
    (PieceKind::RoyalBishop, 370),
    (PieceKind::RoyalKnight, 350),
    (PieceKind::Veteran, 220),
    (PieceKind::Cannon, 420),
    (PieceKind::Dragon, 430),
    (PieceKind::Prince, 700),
    (PieceKind::Fanatic, 400),
    (PieceKind::Killer, 450),
];

/// A piece in reserve is worth this share of what it is worth on the board, per cent.
const IN_RESERVE: i32 = 85;

/// The four squares in the middle of the board, and the twelve around them.
const CENTRE: u64 = 0x0000_0018_1800_0000;
const INNER: u64 = 0x0000_3c24_243c_0000;

/// For each piece in the middle, hundredths of a pawn.
const IN_CENTRE: i32 = 12;
const IN_INNER: i32 = 5;

/// For each rank that a pawn or veteran has advanced, hundredths of a pawn.
const ADVANCE: i32 = 6;

impl Tactical {
    /// How good the position is for a side, hundredths of a pawn.
    pub(super) fn judge(&self, side: Side) -> i32 {
        self.worth(side) - self.worth(side.other())
    }

    fn worth(&self, side: Side) -> i32 {
        let count = |set: u64| set.count_ones().cast_signed();
        let reserve = self.reserves[side.index()];
        let material: i32 = VALUES
            .iter()
            .map(|&(kind, value)| {
                let held = i32::from(reserve.count(kind));
                value * count(self.own(side, kind)) + value * held * IN_RESERVE / 100
            })
            .sum();
        let able = self.sides[side.index()] & !self.of(PieceKind::King);
        let place = IN_CENTRE * count(able & CENTRE) + IN_INNER * count(able & INNER);
        let promotable = self.own(side, PieceKind::Pawn) | self.own(side, PieceKind::Veteran);
        let advanced: i32 = (1..8).map(|rank| count(promotable & !ranks(rank, side == Side::White))).sum();
        material + place + ADVANCE * advanced
    }
}
