//! Diagrams of the rules, drawn from typed text: boards, and the wedge of Whack Chess with its
//! corners.

use crate::ui::theme;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, ScrollArea, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2,
};

/// The width of a typed column and the height of a line, logical pixels. A square takes two
/// columns.
const COLUMN: f32 = 11.5;
const LINE: f32 = 2.0 * COLUMN;

/// The widths of a column of words and of a blank one, logical pixels.
const WORDS: f32 = 7.5;
const BLANK: f32 = 4.0;

/// The colours of the squares.
pub const LIGHT: Color32 = Color32::from_rgb(0xd9, 0xbd, 0x8c);
pub const DARK: Color32 = Color32::from_rgb(0x9a, 0x6e, 0x4c);

/// The length of the short edge of a drawn wedge, logical pixels.
const WEDGE: f32 = 120.0;

/// A part of a typed line, with the column where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LinePart {
    /// Adjacent squares, each with its contents.
    Squares(usize, Vec<char>),
    /// Text beside the squares.
    Words(usize, String),
}

/// Splits a line into parts. Three or more characters with single spaces between them are squares,
/// unless they are the file letters.
fn parts(line: &str) -> Vec<LinePart> {
    let letters: Vec<char> = line.chars().collect();
    let blank = |at: usize| letters.get(at).is_none_or(|letter| *letter == ' ');
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        if blank(at) {
            at += 1;
            continue;
        }
        let run = (0..).take_while(|nth| is_square(&letters, at + 2 * nth)).count();
        let squares: Vec<char> = (0..run).filter_map(|nth| letters.get(at + 2 * nth)).copied().collect();
        if run >= 3 && !squares.starts_with(&['a', 'b', 'c']) {
            parts.push(LinePart::Squares(at, squares));
            at += 2 * run;
            continue;
        }
        // Text extends to the next double space or row of squares.
        let start = at;
        let files = squares.starts_with(&['a', 'b', 'c']);
        let end = |at: usize| blank(at) && (files && at >= start + 2 * run - 1 || blank(at + 1));
        while at < letters.len() && !end(at) {
            at += 1;
        }
        parts.push(LinePart::Words(start, letters[start..at].iter().collect()));
    }
    parts
}

/// Whether there is a single character at `at`, with spaces around it.
fn is_square(letters: &[char], at: usize) -> bool {
    let blank = |letter: Option<&char>| letter.is_none_or(|letter| *letter == ' ');
    let before = at.checked_sub(1).is_none_or(|before| blank(letters.get(before)));
    before
        && letters.get(at).is_some_and(|letter| !matches!(letter, ' ' | '|' | '/' | '\\'))
        && blank(letters.get(at + 1))
}

/// Draws a diagram.
pub fn show(ui: &mut Ui, kind: &str, lines: &[String]) {
    ScrollArea::horizontal().id_salt(lines).show(ui, |ui| match kind {
        "wedge" => wedge(ui),
        "corners" => corners(ui),
        _ => board(ui, lines),
    });
}

/// The x position of each typed column, and the end of the last one, logical pixels. Text is
/// narrower than squares, and columns that are blank in every line are the narrowest.
fn columns(lines: &[Vec<LinePart>]) -> Vec<f32> {
    let mut widths: Vec<f32> = Vec::new();
    for part in lines.iter().flatten() {
        let (from, count, width) = match part {
            LinePart::Squares(at, squares) => (*at, 2 * squares.len(), COLUMN),
            LinePart::Words(at, words) => (*at, words.chars().count() + 1, WORDS),
        };
        widths.resize(widths.len().max(from + count), BLANK);
        widths[from..from + count].iter_mut().for_each(|own| *own = own.max(width));
    }
    let mut x = 0.0;
    std::iter::once(0.0)
        .chain(widths.into_iter().map(|width| {
            x += width;
            x
        }))
        .collect()
}

