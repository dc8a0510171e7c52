//! The text of a frame as shapes, which films and the window draw with their own fonts.

use bevy::math::{URect, Vec2};

use super::arrangement::{FrameArrangement, TextPlaces};
use super::caption::{Caption, Headline, PlayerCaption};
use super::measure::{MeasureText, line_height};
use crate::engine::Side;

/// The most lines for the last action in words.
const MAX_LINES: usize = 3;

/// The most lines for captured pieces.
const MAX_CAPTURE_LINES: f32 = 2.0;

/// The size of the headline relative to other text.
const HEADLINE: f32 = 1.3;

/// The size of details relative to other text.
const DETAIL: f32 = 0.78;

/// The corners of a plate and its edge, in text sizes.
const CORNER: f32 = 0.4;
const EDGE: f32 = 0.05;

/// The width of the mark of the player to move, in text sizes, and its share of the plate's height.
const MARK: f32 = 0.22;
const MARK_HEIGHT: f32 = 0.62;

/// The minimum room for a name beside a clock, in text sizes.
const MIN_ROOM: f32 = 1.5;

/// The share of the plate's height for the line between two texts.
const DIVIDER: f32 = 0.6;

/// The smallest edge of a plate, pixels.
const MIN_EDGE: f32 = 0.7;

/// The colour of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextTone {
    /// For names and explanations.
    Plain,
    /// For details.
    Muted,
    /// For headlines and clocks.
    Bright,
}

/// A part of the drawing; in pixels from the upper left corner of its place.
#[derive(Clone, Debug, PartialEq)]
pub enum PlateShape {
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
    /// A straight line.
    Line {
        /// The upper left corner.
        at: Vec2,
        /// Width and height.
        size: Vec2,
        /// Whether it is bright.
        bright: bool,
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
        ink: TextTone,
    },
}

impl PlateShape {
    /// The shape at another place.
    #[must_use]
    fn moved(mut self, by: Vec2) -> PlateShape {
        match &mut self {
            PlateShape::Plate { at, .. }
            | PlateShape::Line { at, .. }
            | PlateShape::Bar { at, .. }
            | PlateShape::Text { at, .. } => *at += by,
            PlateShape::Disc { centre, .. } => *centre += by,
        }
        self
    }
}

/// The places of the text with their shapes: the plates and the evaluation.
#[must_use]
pub fn plates(
    caption: &Caption,
    arrangement: &FrameArrangement,
    font: &impl MeasureText,
) -> Vec<(URect, Vec<PlateShape>)> {
    let Some(places) = arrangement.text else { return Vec::new() };
    let text = places.size as f32;
    let players = Side::BOTH.map(|side| {
        let (place, shown) = (places.players[side.index()], &caption.players[side.index()]);
        let chance = caption.evaluation.map(|white| if side == Side::White { white } else { 1.0 - white });
        (place, player((shown, side), chance, (inner(place, &places), text), font))
    });
    let place = places.action(caption.die);
    let sizes = (inner(place, &places), places.letters as f32);
    let action = (place, last_action(&caption.action, &caption.players, sizes, font));
    let texts: Vec<_> = players.into_iter().chain([action]).collect();
    let plates = places.plates().into_iter().map(|plate| {
        let on_it: Vec<_> = texts.iter().filter(|(place, _)| plate.contains(place.center())).collect();
        let is_card = caption.action.is_card && plate.contains(place.center());
        let mut shapes = vec![background(plate.size().as_vec2(), &places, is_card)];
        let edges = on_it.iter().map(|(place, _)| place.min.x).filter(|edge| *edge > plate.min.x);
        shapes.extend(edges.map(|edge| divider((edge - plate.min.x) as f32, plate.size().as_vec2(), text)));
        for (place, shown) in on_it {
            let by = (place.min - plate.min).as_vec2() + Vec2::splat(places.margin as f32);
            shapes.extend(shown.iter().map(|shape| shape.clone().moved(by)));
        }
        (plate, shapes)
    });
    let bar = bar(caption, places.evaluation.size().as_vec2(), places.margin as f32);
    plates.chain([(places.evaluation, bar)]).collect()
}

/// The size of the text in a place.
fn inner(place: URect, places: &TextPlaces) -> Vec2 {
    (place.size().as_vec2() - 2.0 * places.margin as f32).max(Vec2::ONE)
}

/// The background of a plate in a place of this size.
fn background(size: Vec2, places: &TextPlaces, bright: bool) -> PlateShape {
    let (margin, text) = (places.margin as f32, places.size as f32);
    let edge = if bright { 2.0 } else { 1.0 } * (EDGE * text).max(MIN_EDGE);
    PlateShape::Plate {
        at: Vec2::splat(margin),
        size: (size - 2.0 * margin).max(Vec2::ONE),
        radius: CORNER * text,
        edge,
        bright,
    }
}

