use super::action::Action;
use super::position::Makarenko;
use crate::engine::{bits, text};

/// Carries out a legal action (assets/rules/makarenko.md, A turn).
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

/// The position after giving up the turn. `None` where the game is over, where the player has no king or could lose the only one,
/// and where no stack of 3 chips or more stands beside the kings: who has little but pawns, which run out of steps, and kings
/// that must not be split, may well be hurt by having to move. Others nearly always have a move that does no harm.
pub(super) fn null_move(position: &Makarenko) -> Option<Makarenko> {
    let side = position.side;
    let pieces = position.at_least(3, position.stacks(side)) & !position.kings(side);
    let passes = position.kings(side.other()) != 0 && pieces != 0 && !position.in_danger();
    let mut passed = *position;
    passed.side = side.other();
    passes.then_some(passed)
}