fn board(ui: &mut Ui, lines: &[String]) {
    let rows: Vec<Vec<LinePart>> = lines.iter().map(|line| parts(line)).collect();
    let columns = columns(&rows);
    let size = vec2(columns.last().copied().unwrap_or_default() + COLUMN, rows.len() as f32 * LINE + 8.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::empty());
    let painter = ui.painter();
    for (row, parts) in rows.iter().enumerate() {
        let y = rect.top() + 4.0 + (row as f32 + 0.5) * LINE;
        // A stack typed as a number belongs to the side in whose half it stands.
        let upper = 2 * row < lines.len();
        for part in parts {
            match part {
                LinePart::Words(column, words) => words_at(painter, pos2(rect.left() + columns[*column], y), words),
                LinePart::Squares(column, squares) => {
                    let left = rect.left() + columns[*column] + COLUMN;
                    for (nth, sign) in squares.iter().enumerate() {
                        let middle = pos2(left + 2.0 * COLUMN * nth as f32, y);
                        square(painter, middle, (row + column / 2 + nth) % 2 == 1, *sign, upper);
                    }
                }
            }
        }
    }
}

/// Draws text; file letters are centred under their files.
fn words_at(painter: &Painter, at: Pos2, words: &str) {
    let font = FontId::proportional(theme::SMALL);
    if !words.starts_with("a b c") {
        painter.text(at, Align2::LEFT_CENTER, words, font, theme::MUTED);
        return;
    }
    for (nth, file) in words.split(' ').enumerate() {
        let at = at + vec2((2.0 * nth as f32 + 1.0) * COLUMN, 0.0);
        painter.text(at, Align2::CENTER_CENTER, file, font.clone(), theme::MUTED);
    }
}

fn square(painter: &Painter, middle: Pos2, dark: bool, sign: char, upper: bool) {
    let rect = Rect::from_center_size(middle, Vec2::splat(LINE));
    let ground = match sign {
        '#' => Color32::from_gray(0x60),
        _ if dark => DARK,
        _ => LIGHT,
    };
    painter.rect_filled(rect, CornerRadius::ZERO, ground);
    let ink = Color32::from_rgb(0x14, 0x6e, 0x74);
    match sign {
        '.' | '#' => {}
        'o' => {
            painter.circle_filled(middle, 0.16 * LINE, ink);
        }
        '+' => {
            painter.rect_filled(rect.shrink(2.0), CornerRadius::same(3), ink);
        }
        '-' => {
            painter.rect_filled(rect.shrink(2.0), CornerRadius::same(3), Color32::from_gray(0x50));
        }
        'x' => {
            painter.circle_stroke(middle, 0.32 * LINE, Stroke::new(2.5, Color32::from_rgb(0xa8, 0x26, 0x18)));
        }
        _ => man(painter, middle, sign, if sign.is_ascii_digit() { upper } else { sign.is_lowercase() }),
    }
}

/// A disc with the letter of a piece or the number of chips of a stack.
fn man(painter: &Painter, middle: Pos2, sign: char, black: bool) {
    let ivory = Color32::from_rgb(0xf6, 0xec, 0xda);
    let ebony = Color32::from_rgb(0x22, 0x17, 0x10);
    let (fill, ink) = if black { (ebony, ivory) } else { (ivory, ebony) };
    painter.circle(middle, 0.42 * LINE, fill, Stroke::new(1.0, ebony));
    let font = FontId::proportional(0.62 * LINE);
    painter.text(middle, Align2::CENTER_CENTER, sign.to_ascii_uppercase(), font, ink);
}

/// Draws the kite of Whack Chess with its cells, corners and edges.
fn wedge(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(1.74 * WEDGE + 190.0, 1.5 * WEDGE + 60.0), Sense::empty());
    let painter = ui.painter();
    let origin = rect.left_bottom() + vec2(70.0, -30.0);
    let root = 3.0_f32.sqrt();
    let kite = [[0.0, 0.0], [root, 0.0], [root, 1.0], [root / 2.0, 1.5]]
        .map(|[x, y]: [f32; 2]| pos2(origin.x + x * WEDGE, origin.y - y * WEDGE));
    let at = |file: f32, rank: f32| {
        let (near, far) = (kite[0].lerp(kite[1], file), kite[3].lerp(kite[2], file));
        near.lerp(far, rank)
    };
    for (file, rank) in (0..16_u8).map(|cell| (f32::from(cell % 4), f32::from(cell / 4))) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let cell = corners.map(|(x, y)| at((file + x) / 4.0, (rank + y) / 4.0)).to_vec();
        let ground = if (file + rank) as u8 % 2 == 1 { DARK } else { LIGHT };
        painter.add(Shape::convex_polygon(cell, ground, Stroke::NONE));
        let words = format!("{}{}", ["a", "b", "c", "d"][file as usize], rank as u8 + 1);
        let middle = at((file + 0.5) / 4.0, (rank + 0.5) / 4.0);
        painter.text(middle, Align2::CENTER_CENTER, words, FontId::proportional(12.0), theme::SUNK);
    }
    let write = |at: Pos2, align: Align2, words: &str| {
        painter.text(at, align, words, FontId::proportional(theme::SMALL), theme::TEXT);
    };
    write(at(0.5, 0.0) + vec2(0.0, 6.0), Align2::CENTER_TOP, "edge 0");
    write(at(1.0, 0.5) + vec2(8.0, 0.0), Align2::LEFT_CENTER, "edge 1");
    write(at(0.5, 1.0) + vec2(4.0, -6.0), Align2::LEFT_BOTTOM, "edge 2");
    write(at(0.0, 0.5) + vec2(-8.0, 0.0), Align2::RIGHT_CENTER, "edge 3");
    write(at(0.0, 0.0) + vec2(-4.0, 0.0), Align2::RIGHT_BOTTOM, "narrow\ncorner");
    write(at(1.0, 1.0) + vec2(8.0, 0.0), Align2::LEFT_BOTTOM, "wide corner");
}

