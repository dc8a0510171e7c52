//! What attacks a king (rules/abalonian.md, Check).

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::{Castle, ChessPosition};
use crate::engine::Side;
use crate::engine::bits::{self, Direction, EDGE, Square, Squares, bit, run};

/// The direction in which a side's pawns advance.
pub(super) const fn forward(side: Side) -> Direction {
    match side {
        Side::White => Direction::North,
        Side::Black => Direction::South,
    }
}

/// The squares that pawns of a side on these squares attack.
pub(super) const fn pawn_attacks(side: Side, pawns: u64) -> u64 {
    let [one, two] = forward(side).beside();
    one.shift(pawns) | two.shift(pawns)
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// The enemies that attack this side's king, by an ordinary move or by shoving it off the board.
    pub(super) fn attackers(&self, side: Side) -> u64 {
        let king = self.king(side);
        let attackers_to = self.attackers_to(king, side.other(), self.occupied());
        if PUSHES { attackers_to | self.push_off_attackers(king, side.other()) } else { attackers_to }
    }

    /// The men of a side that could capture on a square by an ordinary move, en passant aside, with these squares occupied.
    pub(super) fn attackers_to(&self, square: Square, by: Side, occupied: u64) -> u64 {
        let own = self.sides[by.index()];
        let kind = |kind: PieceKind| self.kinds[kind as usize];
        let leapers = kind(PieceKind::Knight) | kind(PieceKind::Chancellor);
        let orthogonal = kind(PieceKind::Rook) | kind(PieceKind::Queen) | kind(PieceKind::Chancellor);
        let diagonal = kind(PieceKind::Bishop) | kind(PieceKind::Queen);
        own & ((bits::knight(square) & leapers)
            | (bits::king(square) & kind(PieceKind::King))
            | (pawn_attacks(by.other(), bit(square)) & kind(PieceKind::Pawn))
            | (bits::rook(square, occupied) & orthogonal)
            | (bits::bishop(square, occupied) & diagonal))
    }

    /// What a man reaches by ordinary captures.
    pub(super) fn attacks(&self, square: Square, side: Side, kind: PieceKind) -> u64 {
        let occupied = self.occupied();
        match kind {
            PieceKind::Pawn => pawn_attacks(side, bit(square)),
            PieceKind::Knight => bits::knight(square),
            PieceKind::Bishop => bits::bishop(square, occupied),
            PieceKind::Rook => bits::rook(square, occupied),
            PieceKind::Queen => bits::rook(square, occupied) | bits::bishop(square, occupied),
            PieceKind::King => bits::king(square),
            PieceKind::Chancellor => bits::rook(square, occupied) | bits::knight(square),
        }
    }

    /// Whether this action, otherwise possible, leaves its owner's king unattacked.
    pub(super) fn is_safe(&self, action: Action) -> bool {
        let mut after = *self;
        after.carry_out(action);
        after.attackers(self.side) == 0
    }

    /// Whether castling leads the king over and onto squares where it is not attacked: it is put on the square that it
    /// crosses, its home empty, the rook still at home. The square where it stands is the caller's to judge.
    pub(super) fn is_safe_castling(&self, castle: &Castle) -> bool {
        self.attackers_crossing(castle) == 0 && self.is_safe(Action::new(castle.king, castle.king_to, MoveKind::Move))
    }

    /// The enemies that attack the king on the square that it crosses.
    pub(super) fn attackers_crossing(&self, castle: &Castle) -> u64 {
        let mut crossing = *self;
        crossing.carry(castle.king, castle.rook_to);
        crossing.attackers(self.side)
    }

    /// A necessary condition for a king on this square to be shoved off after an action that moves no enemy: with m - 1
    /// of its own men behind it on a line that leads off the board, m enemies stand behind those. A board has room for
    /// m up to 3.
    pub(super) fn may_be_pushed_off(&self, king: Square, owner: Side) -> bool {
        let enemies = self.sides[owner.other().index()];
        bit(king) & EDGE != 0
            && enemies & (bits::rook_lines(king) | bits::bishop_lines(king)) != 0
            && Direction::ALL.into_iter().filter(|outward| outward.next(king).is_none()).any(|outward| {
                let mut line = [bit(king); 6];
                for distance in 1..line.len() {
                    line[distance] = outward.opposite().shift(line[distance - 1]);
                }
                let stand = |squares: &[u64]| squares.iter().all(|square| square & enemies != 0);
                stand(&line[1..2]) || stand(&line[2..4]) || stand(&line[3..6])
            })
    }

    /// The men of a side that could push an enemy king on this square off the board, by pushing leaps too.
    pub(super) fn push_off_attackers(&self, king: Square, by: Side) -> u64 {
        if bit(king) & EDGE == 0 || bits::king(king) & self.occupied() == 0 {
            return 0;
        }
        let outward = Direction::ALL.into_iter().filter(|outward| outward.next(king).is_none());
        outward.fold(0, |push_off_attackers, outward| {
            push_off_attackers | self.push_off_attackers_along(outward, king, by)
        })
    }

    /// Those that drive, at last, in this direction, which leads from the king over the edge.
    ///
    /// The two steps of a pushing leap run along rays that meet only in the square between them, so the first never
    /// changes what the second pushes, and each is judged on the board as it is.
    fn push_off_attackers_along(&self, outward: Direction, king: Square, by: Side) -> u64 {
        let inward = outward.opposite();
        let occupied = self.occupied();
        // From the king inward: m men of its own side, itself included, then the other side's.
        let pushed = run(king, inward, self.sides[by.other().index()]);
        let front = outward.nearest(pushed).unwrap_or(king);
        let mut drivers = run(front, inward, self.sides[by.index()]);
        let Some(rear) = outward.nearest(drivers) else { return 0 };
        // The first m of them are too few by themselves; each one behind them can be the driver.
        for _ in 0..=pushed.count_ones() {
            match inward.nearest(drivers) {
                Some(nearest) => drivers ^= bit(nearest),
                None => return 0,
            }
        }
        let slider = inward.nearest(inward.ray(rear) & occupied).map_or(0, bit);
        let mut push_off_attackers = (drivers & self.steppers(by, outward)) | (slider & self.sliders(by, outward));
        let leapers = self.of(by, [PieceKind::Knight, PieceKind::Chancellor]);
        for knight in Squares(drivers & leapers) {
            let via = outward.next(knight).unwrap_or(knight);
            if outward.beside().into_iter().any(|second| self.can_step(via, second, by)) {
                push_off_attackers |= bit(knight);
            }
        }
        for via in Squares(drivers | (inward.shift(bit(rear)) & !occupied)) {
            for first in outward.beside() {
                let knight = first.opposite().shift(bit(via)) & leapers;
                if knight != 0 && self.can_step(bits::first(knight), first, by) {
                    push_off_attackers |= knight;
                }
            }
        }
        push_off_attackers
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Men strewn over the board, more of them near the edge, where kings are shoved.
    fn strewn(random: &mut ChaCha8Rng) -> ChessPosition<true> {
        let mut position = ChessPosition::empty();
        let king = random.random_range(0..64);
        let other = (king + random.random_range(1..64)) % 64;
        position.put(king, Side::White, PieceKind::King);
        position.put(other, Side::Black, PieceKind::King);
        let density = random.random_range(0.2..0.9);
        for square in (0..64).filter(|&square| square != king && square != other) {
            if random.random_bool(density) {
                let kind = PieceKind::ALL[random.random_range(0..7)];
                let last = if random.random_bool(0.7) { Side::Black } else { Side::White };
                let is_barred = kind == PieceKind::King || kind == PieceKind::Pawn && bit(square) & EDGE != 0;
                position.put(square, last, if is_barred { PieceKind::Knight } else { kind });
            }
        }
        position
    }

    /// rules/abalonian.md, Check, word for word: each push of the opponent is carried out, and the king looked for.
    #[test]
    fn shovers_are_those_whose_pushes_shove() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut shoved = 0;
        for _ in 0..50_000 {
            let position = ChessPosition { side: Side::Black, ..strewn(&mut random) };
            let mut expected = 0;
            let _ = position.pushes(&mut |push| {
                let mut after = position;
                after.carry_out(push.action);
                if after.of(Side::White, [PieceKind::King]) == 0 {
                    expected |= bit(push.action.from);
                }
                ControlFlow::Continue(())
            });
            assert_eq!(position.push_off_attackers(position.king(Side::White), Side::Black), expected, "{position}");
            shoved += u32::from(expected != 0);
        }
        assert!(shoved > 500, "{shoved}");
    }

    /// The masks of the generator against the rules one by one, each action on a copy.
    #[test]
    fn lists_what_is_not_refused() {
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let squares = || 0..64;
        let pairs: Vec<(Square, Square)> = squares().flat_map(|from| squares().map(move |to| (from, to))).collect();
        let mut checked = 0;
        for _ in 0..5_000 {
            let position = strewn(&mut random);
            if position.attackers(Side::Black) != 0 {
                continue;
            }
            let mut listed = Vec::new();
            position.list(&mut listed);
            listed.sort_unstable();
            let vias =
                |from: Square, to: Square| squares().filter(move |&via| Action::leap_steps(from, via, to).is_some());
            let mut allowed: Vec<_> = pairs
                .iter()
                .filter(|(from, _)| position.occupied() & bit(*from) != 0)
                .flat_map(|&(from, to)| {
                    let leaps = vias(from, to).map(MoveKind::Leap);
                    leaps.chain([MoveKind::Move, MoveKind::Push]).map(move |move_kind| Action::new(from, to, move_kind))
                })
                .filter(|&action| position.refuse(action).is_ok())
                .collect();
            allowed.sort_unstable();
            assert_eq!(listed, allowed, "{position}");
            checked += 1;
        }
        assert!(checked > 200, "{checked}");
    }
}
