//! PGN move texts.

use fairground_rules::engine::{ActionText, DynGame};

/// The id of orthodox chess, the default of the tag `Variant`.
pub(super) const CHESS: &str = "chess";

/// Spellings of null moves.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "@@@@", "0000", "null", "<>"];

/// The legal action that a move text spells, see [`DynGame::read_action`].
pub(super) fn action_of(game: &dyn DynGame, text: &str) -> Option<ActionText> {
    game.read_action(text).ok()
}

/// Whether a move text is a null move, which no game here has. A pass in a game with passes is not.
pub(super) fn is_null_move(game: &dyn DynGame, text: &str) -> bool {
    game.info().standard_texts && NULL_MOVES.contains(&text)
}
