//! What captures win.

use super::action::Action;
use super::piece::TALLEST;
use super::position::Makarenko;
use crate::engine::bits;

/// The value of a chip, centipawns, roughly as the evaluation has it.
const CHIP: i32 = 70;

/// What a king is worth beyond its chips while its side has another.
const SPARE_KING: i32 = 100;

/// The value of the only king, and of the first.
const ONLY_KING: i32 = 10_000;

/// What an action captures, centipawns, or the king that it makes for a player without one; `None` if it does neither, see
/// [`crate::engine::Position::gain`].
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

/// Whether a noisy action wins at least so much once the opponent has taken back, if that is possible.
pub(super) fn see(position: &Makarenko, action: Action, least: i32) -> bool {
    let Some(gain) = gain(position, action) else { return least <= 0 };
    let left = gain - CHIP * i32::from(lifted(position, action));
    gain >= least
        && (left >= least || gain >= ONLY_KING || position.attackers_to(action.to, position.side.other()) == 0)
}

/// How many chips an action lifts.
fn lifted(position: &Makarenko, action: Action) -> u8 {
    action.chips.unwrap_or_else(|| position.height(action.from))
}
