//! The static evaluation of a position.

use super::attacks;
use super::position::Makarenko;
use crate::engine::{Evaluate, Feature, Side, Tally, bits};

/// The sixteen squares in the middle of the board.
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// Each feature is counted for both sides, and the opponent's count is subtracted. A pawn is a
/// chip. A taller stack is worth its chips, because it can be split again, but a single capture
/// takes all of it. The weights were fitted by `fairground tune makarenko --matches 500 --nodes
/// 1500 --seed 2`, after a first round of 300 matches with seed 1.
const FEATURES: [Feature; 24] = [
    Feature::new("chips", 70),
    Feature::new("stacks of 1 or 2 chips", -25),
    Feature::new("stacks of 3 chips", -5),
    Feature::new("stacks of 4 chips", -6),
    Feature::new("stacks of 5 or 6 chips", 26),
    Feature::new("stacks of 7 chips", 61),
    Feature::new("has a king", 800),
    Feature::new("kings beyond the first", 99),
    Feature::new("has no king and can make one", 500),
    Feature::new("has one king and could make another", 8),
    Feature::new("the only king is attacked", -172),
    Feature::new("the only king is attacked and the opponent has the move", -482),
    Feature::new("chips of attacked stacks", -1),
    Feature::new("chips of attacked stacks that are not defended", -8),
    Feature::new("chips of the tallest attacked stack while the opponent has the move", -4),
    Feature::new("squares that 3 chips reach", -2),
    Feature::new("squares that 4 chips reach", -2),
    Feature::new("squares that 5 or 6 chips reach", -3),
    Feature::new("squares attacked", 10),
    Feature::new("squares attacked round enemy kings", 5),
    Feature::new("chips in the centre", 2),
    Feature::new("steps that 1 or 2 chips have made forward", -3),
    Feature::new("stacks of 1 or 2 chips on the last rank", 88),
    Feature::new("has the move", 20),
];

impl Evaluate for Makarenko {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        let attacks = Side::BOTH.map(|side| Attacks::of(self, side));
        let own = counts(self, self.side, &attacks);
        let other = counts(self, self.side.other(), &attacks);
        for (feature, (own, other)) in own.into_iter().zip(other).enumerate() {
            tally.add(feature, own - other);
        }
    }
}

/// The attacks of all chips that a side could lift.
struct Attacks {
    squares: u64,
    /// Attacked squares without own stacks: for 3 chips, for 4, and for 5 or 6, summed over the
    /// stacks tall enough to lift them.
    reached: [u32; 3],
}

impl Attacks {
    fn of(position: &Makarenko, side: Side) -> Attacks {
        let (divisible, occupied, open) = (position.divisible(side), position.occupied(), !position.stacks(side));
        let mut found = Attacks { squares: attacks::pawns(side, divisible), reached: [0; 3] };
        for (reached, chips) in found.reached.iter_mut().zip(3..) {
            let kind = position.values.kind(chips);
            for from in bits::Squares(position.at_least(chips, divisible)) {
                let attacks = attacks::piece(kind, side, from, occupied);
                found.squares |= attacks;
                *reached += (attacks & open).count_ones();
            }
        }
        for from in bits::Squares(position.kings(side)) {
            found.squares |= bits::king(from);
        }
        found
    }
}

/// The counts of `FEATURES` for a side.
fn counts(position: &Makarenko, side: Side, attacks: &[Attacks; 2]) -> [i32; FEATURES.len()] {
    let (own, enemy) = (&attacks[side.index()], &attacks[side.other().index()]);
    let (stacks, kings) = (position.stacks(side), position.kings(side));
    let at_least = |chips| position.at_least(chips, stacks);
    let [three, four, five, seven] = [at_least(3), at_least(4), at_least(5), at_least(7)];
    let pawns = stacks & !three;

    let has_the_move = side == position.side;
    let attacked = stacks & enemy.squares;
    let only_king_attacked = kings.count_ones() == 1 && kings & attacked != 0;
    let tallest_attacked = if has_the_move { 0 } else { tallest(position, attacked) };
    // The feature does not apply with two or more kings.
    let can_make_king = kings.count_ones() < 2 && position.king_makers(side).next().is_some();
    let round_enemy_kings = bits::Squares(position.kings(side.other())).fold(0, |set, king| set | bits::king(king));
    [
        position.chips(stacks),
        pawns.count_ones(),
        (three & !four).count_ones(),
        (four & !five).count_ones(),
        (five & !seven).count_ones(),
        (seven & !kings).count_ones(),
        u32::from(kings != 0),
        kings.count_ones().saturating_sub(1),
        u32::from(kings == 0 && can_make_king),
        u32::from(kings != 0 && can_make_king),
        u32::from(only_king_attacked),
        u32::from(only_king_attacked && !has_the_move),
        position.chips(attacked),
        position.chips(attacked & !own.squares),
        tallest_attacked,
        own.reached[0],
        own.reached[1],
        own.reached[2],
        own.squares.count_ones(),
        (own.squares & round_enemy_kings).count_ones(),
        position.chips(stacks & CENTRE),
        steps_made(side, pawns),
        (pawns & last_rank(side)).count_ones(),
        u32::from(has_the_move),
    ]
    .map(u32::cast_signed)
}

/// The height of the tallest of `stacks`, or 0 for an empty set.
fn tallest(position: &Makarenko, stacks: u64) -> u32 {
    (1..=8).rev().find(|&chips| position.at_least(chips, stacks) != 0).map_or(0, u32::from)
}

/// The sum of the ranks that these pawns have advanced beyond their second.
fn steps_made(side: Side, pawns: u64) -> u32 {
    let mut beyond = pawns;
    let mut sum = 0;
    for rank in 2..8 {
        let ranks = match side {
            Side::White => !0 << (8 * rank),
            Side::Black => !0 >> (8 * rank),
        };
        beyond &= ranks;
        sum += beyond.count_ones();
    }
    sum
}

fn last_rank(side: Side) -> u64 {
    match side {
        Side::White => bits::RANK_8,
        Side::Black => bits::RANK_1,
    }
}
