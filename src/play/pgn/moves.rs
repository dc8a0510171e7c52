//! Moves as Portable Game Notation spells them.

use crate::engine::{ActionText, DynGame};

/// The game whose moves other programs know.
pub(super) const CHESS: &str = "chess";

/// The legal action that a move of a text means: by its own text, by its notation, or in orthodox chess by any way in which it is written.
pub(super) fn action_of(game: &dyn DynGame, text: &str) -> Option<ActionText> {
    if game.check(text).is_ok() {
        return Some(text.into());
    }
    let actions = game.actions();
    if let Some(action) = actions.iter().find(|action| game.notation(action).as_deref() == Some(text)) {
        return Some(action.clone());
    }
    if game.info().id != CHESS {
        return None;
    }
    let bare = bare(bare(text).trim_end_matches("e.p.").trim_end_matches("ep"));
    let plain = bare.replace(['0', 'o'], "O");
    let castles = plain.starts_with('O');
    let mut meant = actions.into_iter().filter(|action| {
        let notation = game.notation(action).unwrap_or_default();
        let notation = notation.trim_end_matches(['+', '#']);
        if castles { notation == plain } else { written_as(action, notation, &plain) }
    });
    meant.next().filter(|_| meant.next().is_none())
}

/// A move without check, mate and annotation glyphs, such as `!?`, `+-` and `=`.
fn bare(text: &str) -> &str {
    let end = text.trim_end_matches(['+', '#', '!', '?', '-', '=', '/', '±', '∓', '⩲', '⩱', '∞']);
    // A pass is nothing but such signs.
    if end.is_empty() { text } else { end }
}

/// Whether a move may be written like this: piece, as much of its origin as is needed or more, target, promotion.
fn written_as(action: &str, notation: &str, text: &str) -> bool {
    const PIECES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];
    let piece = |text: &str| text.chars().next().filter(|letter| PIECES.contains(letter));
    let rest = text.strip_prefix(PIECES).unwrap_or(text).replace(['x', ':', '-', '='], "");
    let promoted = rest.chars().last().filter(char::is_ascii_uppercase);
    let rest = rest.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
    let Some((hints, target)) = rest.len().checked_sub(2).and_then(|at| rest.split_at_checked(at)) else {
        return false;
    };
    let (Some(from), Some(to)) = (action.get(..2), action.get(2..4)) else { return false };
    piece(text) == piece(notation)
        && to == target
        && action.chars().nth(4) == promoted.map(|letter| letter.to_ascii_lowercase())
        && hints.chars().all(|hint| from.contains(hint))
}
