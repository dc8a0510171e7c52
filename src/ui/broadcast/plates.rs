//! The text of a frame as shapes, which films and the window draw with their own fonts.

use bevy::math::{URect, Vec2};

use super::arrangement::{Arrangement, TextPlaces};
use super::caption::{Caption, Headline, Player};
use crate::engine::Side;

/// The most lines for the last action in words.
const MAX_LINES: usize = 3;

/// The size of the headline relative to other text.
const HEADLINE: f32 = 1.3;

/// The size of details relative to other text.
const DETAIL: f32 = 0.78;

/// The margin of a plate in its place, its corners, and its edge, in text sizes.
const MARGIN: f32 = 0.18;
const CORNER: f32 = 0.4;
const EDGE: f32 = 0.05;

/// The smallest edge of a plate, pixels.
const MIN_EDGE: f32 = 0.7;

/// The colour of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// For names and explanations.
    Plain,
    /// For details.
    Muted,
    /// For headlines and clocks.
    Bright,
}

/// A part of the drawing; in pixels from the upper left corner of its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rounded plate with an edge.
    Plate {
        /// The upper left corner.
        at: Vec2,
        /// Width and height.
        size: Vec2,
        /// The radius of its corners.
        radius: f32,
        /// The width of its edge.
        edge: f32,
        /// Whether the edge is bright.
        bright: bool,
    },
    /// The disc of a side.
    Disc {
        /// The centre.
        centre: Vec2,
        /// The radius.
        radius: f32,
        /// The colour of the side, `sRGB`.
        colour: [u8; 3],
        /// The side; Black's disc has a hole.
        side: Side,
    },
    /// A bar in two parts.
    Bar {
        /// The upper left corner.
        at: Vec2,
        /// Width and height.
        size: Vec2,
        /// The width of the left part, as a fraction.
        share: f32,
        /// The colours of the parts, `sRGB`.
        colours: [[u8; 3]; 2],
    },
    /// A line of text.
    Text {
        /// The upper left corner of the line.
        at: Vec2,
        /// The text.
        words: String,
        /// The font size.
        size: f32,
        /// The colour.
        ink: Ink,
    },
}

/// The height of a line at this font size, pixels.
#[must_use]
pub fn line_height(size: f32) -> f32 {
    (1.25 * size).ceil()
}

/// Measures text in a font.
pub trait Measure {
    /// The width of a text, pixels.
    fn width(&self, text: &str, size: f32) -> f32;

    /// Breaks a text into lines of at most `width` pixels. Text beyond `most` lines is cut off with
    /// an ellipsis.
    #[must_use]
    fn wrap(&self, text: &str, size: f32, width: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_string()),
            }
        }
        let cut = lines.len() > most;
        lines.truncate(most);
        let count = lines.len();
        for (index, line) in lines.iter_mut().enumerate() {
            let ellipsis = cut && index + 1 == count;
            if ellipsis {
                line.push('…');
            }
            while self.width(line, size) > width && line.chars().count() > 1 {
                let keep = line.trim_end_matches('…').chars().count() - 1;
                *line = line.chars().take(keep).chain(['…']).collect();
            }
        }
        lines
    }
}

/// The places of the text with their shapes: the players, the last action and the evaluation.
#[must_use]
pub fn plates(caption: &Caption, arrangement: &Arrangement, font: &impl Measure) -> Vec<(URect, Vec<Shape>)> {
    let Some(TextPlaces { players, action, evaluation, size, .. }) = arrangement.text else { return Vec::new() };
    let text = size as f32;
    let sides = Side::BOTH.map(|side| {
        let (place, shown) = (players[side.index()], &caption.players[side.index()]);
        let chance = caption.evaluation.map(|white| if side == Side::White { white } else { 1.0 - white });
        (place, player((shown, side), chance, place.size().as_vec2(), text, font))
    });
    let middle = last_action(&caption.action, &caption.players, action.size().as_vec2(), text, font);
    let bar = bar(caption, evaluation.size().as_vec2(), text);
    sides.into_iter().chain([(action, middle), (evaluation, bar)]).collect()
}