/// The line between two texts on a plate.
fn divider(x: f32, plate: Vec2, text: f32) -> PlateShape {
    let height = DIVIDER * plate.y;
    let width = (EDGE * text).max(1.0).round();
    PlateShape::Line { at: Vec2::new(x, (plate.y - height) / 2.0), size: Vec2::new(width, height), bright: false }
}

/// The bar of the evaluation, White's part on the left.
fn bar(caption: &Caption, place: Vec2, margin: f32) -> Vec<PlateShape> {
    let Some(white) = caption.evaluation else { return Vec::new() };
    let gap = Vec2::new(margin, 1.0);
    let size = (place - 2.0 * gap).max(Vec2::ONE);
    let colours = caption.players.each_ref().map(|player| player.colour);
    vec![PlateShape::Bar { at: gap, size, share: white as f32, colours }]
}

/// A player with the chance of winning, 0 to 1, if it is known; Black's is the mirror image of
/// White's.
fn player(
    (player, side): (&PlayerCaption, Side),
    chance: Option<f64>,
    (place, text): (Vec2, f32),
    font: &impl MeasureText,
) -> Vec<PlateShape> {
    let mut shapes = Vec::new();
    let mirrored = |left: f32, width: f32| if side == Side::White { left } else { place.x - left - width };
    if player.due {
        let size = Vec2::new((MARK * text).round().max(2.0), MARK_HEIGHT * place.y);
        let at = Vec2::new(mirrored(0.0, size.x), (place.y - size.y) / 2.0);
        shapes.push(PlateShape::Line { at, size, bright: true });
    }
    let pad = 0.6 * text;
    let small = DETAIL * text;
    let radius = 0.42 * text;
    let left = 2.0 * pad + 2.0 * radius;
    let height = line_height(text) + line_height(small);
    let most = ((place.y - height) / line_height(small)).floor().clamp(0.0, MAX_CAPTURE_LINES) as usize;
    let captures =
        if most == 0 { Vec::new() } else { font.wrap(&player.captured, small, (place.x - left - pad).max(text), most) };
    let height = height + captures.len() as f32 * line_height(small);
    let mut y = ((place.y - height) / 2.0).max(0.0);
    let centre = Vec2::new(mirrored(pad + radius, 0.0), y + line_height(text) / 2.0);
    shapes.push(PlateShape::Disc { centre, radius, colour: player.colour, side });
    // A row has one text at the outer end and one at the inner end: the first that fits.
    let mut row = |y: f32, size: f32, (outer, ink): (&str, TextTone), (inner, inner_ink): (&[&str], TextTone)| {
        let fits = |inner: &&str| left + font.width(inner, size) + 2.0 * pad + MIN_ROOM * size <= place.x;
        let inner = inner.iter().find(|inner| fits(inner)).copied().unwrap_or_default();
        let inner_width = font.width(inner, size);
        let gap = if inner.is_empty() { 0.0 } else { pad };
        let room = (place.x - left - pad - inner_width - gap).max(text);
        let outer = font.wrap(outer, size, room, 1).pop().unwrap_or_default();
        let at = Vec2::new(mirrored(left, font.width(&outer, size)), y);
        shapes.push(PlateShape::Text { at, words: outer, size, ink });
        if !inner.is_empty() {
            let at = Vec2::new(mirrored(place.x - pad - inner_width, inner_width), y);
            shapes.push(PlateShape::Text { at, words: inner.to_string(), size, ink: inner_ink });
        }
    };
    let clock = player.clock.as_deref().unwrap_or_default();
    let standing = player.score.as_deref().into_iter().chain(player.clock.as_deref()).collect::<Vec<_>>().join("  ");
    let chance = chance.map(|chance| format!("{:.0} %", 100.0 * chance)).unwrap_or_default();
    // Without a clock or score, the chance is beside the name, which leaves room for details.
    let (first, ink, second): ([&str; 2], _, &str) = if standing.is_empty() {
        ([&chance, ""], TextTone::Plain, "")
    } else {
        ([&standing, clock], TextTone::Bright, &chance)
    };
    row(y, text, (&player.name, TextTone::Plain), (&first, ink));
    y += line_height(text);
    // Without room for more rows, captures follow the side.
    let captured =
        if most > 0 || player.captured.is_empty() { String::new() } else { format!("  {}", player.captured) };
    row(y, small, (&format!("{}{captured}", player.detail), TextTone::Muted), (&[second], TextTone::Plain));
    for line in captures {
        y += line_height(small);
        row(y, small, (&line, TextTone::Plain), (&[], TextTone::Plain));
    }
    shapes
}

