use super::action::Action;
use super::position::Makarenko;
use crate::engine::{bits, text};

/// Plays a legal action (assets/rules/makarenko.md, A turn).
pub(super) fn play(position: &mut Makarenko, action: Action) {
    let (side, Action { from, to, .. }) = (position.side, action);
    let height = position.height(from);
    let chips = action.chips.unwrap_or(height).min(height);
    let captures = position.stacks(side.other()) & bits::bit(to) != 0;
    let below = if captures { 0 } else { position.height(to) };
    position.put(side, from, height - chips);
    position.put(side, to, below + chips);
    position.halfmove_clock = if captures { 0 } else { text::saturating_increment(position.halfmove_clock) };
    position.side = side.other();
}

/// The position after passing the turn. `None` if the game is over, if the player has no king or
/// could lose the only one, and if it has no stack of 3 chips or more besides kings: pawns run out
/// of steps and an only king must not be split, so zugzwang is likely. Otherwise a harmless move
/// nearly always exists.
pub(super) fn null_move(position: &Makarenko) -> Option<Makarenko> {
    let side = position.side;
    let pieces = position.at_least(3, position.stacks(side)) & !position.kings(side);
    let passes = position.kings(side.other()) != 0 && pieces != 0 && !position.in_danger();
    let mut passed = *position;
    passed.side = side.other();
    passes.then_some(passed)
}
