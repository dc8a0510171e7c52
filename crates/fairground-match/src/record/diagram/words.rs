//! Positions and moves in words, for screen readers.

use super::reserve;
use fairground_rules::engine::{Cell, CellShape, DynGame, Piece, Place, Side};

/// A position in words: a line for each rank, beginning at Black's side, and one for each reserve
/// that holds pieces. Boards of several sections are described section by section.
#[must_use]
pub fn position(game: &dyn DynGame) -> Vec<String> {
    let (layout, pieces) = (game.layout(), game.pieces());
    let cells: Vec<_> = (0_u16..).map(Cell).zip(&layout.cells).collect();
    let mut lines = Vec::new();
    if layout.sections.is_empty() {
        ranks(game, &cells, &pieces, "Rank", &mut lines);
    }
    for (index, section) in layout.sections.iter().enumerate() {
        let own = |(_, shape): &&(Cell, &CellShape)| shape.section.map(usize::from) == Some(index);
        let own: Vec<_> = cells.iter().filter(own).copied().collect();
        ranks(game, &own, &pieces, &format!("Section {}, rank", section.name), &mut lines);
    }
    for side in Side::BOTH {
        let held = reserve(&pieces, side).into_iter().map(|(piece, count)| match count {
            1 => name(game, piece),
            _ => format!("{count} × {}", name(game, piece)),
        });
        let held: Vec<_> = held.collect();
        if !held.is_empty() {
            lines.push(format!("Reserve of {}: {}", game.info().side(side), held.join(", ")));
        }
    }
    lines
}

/// The last `count` actions played, in words, the earliest first.
#[must_use]
pub fn played(game: &dyn DynGame, count: usize) -> Vec<String> {
    let mut game = game.boxed();
    let mut words = Vec::new();
    while words.len() < count
        && let Some(action) = game.undo()
    {
        words.push(game.describe(&action).unwrap_or_else(|| action.to_string()));
    }
    words.reverse();
    words
}

/// Adds a line for each rank of `cells`. Each line begins with `heading`.
fn ranks(game: &dyn DynGame, cells: &[(Cell, &CellShape)], pieces: &[Piece], heading: &str, lines: &mut Vec<String>) {
    let rank = |shape: &CellShape| {
        let digits = shape.name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        digits.parse::<u32>().unwrap_or_default()
    };
    let mut ranks: Vec<_> = cells.iter().map(|(_, shape)| rank(shape)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    for number in ranks.into_iter().rev() {
        let row = cells.iter().filter(|(_, shape)| rank(shape) == number);
        let standing = row.flat_map(|(cell, shape)| {
            let here = pieces.iter().filter(|piece| piece.place == Place::Cell(*cell));
            here.map(|piece| format!("{} {}", owned(game, piece), shape.name))
        });
        let standing: Vec<_> = standing.collect();
        let standing = if standing.is_empty() { "empty".to_string() } else { standing.join(", ") };
        lines.push(format!("{heading} {number}: {standing}"));
    }
}

/// A piece with its side: `White bishop (5 chips)`.
fn owned(game: &dyn DynGame, piece: &Piece) -> String {
    let name = name(game, piece);
    piece.side.map_or_else(|| name.clone(), |side| format!("{} {name}", game.info().side(side)))
}

/// The name of a piece with its measure: `bishop (5 chips)`.
fn name(game: &dyn DynGame, piece: &Piece) -> String {
    let info = game.piece_info(&piece.look);
    if info.measure.is_empty() { info.name.to_string() } else { format!("{} ({})", info.name, info.measure) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::engine::Options;
    use fairground_rules::games;

    fn begun(id: &str) -> Box<dyn DynGame> {
        games::begin(games::info(id).unwrap(), Options::default(), None).unwrap()
    }

    #[test]
    fn a_position_is_read_rank_by_rank() {
        let lines = position(&*begun("chess"));
        assert_eq!(lines.len(), 8);
        assert!(lines[0].starts_with("Rank 8: Black rook a8, Black knight b8,"), "{}", lines[0]);
        assert_eq!(lines[4], "Rank 4: empty");
    }

    /// Every piece and every cell with a piece is named, in a playout of each game.
    #[test]
    fn every_piece_of_every_game_is_named() {
        for info in games::ALL {
            let mut game = begun(info.id);
            for step in 0..40_usize {
                let text = position(&*game).join("\n");
                let (layout, pieces) = (game.layout(), game.pieces());
                for piece in &pieces {
                    assert!(!name(&*game, piece).is_empty());
                    if let Place::Cell(cell) = piece.place {
                        let named = format!("{} {}", owned(&*game, piece), layout.cells[cell.index()].name);
                        assert!(text.contains(&named), "{}: {named} is not in\n{text}", info.id);
                    }
                }
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)) else { break };
                let words = game.describe(action).unwrap();
                game.apply(action).unwrap();
                assert_eq!(played(&*game, 1), [words]);
            }
            assert_eq!(played(&*game, usize::MAX).len(), game.action_count());
        }
    }

    #[test]
    fn sections_and_reserves_have_lines_of_their_own() {
        let tactical = position(&*begun("tactical"));
        assert!(tactical.iter().any(|line| line.starts_with("Reserve of White: ")), "{tactical:?}");
        let mut whack = begun("whack");
        while whack.layout().sections.len() < 2 {
            let action = whack.actions()[0].clone();
            whack.apply(&action).unwrap();
        }
        assert!(position(&*whack)[0].starts_with("Section "), "{:?}", position(&*whack));
    }
}
