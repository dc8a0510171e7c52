//! The static evaluation of a position.

use super::attacks;
use super::piece::PieceKind;
use super::position::Fluky;
use super::square::{CENTRE, forward, goal, last_rank, squares};
use crate::engine::{Evaluate, Feature, Side, Tally};

/// Each feature is counted for both sides, and the opponent's count is subtracted. A die may show
/// any kind after its next throw, so most of its value is independent of the face; the rest
/// reflects its immediate options. The weights were fitted by `fairground tune fluky --matches 600
/// --nodes 1500 --seed 1`.
const FEATURES: [Feature; 24] = [
    Feature::new("dice that show a pawn", 196),
    Feature::new("dice that show a knight", 256),
    Feature::new("dice that show a bishop", 217),
    Feature::new("dice that show a rook", 271),
    Feature::new("squares that knights reach", 9),
    Feature::new("squares that bishops reach", 17),
    Feature::new("squares that rooks reach", 12),
    Feature::new("pawns that cannot step ahead", -40),
    Feature::new("pawns one step before the last rank", -10),
    Feature::new("dice in the centre", 3),
    Feature::new("knights, bishops and rooks on the last rank", 28),
    Feature::new("steps of the king to its goal", -5),
    Feature::new("king one step from its goal", 96),
    Feature::new("king two steps from its goal", 48),
    Feature::new("king can step onto its goal", 80),
    Feature::new("king can step onto its goal and has the move", 400),
    Feature::new("squares round the king that are attacked", 9),
    Feature::new("squares that the king can safely step onto", 12),
    Feature::new("dice beside the king", -6),
    Feature::new("dice that are attacked and not defended", -53),
    Feature::new("dice that are attacked and defended", -13),
    Feature::new("has the move while enemy dice hang", 11),
    Feature::new("pinned dice", -26),
    Feature::new("has the move", 15),
];

impl Evaluate for Fluky {
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

/// The squares attacked by the pieces of a side.
struct Attacks {
    by_dice: u32,
    by_king: u32,
    /// Attacked squares without own pieces, summed over the dice of each kind; indexed by
    /// [`PieceKind`].
    reached: [u32; 4],
}

impl Attacks {
    fn of(position: &Fluky, side: Side) -> Attacks {
        let (own, occupied) = (position.own(side), position.occupied());
        let mut found = Attacks { by_dice: 0, by_king: attacks::king(position.king(side)), reached: [0; 4] };
        for kind in PieceKind::ALL {
            for from in squares(position.dice_showing(side, kind)) {
                let attacks = attacks::die(kind, side, from, occupied);
                found.by_dice |= attacks;
                found.reached[kind as usize] += (attacks & !own).count_ones();
            }
        }
        found
    }

    fn all(&self) -> u32 {
        self.by_dice | self.by_king
    }
}

/// The counts of `FEATURES` for a side.
fn counts(position: &Fluky, side: Side, attacks: &[Attacks; 2]) -> [i32; FEATURES.len()] {
    let (own, enemy) = (&attacks[side.index()], &attacks[side.other().index()]);
    let (dice, enemy_dice) = (position.dice[side.index()], position.dice[side.other().index()]);
    let [pawns, knights, bishops, rooks] = PieceKind::ALL.map(|kind| position.dice_showing(side, kind));
    let [_, knight_reach, bishop_reach, rook_reach] = own.reached;
    let occupied = position.occupied();

    let steps = position.king(side).steps_to(goal(side));
    let has_the_move = side == position.next_to_move();
    let reaches_goal = own.by_king & goal(side).bit() & !dice & !enemy.all() != 0;
    let hanging = dice & enemy.all() & !own.all();
    let enemy_hanging = enemy_dice & own.all() & !enemy.all();
    let pinned = position.pin_lines(side, occupied).iter().fold(0, |set, line| set | line) & dice;
    [
        pawns.count_ones().cast_signed(),
        knights.count_ones().cast_signed(),
        bishops.count_ones().cast_signed(),
        rooks.count_ones().cast_signed(),
        knight_reach.cast_signed(),
        bishop_reach.cast_signed(),
        rook_reach.cast_signed(),
        (forward(side, pawns) & occupied).count_ones().cast_signed(),
        (forward(side, pawns) & last_rank(side)).count_ones().cast_signed(),
        (dice & CENTRE).count_ones().cast_signed(),
        (dice & last_rank(side)).count_ones().cast_signed(),
        i32::from(steps),
        i32::from(steps == 1),
        i32::from(steps == 2),
        i32::from(reaches_goal),
        i32::from(reaches_goal && has_the_move),
        (own.by_king & enemy.all()).count_ones().cast_signed(),
        (own.by_king & !dice & !enemy.all()).count_ones().cast_signed(),
        (own.by_king & dice).count_ones().cast_signed(),
        hanging.count_ones().cast_signed(),
        (dice & enemy.all() & own.all()).count_ones().cast_signed(),
        i32::from(has_the_move && enemy_hanging != 0),
        pinned.count_ones().cast_signed(),
        i32::from(has_the_move),
    ]
}
