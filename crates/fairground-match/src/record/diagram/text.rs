use super::{captions, legend, name, reserve};
use fairground_rules::engine::{Cell, CellShape, DynGame, Look, Piece, PieceKind, Place, Side};

/// Draws the board as plain text, White below. White's pieces are capitals, Black's are lower case;
/// stacks are `w` or `b` and their contents. Boards of several sections have no flat layout, so
/// each section is drawn on its own.
#[must_use]
pub fn text(game: &dyn DynGame) -> String {
    let (layout, pieces) = (game.layout(), game.pieces());
    let mut lines = Vec::new();
    let cells: Vec<_> = (0_u16..).map(Cell).zip(&layout.cells).collect();
    if layout.sections.is_empty() {
        lines.extend(grid(&cells, 0, &pieces));
    }
    for (index, section) in layout.sections.iter().enumerate() {
        let own = |(_, shape): &&(Cell, &CellShape)| shape.section.map(usize::from) == Some(index);
        let own: Vec<_> = cells.iter().filter(own).copied().collect();
        if index > 0 {
            lines.push(String::new());
        }
        lines.push(format!("Section {}", section.name));
        // The first letter of a cell's name is its section.
        lines.extend(grid(&own, 1, &pieces));
    }
    lines.push(String::new());
    lines.extend(captions(game));
    for side in Side::BOTH {
        let held: Vec<_> = reserve(&pieces, side).into_iter().map(held).collect();
        if !held.is_empty() {
            lines.push(format!("{}'s reserve: {}", game.info().side(side), held.join(", ")));
        }
    }
    lines.extend(legend(&pieces, |kind| kind.mark().len() > 1));
    lines.push(game.text());
    lines.join("\n") + "\n"
}

fn held((piece, count): (&Piece, usize)) -> String {
    if count == 1 { name(&piece.look) } else { format!("{} x{count}", name(&piece.look)) }
}

/// Arranges cells in rows by file and rank, read from their names after the first `skip` letters.
fn grid(cells: &[(Cell, &CellShape)], skip: usize, pieces: &[Piece]) -> Vec<String> {
    let at = |shape: &CellShape| {
        let mut letters = shape.name.chars().skip(skip);
        (letters.next().unwrap_or_default(), letters.collect::<String>().parse::<u32>().unwrap_or_default())
    };
    let standing = |cell: Cell| pieces.iter().find(|piece| piece.place == Place::Cell(cell)).map(label);
    let labels: Vec<_> = cells.iter().map(|(cell, shape)| (at(shape), standing(*cell).unwrap_or_default())).collect();
    let mut files: Vec<_> = labels.iter().map(|((file, _), _)| *file).collect();
    let mut ranks: Vec<_> = labels.iter().map(|((_, rank), _)| *rank).collect();
    files.sort_unstable();
    files.dedup();
    ranks.sort_unstable();
    ranks.dedup();
    let width = labels.iter().map(|(_, label)| label.len()).max().unwrap_or_default().max(1);
    let rule = format!("  +{}", format!("{}+", "-".repeat(width + 2)).repeat(files.len()));
    let mut lines = vec![rule.clone()];
    for rank in ranks.into_iter().rev() {
        let label = |file: char| labels.iter().find(|(place, _)| *place == (file, rank)).map_or("", |(_, label)| label);
        let row: String = files.iter().map(|file| format!(" {:^width$} |", label(*file))).collect();
        lines.push(format!("{rank} |{row}"));
        lines.push(rule.clone());
    }
    let names: String = files.iter().map(|file| format!(" {file:^width$}  ")).collect();
    lines.push(format!("   {}", names.trim_end()));
    lines
}

/// A piece in a few letters.
fn label(piece: &Piece) -> String {
    let marked = |mark: &str| match piece.side {
        Some(Side::Black) => mark.to_lowercase(),
        Some(Side::White) | None => mark.to_string(),
    };
    match &piece.look {
        Look::Chessman(kind) => marked(kind.mark()),
        Look::Die(_, symbol) => marked(PieceKind::marked(symbol).map_or(symbol, PieceKind::mark)),
        Look::Chips(_) | Look::Pyramids(_) => {
            format!("{}{}", piece.side.map_or(' ', Side::letter), name(&piece.look))
        }
    }
}
