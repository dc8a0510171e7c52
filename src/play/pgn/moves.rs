//! Moves as Portable Game Notation spells them.

use crate::engine::{ActionText, DynGame};

/// The game whose moves other programs know.
pub(super) const CHESS: &str = "chess";

/// How other programs write that a side does nothing.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "@@@@", "0000", "null", "<>"];

/// The legal action that a move of a text means, see [`DynGame::read_action`].
pub(super) fn action_of(game: &dyn DynGame, text: &str) -> Option<ActionText> {
    game.read_action(text).ok()
}

/// Whether a move of a text is a null move, which no game here has. What the game can read itself, such as a pass, is none.
pub(super) fn is_null_move(game: &dyn DynGame, text: &str) -> bool {
    game.info().id == CHESS && NULL_MOVES.contains(&text)
}
