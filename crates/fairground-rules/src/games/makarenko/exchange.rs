//! Gain of captures, and static exchange evaluation.

use super::action::Action;
use super::piece::TALLEST;
use super::position::Makarenko;
use crate::engine::bits;

/// The approximate value of a chip in the evaluation, centipawns.
const CHIP: i32 = 70;

/// The value of a king beyond its chips while its side has another one.
const SPARE_KING: i32 = 100;

/// The value of the only king, and of making the first one.
const ONLY_KING: i32 = 10_000;

/// The value of the stack that an action captures, or of the king that it makes for a player
/// without one, centipawns; `None` for other actions, see [`crate::engine::Position::gain`].
pub(super) fn gain(position: &Makarenko, action: Action) -> Option<i32> {
    let (own, enemy, to) = (position.side, position.side.other(), bits::bit(action.to));
    if position.stacks(enemy) & to != 0 {
        let kings = position.kings(enemy);
        let king = match kings & to {
            0 => 0,
            _ if kings.is_power_of_two() => ONLY_KING,
            _ => SPARE_KING,
        };
        return Some(CHIP * i32::from(position.height(action.to)) + king);
    }
    let makes_king = || lifted(position, action) + position.height(action.to) == TALLEST;
    (position.kings(own) == 0 && position.stacks(own) & to != 0 && makes_king()).then_some(ONLY_KING)
}

/// Whether a noisy action gains at least `threshold` centipawns after the opponent's recapture, if
/// there is one.
pub(super) fn see(position: &Makarenko, action: Action, threshold: i32) -> bool {
    let Some(gain) = gain(position, action) else { return threshold <= 0 };
    let left = gain - CHIP * i32::from(lifted(position, action));
    gain >= threshold
        && (left >= threshold || gain >= ONLY_KING || position.attackers_to(action.to, position.side.other()) == 0)
}

/// The number of chips that an action lifts.
fn lifted(position: &Makarenko, action: Action) -> u8 {
    action.chips.unwrap_or_else(|| position.height(action.from))
}