/// The plate in the middle of a place.
fn plate(size: Vec2, text: f32, bright: bool) -> Shape {
    let gap = Vec2::splat((MARGIN * text).round());
    let edge = if bright { 2.0 } else { 1.0 } * (EDGE * text).max(MIN_EDGE);
    Shape::Plate { at: gap, size: (size - 2.0 * gap).max(Vec2::ONE), radius: CORNER * text, edge, bright }
}

/// The bar of the evaluation, White's part on the left.
fn bar(caption: &Caption, place: Vec2, text: f32) -> Vec<Shape> {
    let Some(white) = caption.evaluation else { return Vec::new() };
    let gap = Vec2::new((MARGIN * text).round(), 1.0);
    let size = (place - 2.0 * gap).max(Vec2::ONE);
    let colours = caption.players.each_ref().map(|player| player.colour);
    vec![Shape::Bar { at: gap, size, share: white as f32, colours }]
}

/// A player with the chance of winning, 0 to 1, if it is known.
fn player(
    (player, side): (&Player, Side),
    chance: Option<f64>,
    place: Vec2,
    text: f32,
    font: &impl Measure,
) -> Vec<Shape> {
    let mut shapes = vec![plate(place, text, player.due)];
    let pad = 0.55 * text;
    let small = DETAIL * text;
    let height = line_height(text) + line_height(small);
    let has_room = place.y - height >= line_height(small) + pad;
    let has_third = has_room && !player.captured.is_empty();
    let height = if has_third { height + line_height(small) } else { height };
    let mut y = ((place.y - height) / 2.0).max(0.0);
    let radius = 0.42 * text;
    let centre = Vec2::new(pad + radius, y + line_height(text) / 2.0);
    shapes.push(Shape::Disc { centre, radius, colour: player.colour, side });
    let left = 2.0 * pad + 2.0 * radius;
    let right = [player.score.as_deref(), player.clock.as_deref()].into_iter().flatten().collect::<Vec<_>>().join("  ");
    let right_width = font.width(&right, text);
    let room = (place.x - left - pad - right_width - if right.is_empty() { 0.0 } else { pad }).max(text);
    let line = |words: &str, size: f32, room: f32| font.wrap(words, size, room, 1).pop().unwrap_or_default();
    let name = line(&player.name, text, room);
    shapes.push(Shape::Text { at: Vec2::new(left, y), words: name, size: text, ink: Ink::Plain });
    let at = Vec2::new(place.x - pad - right_width, y);
    shapes.push(Shape::Text { at, words: right, size: text, ink: Ink::Bright });
    y += line_height(text);
    let chance = chance.map(|chance| format!("{:.0} %", 100.0 * chance)).unwrap_or_default();
    let chance_width = font.width(&chance, small);
    let room = (place.x - left - pad - chance_width - if chance.is_empty() { 0.0 } else { pad }).max(text);
    let at = Vec2::new(place.x - pad - chance_width, y);
    shapes.push(Shape::Text { at, words: chance, size: small, ink: Ink::Plain });
    // Where there is no third row, captures follow the side.
    let captured =
        if has_third || player.captured.is_empty() { String::new() } else { format!("  {}", player.captured) };
    let detail = line(&format!("{}{captured}", player.detail), small, room);
    shapes.push(Shape::Text { at: Vec2::new(left, y), words: detail, size: small, ink: Ink::Muted });
    if has_third {
        y += line_height(small);
        let words = line(&player.captured, small, (place.x - left - pad).max(text));
        shapes.push(Shape::Text { at: Vec2::new(left, y), words, size: small, ink: Ink::Plain });
    }
    shapes
}