/// Draws a corner where four cells meet, and one where three meet.
fn corners(ui: &mut Ui) {
    const SIZE: f32 = 76.0;
    let (rect, _) = ui.allocate_exact_size(vec2(6.5 * SIZE, SIZE + 34.0), Sense::empty());
    let painter = ui.painter();
    let line = Stroke::new(2.0, theme::MUTED);
    for (count, middle, words) in [
        (4_u8, rect.left_top() + vec2(1.4 * SIZE, 26.0 + SIZE / 2.0), "four corners meet: X goes to Y"),
        (3, rect.left_top() + vec2(4.8 * SIZE, 26.0 + SIZE / 2.0), "three meet: X has no step over the corner"),
    ] {
        let ray = |turn: f32, long: f32| middle + long * Vec2::angled(turn);
        let step = std::f32::consts::TAU / f32::from(count);
        for nth in 0..count {
            painter.line_segment([middle, ray(-std::f32::consts::FRAC_PI_2 + step * f32::from(nth), SIZE / 2.0)], line);
        }
        let half = -std::f32::consts::FRAC_PI_2 + step / 2.0;
        let font = FontId::proportional(theme::BODY);
        painter.text(
            ray(half + step * f32::from(count / 2), 22.0),
            Align2::CENTER_CENTER,
            "X",
            font.clone(),
            theme::BRASS,
        );
        if count == 4 {
            painter.text(ray(half, 22.0), Align2::CENTER_CENTER, "Y", font, theme::BRASS);
        }
        let above = pos2(middle.x, rect.top());
        painter.text(above, Align2::CENTER_TOP, words, FontId::proportional(theme::SMALL), theme::TEXT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::ui::drawing::markdown::{MarkdownBlock, parse};

    #[test]
    fn squares_are_distinguished_from_words() {
        let squares = |at: usize, signs: &str| LinePart::Squares(at, signs.chars().collect());
        let words = |at: usize, text: &str| LinePart::Words(at, text.into());
        assert_eq!(
            parts("8  r n b q        k king, q queen"),
            [words(0, "8"), squares(3, "rnbq"), words(18, "k king, q queen")]
        );
        assert_eq!(parts("   a b c d e    Nowak's values"), [words(3, "a b c d e"), words(16, "Nowak's values")]);
        assert_eq!(
            parts("after    . R N p . .   two against one"),
            [words(0, "after"), squares(9, ".RNp.."), words(23, "two against one")]
        );
        assert_eq!(parts("x x C # x"), [squares(0, "xxC#x")]);
    }

    /// The rules print no board as code; all are drawn.
    #[test]
    fn the_rules_have_no_typed_boards() {
        for info in games::ALL {
            for block in parse(crate::presentation::Presentation::of(info).rules) {
                let squares = |line: &str| parts(line).iter().any(|part| matches!(part, LinePart::Squares(..)));
                match block {
                    MarkdownBlock::Code(lines) => assert!(!lines.lines().any(squares), "{}: {lines}", info.id),
                    MarkdownBlock::Diagram(kind, lines) if kind == "board" => {
                        assert!(lines.iter().any(|line| squares(line)), "{}: {lines:?}", info.id);
                    }
                    _ => {}
                }
            }
        }
    }
}
