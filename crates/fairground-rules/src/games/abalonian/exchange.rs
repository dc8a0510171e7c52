//! Gain of captures, promotions and pushes, and static exchange evaluation.

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::push::End;
use crate::engine::Side;
use crate::engine::bits::{self, Square, bit};

/// The approximate value of each [`PieceKind`] in the evaluation, centipawns. A king is never
/// captured.
const VALUES: [i32; 7] = [100, 300, 310, 470, 930, 0, 750];

const fn value(kind: PieceKind) -> i32 {
    VALUES[kind as usize]
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// The value of the piece on a square; 0 if it is empty.
    fn value_on(&self, square: Square) -> i32 {
        self.kinds.iter().zip(VALUES).find(|(set, _)| **set & bit(square) != 0).map_or(0, |(_, value)| value)
    }

    fn is_pawn_of(&self, side: Side, square: Square) -> bool {
        self.of(side, [PieceKind::Pawn]) & bit(square) != 0
    }
}

/// The value of captures and promotions by an action, centipawns; `None` for a quiet action, see
/// [`crate::engine::Position::gain`].
pub(super) fn gain<const PUSHES: bool>(position: &ChessPosition<PUSHES>, action: Action) -> Option<i32> {
    match action.kind {
        MoveKind::Move | MoveKind::Promote(_) => {
            let victim = position.victim(action).map(|square| position.value_on(square));
            let promotion = position.promotion(action).map(|kind| value(kind) - value(PieceKind::Pawn));
            if victim.is_none() && promotion.is_none() {
                return None;
            }
            Some(victim.unwrap_or(0) + promotion.unwrap_or(0))
        }
        MoveKind::Push | MoveKind::Leap(_) => {
            let (mut noisy, mut gain) = (false, 0);
            let promoted = value(PieceKind::Chancellor) - value(PieceKind::Pawn);
            for chain in position.push_steps(action).iter().filter_map(|step| step.chain.as_ref()) {
                if chain.end == End::Edge {
                    noisy = true;
                    gain += chain.squares.last().map_or(0, |&square| position.value_on(square));
                }
                for square in position.promoted_by(chain) {
                    let from = chain.direction.opposite().next(square).unwrap_or(square);
                    let own = position.is_pawn_of(position.side, from);
                    noisy |= own;
                    gain += if own { promoted } else { -promoted };
                }
            }
            noisy.then_some(gain)
        }
    }
}

/// Whether a noisy action gains at least `threshold` centipawns if both sides then capture on its
/// square by ordinary moves as long as that pays, the cheapest piece first. Ignores pins, and
/// recaptures after a push.
pub(super) fn see<const PUSHES: bool>(position: &ChessPosition<PUSHES>, action: Action, threshold: i32) -> bool {
    let Some(gain) = gain(position, action) else { return threshold <= 0 };
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    if matches!(action.kind, MoveKind::Push | MoveKind::Leap(_)) {
        return true;
    }
    let Action { from, to, .. } = action;
    swap = position.promotion(action).map_or_else(|| position.value_on(from), value) - swap;
    if swap <= 0 {
        return true;
    }
    let victim = position.victim(action).map_or(0, bit);
    let mut occupied = (position.occupied() & !bit(from) & !victim) | bit(to);
    let kind = |kind: PieceKind| position.kinds[kind as usize];
    let orthogonal = kind(PieceKind::Rook) | kind(PieceKind::Queen) | kind(PieceKind::Chancellor);
    let diagonal = kind(PieceKind::Bishop) | kind(PieceKind::Queen);
    let mut attackers = position.all_attackers_to(to, occupied);
    let (mut side, mut wins) = (position.side, true);
    loop {
        side = side.other();
        attackers &= occupied;
        let own = attackers & position.sides[side.index()];
        if own == 0 {
            return wins;
        }
        wins = !wins;
        let cheapest = BY_VALUE.into_iter().find(|&cheap| own & kind(cheap) != 0);
        let Some(cheapest) = cheapest else {
            // The king recaptures only an undefended piece.
            let defended = attackers & position.sides[side.other().index()] != 0;
            return wins != defended;
        };
        swap = value(cheapest) - swap;
        if swap < i32::from(wins) {
            return wins;
        }
        occupied ^= bit(bits::lowest_square(own & kind(cheapest)));
        // Sliders behind the capturing piece come into play.
        if matches!(cheapest, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
            attackers |= bits::bishop(to, occupied) & diagonal;
        }
        if matches!(cheapest, PieceKind::Rook | PieceKind::Queen | PieceKind::Chancellor) {
            attackers |= bits::rook(to, occupied) & orthogonal;
        }
    }
}

/// All kinds except the king, the cheapest first.
const BY_VALUE: [PieceKind; 6] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Chancellor, PieceKind::Queen];
