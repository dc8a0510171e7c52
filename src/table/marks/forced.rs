//! Threats that the player must answer this turn or lose the game.

use crate::engine::{Cell, DynGame};

/// The cells of the pieces one of which the side to move must move; empty without such a threat.
pub(super) fn cells(game: &dyn DynGame) -> Vec<Cell> {
    game.notices().into_iter().filter(|notice| notice.forces_reply).flat_map(|notice| notice.cells).collect()
}

/// Whether this action loses the game immediately for the side to move.
pub(super) fn loses(game: &dyn DynGame, action: &str) -> bool {
    let mut after = game.boxed();
    let winner = after.apply(action).ok().and_then(|_| after.turn().outcome()).and_then(|outcome| outcome.winner);
    winner.is_some() && winner != game.turn().side()
}
