use std::fmt::Write;

use super::figure::figure;
use super::symbol::is_unusual;
use super::{captions, legend, reserve};
use fairground_rules::engine::{Cell, CellShape, DynGame, Layout, Piece, Place, Point, Side};

/// Units of the drawing per metre: a square is 50 units wide.
const SCALE: f32 = 1000.0;

/// The margin around the board, for the names of files and ranks.
const MARGIN: f32 = 30.0;

/// The heights of a line of text and of a reserve.
const LINE: f32 = 20.0;
const RESERVE: f32 = 46.0;

/// The minimum width, so that the captions fit.
const MIN_WIDTH: f32 = 360.0;

/// Draws the board in black, white and grey, White below, as an SVG document.
#[must_use]
pub fn svg(game: &dyn DynGame) -> String {
    let (layout, pieces) = (game.layout(), game.pieces());
    let shown: Vec<_> = (0_u16..).map(Cell).zip(&layout.cells).filter(|(_, cell)| cell.is_placed()).collect();
    let corners: Vec<_> = shown.iter().flat_map(|(_, cell)| cell.corners).map(flat).collect();
    let least = |of: fn(&Point) -> f32| corners.iter().map(of).fold(f32::INFINITY, f32::min);
    let most = |of: fn(&Point) -> f32| corners.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
    let (low, high) = match corners.is_empty() {
        // No cell is placed yet.
        true => (Point::default(), Point::default()),
        false => (Point::new(least(|p| p.x), least(|p| p.y)), Point::new(most(|p| p.x), most(|p| p.y))),
    };
    let middle = (low.x + high.x) / 2.0;
    let width = (high.x - low.x + 2.0 * MARGIN).max(MIN_WIDTH);
    let held = |side| reserve(&pieces, side);
    let room = |side| if held(side).is_empty() { 0.0 } else { RESERVE };
    // Letters are about half as wide as high.
    let columns = (width / 6.6) as usize;
    let mut lines: Vec<_> = captions(game);
    lines.extend(legend(&pieces, is_unusual));
    let lines: Vec<_> = lines.iter().flat_map(|line| wrapped(line, columns)).collect();
    let top = low.y - MARGIN - room(Side::Black);
    let below = high.y + MARGIN + room(Side::White);
    let height = below + LINE * lines.len() as f32 + 10.0 - top;

    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"{:.1} {top:.1} {width:.1} {height:.1}\" font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">",
        middle - width / 2.0,
    );
    let _ = writeln!(out, "<title>{}</title>", escaped(game.info().name));
    let _ = writeln!(out, "<desc>{}</desc>", escaped(&game.text()));
    let left = middle - width / 2.0;
    let _ = writeln!(
        out,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#fff\"/>"
    );
    for (_, cell) in &shown {
        let fill = if cell.dark { "#cdcdcd" } else { "#fff" };
        polygon(&mut out, &cell.corners.map(flat), &format!("fill=\"{fill}\" stroke=\"#777\" stroke-width=\".6\""));
    }
    for section in &layout.sections {
        let outline: Vec<_> = section.outline.iter().map(|point| flat(section.pose.place(*point))).collect();
        polygon(&mut out, &outline, "fill=\"none\" stroke=\"#000\" stroke-width=\"2\"");
    }
    if layout.sections.is_empty() {
        let rim = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        polygon(&mut out, &rim, "fill=\"none\" stroke=\"#000\" stroke-width=\"2\"");
        edge_names(&mut out, &shown, low, high);
    } else {
        cell_names(&mut out, &shown);
    }
    draw_pieces(&mut out, &layout, &pieces);
    for (side, y) in [(Side::Black, low.y - MARGIN - RESERVE / 2.0), (Side::White, high.y + MARGIN + RESERVE / 2.0)] {
        draw_reserve(&mut out, &held(side), side, middle, width, y);
    }
    for (index, line) in lines.iter().enumerate() {
        let (y, size) = (below + LINE * (index as f32 + 0.7), if index == 0 { 14 } else { 12 });
        write_text(&mut out, Point::new(middle, y), size, "#000", line);
    }
    out.push_str("</svg>\n");
    out
}

/// Converts a point of the table into one of the drawing.
fn flat(point: Point) -> Point {
    Point::new(SCALE * point.x, -SCALE * point.y)
}

fn polygon(out: &mut String, points: &[Point], style: &str) {
    let points: Vec<_> = points.iter().map(|point| format!("{:.1},{:.1}", point.x, point.y)).collect();
    let _ = writeln!(out, "<polygon points=\"{}\" {style}/>", points.join(" "));
}

fn write_text(out: &mut String, at: Point, size: u32, fill: &str, text: &str) {
    let (x, y, text) = (at.x, at.y, escaped(text));
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{fill}\">{text}</text>"
    );
}

/// Writes the files below a board of squares and the ranks to its left.
fn edge_names(out: &mut String, cells: &[(Cell, &CellShape)], low: Point, high: Point) {
    for (_, cell) in cells {
        let (centre, mut name) = (flat(cell.centre()), cell.name.chars());
        let Some(file) = name.next() else { continue };
        let rank = name.as_str();
        if rank == "1" {
            write_text(out, Point::new(centre.x, high.y + 18.0), 14, "#000", &file.to_string());
        }
        if file == 'a' {
            write_text(out, Point::new(low.x - 14.0, centre.y + 5.0), 14, "#000", rank);
        }
    }
}

/// Writes each cell's name near its first corner, for boards without common files and ranks.
fn cell_names(out: &mut String, cells: &[(Cell, &CellShape)]) {
    for (_, cell) in cells {
        let (corner, centre) = (flat(cell.corners[0]), flat(cell.centre()));
        let at = Point::new(corner.x + 0.3 * (centre.x - corner.x), corner.y + 0.3 * (centre.y - corner.y) + 2.5);
        write_text(out, at, 7, "#333", &cell.name);
    }
}

/// Draws the pieces on the board.
fn draw_pieces(out: &mut String, layout: &Layout, pieces: &[Piece]) {
    for piece in pieces {
        let Place::Cell(at) = piece.place else { continue };
        let Some(cell) = layout.cells.get(at.index()) else { continue };
        let Point { x, y } = flat(cell.centre());
        let figure = figure(piece.side, &piece.look);
        let _ = writeln!(out, "<g transform=\"translate({x:.1} {y:.1}) scale(1.2)\">{figure}</g>");
    }
}

/// Draws the pieces of a reserve side by side, with the number of each.
fn draw_reserve(out: &mut String, held: &[(&Piece, usize)], side: Side, middle: f32, width: f32, y: f32) {
    let step = (width / (held.len() as f32 + 1.0)).min(40.0);
    for (index, (piece, count)) in held.iter().enumerate() {
        let x = middle + step * (index as f32 - (held.len() as f32 - 1.0) / 2.0);
        let figure = figure(Some(side), &piece.look);
        let _ =
            writeln!(out, "<g transform=\"translate({x:.1} {:.1}) scale({:.2})\">{figure}</g>", y - 6.0, step / 48.0);
        if *count > 1 {
            write_text(out, Point::new(x, y + 18.0), 11, "#000", &format!("×{count}"));
        }
    }
}

/// Wraps a line at `columns` characters; longer words are not broken.
fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        match lines.last_mut() {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) if last.chars().count() + 1 + word.chars().count() <= columns => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
