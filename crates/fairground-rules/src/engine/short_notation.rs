//! Short notation as people write it, in all games: algebraic notation with signs left out.

use super::{Cell, Game, Notation, Piece, Place, Turn};

/// The legal actions that a text spells as [`Notation::notation`] does or as action text, with or
/// without the signs that people often leave out. Several if the text is ambiguous.
pub fn matching<P: Notation>(position: &P, text: &str) -> Vec<P::Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let spelled: Vec<_> =
        actions.into_iter().map(|action| (action, [position.notation(action), action.to_string()])).collect();
    let without_promotion = |text: &str| plain(text.split('=').next().unwrap_or_default());
    // From the strictest reading to the loosest. Capitals distinguish `b4`, which may be a pawn
    // move, from `Bb4`, a bishop move.
    let mixed = text.contains(char::is_uppercase) && text.contains(char::is_lowercase);
    let readings: [(bool, &dyn Fn(&str) -> String); 5] = [
        (true, &bare),
        (true, &plain),
        (!text.contains('='), &without_promotion),
        (!mixed, &|text| plain(text).to_lowercase()),
        (!mixed && !text.contains('='), &|text| without_promotion(text).to_lowercase()),
    ];
    for (applies, read) in readings {
        let wanted = read(text);
        if !applies || wanted.is_empty() {
            continue;
        }
        let same = |spellings: &[String; 2]| spellings.iter().any(|spelling| read(spelling) == wanted);
        let found: Vec<_> =
            spelled.iter().filter(|(_, spellings)| same(spellings)).map(|(action, _)| *action).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Removes the signs of check, mate and comment.
fn bare(text: &str) -> String {
    text.trim().trim_end_matches(['+', '#', '!', '?']).to_string()
}

/// Removes everything that people may leave out, and writes castling with letters.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|sign| !matches!(sign, 'x' | '-' | '=' | ' ' | ':' | '+' | '#' | '!' | '?'));
    kept.map(|sign| if sign == '0' { 'O' } else { sign }).collect()
}

/// The actions that a text may mean in algebraic notation, legal or not: the letter of a piece, the
/// known part of its origin, and its target. A pawn straight ahead of its target comes first.
pub fn attempts<P: Game>(position: &P, text: &str) -> Vec<P::Action> {
    let Turn::Decide(side) = position.pending() else { return Vec::new() };
    let text = bare(text.split('=').next().unwrap_or_default());
    let layout = position.layout();
    let named = layout.cells.iter().enumerate().filter(|(_, cell)| !cell.name.is_empty());
    let target = named.filter(|(_, cell)| text.ends_with(&cell.name)).max_by_key(|(_, cell)| cell.name.len());
    let Some((index, target)) = target else { return Vec::new() };
    let Ok(to) = u16::try_from(index).map(Cell) else { return Vec::new() };
    let before = text[..text.len() - target.name.len()].trim_end_matches(['x', '-', '>', '*']);
    let letter = before.chars().next().filter(char::is_ascii_uppercase);
    let origin = &before[letter.map_or(0, char::len_utf8)..];
    let attempt = |piece: &Piece| {
        let Place::Cell(from) = piece.place else { return None };
        let name = &layout.cells.get(from.index())?.name;
        let kind = position.piece_info(&piece.look).kind()?;
        let fits = piece.side == Some(side) && kind.letter() == letter.unwrap_or('P') && from != to;
        let from_there = origin.chars().all(|sign| name.contains(sign));
        let action = position.intended_action(piece.place, to, None).filter(|_| fits && from_there)?;
        let ahead = letter.is_none() && name.chars().next() == target.name.chars().next();
        Some((!ahead, position.parse_action(&action).ok()?))
    };
    let mut attempts: Vec<_> = position.pieces().iter().filter_map(attempt).collect();
    attempts.sort_by_key(|(behind, _)| *behind);
    attempts.into_iter().map(|(_, action)| action).collect()
}