fn last_action(
    action: &Headline,
    players: &[PlayerCaption; 2],
    (place, text): (Vec2, f32),
    font: &impl MeasureText,
) -> Vec<PlateShape> {
    let mut shapes = Vec::new();
    let pad = 0.6 * text;
    let large = HEADLINE * text;
    let indent = if action.side.is_some() { 1.1 * large } else { 0.0 };
    let inner = (place.x - 2.0 * pad).max(large);
    let short = font.wrap(&action.short, large, (inner - indent).max(large), 2);
    let rest = place.y - short.len() as f32 * line_height(large);
    let most = |small: f32| ((rest / line_height(small)).floor().max(0.0) as usize).min(MAX_LINES);
    // Long explanations are smaller.
    let fits = |small: f32| {
        let lines = font.wrap_evenly(&action.words, small, inner, most(small).max(1));
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
    for (nth, words) in short.into_iter().enumerate() {
        let mut left = ((place.x - font.width(&words, large) - indent) / 2.0).max(pad);
        if let Some(side) = action.side {
            if nth == 0 {
                let centre = Vec2::new(left + 0.4 * large, y + line_height(large) / 2.0);
                shapes.push(PlateShape::Disc {
                    centre,
                    radius: 0.4 * large,
                    colour: players[side.index()].colour,
                    side,
                });
            }
            left += indent;
        }
        shapes.push(PlateShape::Text { at: Vec2::new(left, y), words, size: large, ink: TextTone::Bright });
        y += line_height(large);
    }
    for words in words {
        let left = ((place.x - font.width(&words, small)) / 2.0).max(pad);
        shapes.push(PlateShape::Text { at: Vec2::new(left, y), words, size: small, ink: TextTone::Plain });
        y += line_height(small);
    }
    shapes
}

#[cfg(test)]
mod tests {
    use bevy::math::Rect;

    use super::super::measure::tests::Even;
    use super::*;

    /// Everything is inside its place and apart from other text, in every format, with and without the
    /// picture of the die.
    #[test]
    fn texts_stay_in_their_places() {
        let player = |name: &str| PlayerCaption {
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
            for thrown in [false, true] {
                let arrangement = FrameArrangement::with_text(size, true);
                let caption = Caption { die: arrangement.die.first().copied().filter(|_| thrown), ..caption.clone() };
                for (place, shapes) in plates(&caption, &arrangement, &Even) {
                    let whole = Rect { min: Vec2::ZERO, max: place.size().as_vec2() };
                    let mut texts: Vec<Rect> = Vec::new();
                    for shape in &shapes {
                        let (at, end) = match shape {
                            PlateShape::Text { at, words, size, .. } => {
                                (*at, *at + Vec2::new(Even.width(words, *size), line_height(*size)))
                            }
                            PlateShape::Plate { at, size, .. }
                            | PlateShape::Line { at, size, .. }
                            | PlateShape::Bar { at, size, .. } => (*at, *at + *size),
                            PlateShape::Disc { centre, radius, .. } => (*centre - *radius, *centre + *radius),
                        };
                        let area = Rect { min: at, max: end };
                        assert!(
                            whole.inflate(1.0).union(area) == whole.inflate(1.0),
                            "{size:?}: {shape:?} in {place:?}"
                        );
                        if let PlateShape::Text { .. } = shape {
                            let die = caption.die.map(|die| die.as_rect());
                            let on_frame = Rect { min: at + place.min.as_vec2(), max: end + place.min.as_vec2() };
                            let apart = |other: &Rect| area.inflate(-0.5).intersect(*other).is_empty();
                            assert!(texts.iter().all(apart), "{size:?}: {shape:?}");
                            assert!(die.is_none_or(|die| on_frame.intersect(die).is_empty()), "{size:?}: {shape:?}");
                            texts.push(area);
                        }
                    }
                }
            }
        }
    }

    /// A long list of captured pieces has a second line instead of an ellipsis.
    #[test]
    fn all_captured_pieces_are_named() {
        let captured = "cannon dragon prince 2 veterans \u{265b} \u{265c}×2 \u{265f}×3";
        let player = PlayerCaption {
            name: "Badger".into(),
            detail: "White, Level 5".into(),
            colour: [250, 240, 230],
            clock: None,
            score: None,
            captured: captured.into(),
            due: false,
        };
        let action = Headline { side: None, short: "D*d4".into(), words: String::new(), is_card: false };
        let caption = Caption { players: [player.clone(), player], action, evaluation: Some(0.5), die: None };
        for size in [(640, 360), (720, 720)] {
            let drawn = plates(&caption, &FrameArrangement::with_text(size, false), &Even);
            let texts: Vec<_> = drawn.iter().flat_map(|(_, shapes)| shapes).collect();
            let is_cut = |shape: &&PlateShape| matches!(shape, PlateShape::Text { words, .. } if words.ends_with('…'));
            assert!(!texts.iter().any(is_cut), "{size:?}: {texts:?}");
        }
    }
}