fn last_action(action: &Headline, players: &[Player; 2], place: Vec2, text: f32, font: &impl Measure) -> Vec<Shape> {
    let mut shapes = vec![plate(place, text, action.is_card)];
    let pad = 0.6 * text;
    let large = HEADLINE * text;
    let indent = if action.side.is_some() { 1.1 * large } else { 0.0 };
    let inner = (place.x - 2.0 * pad).max(large);
    let short = font.wrap(&action.short, large, (inner - indent).max(large), 2);
    let rest = place.y - 0.5 * pad - short.len() as f32 * line_height(large);
    let most = |small: f32| ((rest / line_height(small)).floor().max(0.0) as usize).min(MAX_LINES);
    // Long explanations are smaller.
    let fits = |small: f32| {
        let lines = font.wrap(&action.words, small, inner, most(small).max(1));
        (most(small) > 0 && !lines.iter().any(|line| line.ends_with('…'))).then_some((lines, small))
    };
    let smallest = || {
        let small = DETAIL * text;
        let lines = if most(small) == 0 { Vec::new() } else { font.wrap(&action.words, small, inner, most(small)) };
        (lines, small)
    };
    let (words, small) = [1.0, 0.88, DETAIL].into_iter().find_map(|share| fits(share * text)).unwrap_or_else(smallest);
    let heights = [(short.len(), large), (words.len(), small)];
    let height: f32 = heights.iter().map(|(lines, size)| *lines as f32 * line_height(*size)).sum();
    let mut y = ((place.y - height) / 2.0).max(0.0);
    let widest = short.iter().map(|line| font.width(line, large)).fold(0.0, f32::max) + indent;
    let mut left = ((place.x - widest) / 2.0).max(pad);
    if let Some(side) = action.side {
        let centre = Vec2::new(left + 0.4 * large, y + line_height(large) / 2.0);
        shapes.push(Shape::Disc { centre, radius: 0.4 * large, colour: players[side.index()].colour, side });
        left += indent;
    }
    for words in short {
        shapes.push(Shape::Text { at: Vec2::new(left, y), words, size: large, ink: Ink::Bright });
        y += line_height(large);
    }
    for words in words {
        let left = ((place.x - font.width(&words, small)) / 2.0).max(pad);
        shapes.push(Shape::Text { at: Vec2::new(left, y), words, size: small, ink: Ink::Plain });
        y += line_height(small);
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sign has the same width.
    struct Even;

    impl Measure for Even {
        fn width(&self, text: &str, size: f32) -> f32 {
            0.5 * size * text.chars().count() as f32
        }
    }

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        let text = "The queen goes from a1 to h8 and captures a rook of inconceivablelengthindeed";
        for width in [60.0, 120.0, 400.0] {
            let lines = Even.wrap(text, 14.0, width, 3);
            assert!(lines.len() <= 3 && lines.iter().all(|line| Even.width(line, 14.0) <= width), "{lines:?}");
        }
        assert_eq!(Even.wrap("Pawn to e4", 14.0, 400.0, 2), ["Pawn to e4"]);
        assert!(Even.wrap(text, 14.0, 120.0, 2)[1].ends_with('…'));
    }

    /// Everything is inside its place, in every format.
    #[test]
    fn texts_stay_in_their_places() {
        let player = |name: &str| Player {
            name: name.into(),
            detail: "White, Level 5, Badger".into(),
            colour: [250, 240, 230],
            clock: Some("1:04:59".into()),
            score: Some("1½".into()),
            captured: "\u{265b} \u{265f}×4".into(),
            due: true,
        };
        let words = "The queen goes from a1 to h8, captures the rook there, and becomes something else altogether";
        let action =
            Headline { side: Some(Side::White), short: "Qa1xh8~R".into(), words: words.into(), is_card: false };
        let caption = Caption {
            players: [player("search:depth=6,threads=2"), player("Ada")],
            action,
            evaluation: Some(0.875),
            die: None,
        };
        for size in [(320, 180), (640, 360), (1280, 720), (1920, 1080), (720, 720), (720, 1280)] {
            let arrangement = Arrangement::with_text(size, true);
            for (place, shapes) in plates(&caption, &arrangement, &Even) {
                for shape in &shapes {
                    if let Shape::Bar { at, size: bar, .. } = shape {
                        assert!(
                            (*at + *bar).cmple(place.size().as_vec2()).all(),
                            "{size:?}: a bar of {bar} in {place:?}"
                        );
                    }
                    let Shape::Text { at, words, size: letters, .. } = shape else { continue };
                    let end = *at + Vec2::new(Even.width(words, *letters), line_height(*letters));
                    let fits = at.cmpge(Vec2::ZERO).all() && end.cmple(place.size().as_vec2() + 1.0).all();
                    assert!(fits, "{size:?}: '{words}' from {at} to {end} in {place:?}");
                }
            }
        }
    }
}
