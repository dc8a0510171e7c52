//! Guesses the actions behind an illegal move in short notation.

use super::short_notation::bare;
use super::{Cell, Game, Piece, Place, Turn};

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
