//! Draws the text of a frame beside the table.

use bevy::math::{URect, UVec2};
use image::{Rgba, RgbaImage, imageops};

use super::arrangement::{Arrangement, TextPlaces};
use super::caption::{ActionText, Caption, Player};
use crate::capture::{Colour, Lettering, disc, plate};
use crate::engine::Side;
use crate::ui::theme;

/// The maximum number of lines for the last action in words.
const MAX_LINES: usize = 3;

/// The size of the headline relative to other text.
const HEADLINE: f32 = 1.3;

/// The size of details relative to other text.
const DETAIL: f32 = 0.78;

/// The width of the frame of the die's picture, as a fraction of the text size.
const EDGE: f32 = 0.12;

/// The pictures of the text, each with the pixel of its upper left corner.
#[derive(Default)]
pub struct Overlay {
    plates: Vec<(RgbaImage, UVec2)>,
    /// The frame of the die's picture, with its width.
    die: Option<(URect, u32)>,
}

impl Overlay {
    /// Draws the text of a frame.
    #[must_use]
    pub fn new(caption: &Caption, arrangement: &Arrangement, lettering: &Lettering) -> Overlay {
        let Some(TextPlaces { players, action, size, .. }) = arrangement.text else { return Overlay::default() };
        let text = size as f32;
        let sides = Side::BOTH.map(|side| {
            let (place, drawn) = (players[side.index()], &caption.players[side.index()]);
            (player(drawn, side, place.size(), text, lettering), place.min)
        });
        let middle = (last_action(&caption.action, &caption.players, action.size(), text, lettering), action.min);
        let bands = empty_bands(arrangement, caption.die);
        let plates = bands.into_iter().chain(sides).chain([middle]).collect();
        Overlay { plates, die: caption.die.map(|die| (die, (EDGE * text).ceil() as u32)) }
    }

    /// Draws the text over a frame.
    pub fn draw(&self, frame: &mut RgbaImage) {
        for (plate, at) in &self.plates {
            imageops::replace(frame, plate, at.x.into(), at.y.into());
        }
        if let Some((die, edge)) = self.die {
            rim(frame, die, edge, colour(theme::BRASS));
        }
    }
}

/// The parts of the band around the die's picture, if the picture is in the band.
fn empty_bands(arrangement: &Arrangement, die: Option<URect>) -> Vec<(RgbaImage, UVec2)> {
    let band = arrangement.text.map_or(URect::EMPTY, |text| text.band);
    let parts = match die.filter(|die| band.contains(die.center())) {
        Some(die) => around(band, die).to_vec(),
        None => vec![band],
    };
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.map(|part| (filled(part.size()), part.min)).collect()
}

/// The four parts of `band` around `hole`.
fn around(band: URect, hole: URect) -> [URect; 4] {
    [
        URect { min: band.min, max: UVec2::new(band.max.x, hole.min.y) },
        URect { min: UVec2::new(band.min.x, hole.max.y), max: band.max },
        URect { min: UVec2::new(band.min.x, hole.min.y), max: UVec2::new(hole.min.x, hole.max.y) },
        URect { min: UVec2::new(hole.max.x, hole.min.y), max: UVec2::new(band.max.x, hole.max.y) },
    ]
}

fn colour(colour: bevy_egui::egui::Color32) -> Colour {
    [colour.r(), colour.g(), colour.b()]
}

/// An empty part of the band.
fn filled(size: UVec2) -> RgbaImage {
    let [red, green, blue] = colour(theme::PANEL);
    RgbaImage::from_pixel(size.x.max(1), size.y.max(1), Rgba([red, green, blue, 255]))
}

/// Draws the edge of a rectangle, just outside it.
fn rim(frame: &mut RgbaImage, inside: URect, width: u32, colour: Colour) {
    let outside = URect { min: inside.min.saturating_sub(UVec2::splat(width)), max: inside.max + width };
    let [red, green, blue] = colour;
    for part in around(outside, inside) {
        for (x, y) in (part.min.y..part.max.y).flat_map(|y| (part.min.x..part.max.x).map(move |x| (x, y))) {
            if let Some(pixel) = frame.get_pixel_mut_checked(x, y) {
                *pixel = Rgba([red, green, blue, 255]);
            }
        }
    }
}

/// Places a rounded plate in the middle of an empty part of the band.
fn with_plate(size: UVec2, text: f32, bright: bool) -> RgbaImage {
    let mut whole = filled(size);
    let gap = (0.18 * text).round() as u32;
    let inner = (size.x.saturating_sub(2 * gap).max(1), size.y.saturating_sub(2 * gap).max(1));
    let (edge, thick) = if bright { (theme::BRASS, 2.0) } else { (theme::EDGE, 1.0) };
    let thick = thick * (text / 20.0).max(0.7);
    let plate = plate(inner, 0.4 * text, (colour(theme::PANEL), 255), (colour(edge), thick));
    imageops::overlay(&mut whole, &plate, gap.into(), gap.into());
    whole
}

fn player(player: &Player, side: Side, size: UVec2, text: f32, lettering: &Lettering) -> RgbaImage {
    let mut picture = with_plate(size, text, player.due);
    let pad = 0.55 * text;
    let (width, small) = (size.x as f32, DETAIL * text);
    let height = Lettering::line_height(text) + Lettering::line_height(small);
    let rows =
        if player.captured.is_empty() || size.y as f32 - height < Lettering::line_height(small) + pad { 2 } else { 3 };
    let height = if rows == 3 { height + Lettering::line_height(small) } else { height };
    let mut y = ((size.y as f32 - height) / 2.0).max(0.0);
    let radius = 0.42 * text;
    disc(
        &mut picture,
        (pad + radius, y + Lettering::line_height(text) / 2.0),
        radius,
        player.colour,
        colour(theme::MUTED),
        side == Side::Black,
    );
    let left = 2.0 * pad + 2.0 * radius;
    let clock = player.clock.as_deref().unwrap_or_default();
    let clock_width = lettering.width(clock, text);
    let room = (width - left - pad - clock_width - if clock.is_empty() { 0.0 } else { pad }).max(text);
    let line = |words: &str, size: f32, room: f32| lettering.wrap(words, size, room, 1).pop().unwrap_or_default();
    lettering.draw(&mut picture, (left, y), &line(&player.name, text, room), text, colour(theme::TEXT));
    lettering.draw(&mut picture, (width - pad - clock_width, y), clock, text, colour(theme::BRASS));
    y += Lettering::line_height(text);
    let room = (width - left - pad).max(text);
    // Without a third row, captures follow the side.
    let captured =
        if rows == 3 || player.captured.is_empty() { String::new() } else { format!("  {}", player.captured) };
    let detail = line(&format!("{}{captured}", player.detail), small, room);
    lettering.draw(&mut picture, (left, y), &detail, small, colour(theme::MUTED));
    if rows == 3 {
        y += Lettering::line_height(small);
        lettering.draw(&mut picture, (left, y), &line(&player.captured, small, room), small, colour(theme::TEXT));
    }
    picture
}

fn last_action(action: &ActionText, players: &[Player; 2], size: UVec2, text: f32, lettering: &Lettering) -> RgbaImage {
    let mut picture = with_plate(size, text, action.is_card);
    let pad = 0.6 * text;
    let large = HEADLINE * text;
    let indent = if action.side.is_some() { 1.1 * large } else { 0.0 };
    let inner = (size.x as f32 - 2.0 * pad).max(large);
    let short = lettering.wrap(&action.short, large, (inner - indent).max(large), 2);
    let rest = size.y as f32 - 0.5 * pad - short.len() as f32 * Lettering::line_height(large);
    // Long explanations have smaller text.
    let fits = |small: f32| {
        let most = ((rest / Lettering::line_height(small)).floor().max(0.0) as usize).min(MAX_LINES);
        let lines = lettering.wrap(&action.words, small, inner, most.max(1));
        (most > 0 && !lines.iter().any(|line| line.ends_with('…'))).then_some((lines, small))
    };
    let smallest = || {
        let small = DETAIL * text;
        let most = ((rest / Lettering::line_height(small)).floor().max(0.0) as usize).min(MAX_LINES);
        let lines = if most == 0 { Vec::new() } else { lettering.wrap(&action.words, small, inner, most) };
        (lines, small)
    };
    let (words, small) = [1.0, 0.88, DETAIL].into_iter().find_map(|share| fits(share * text)).unwrap_or_else(smallest);
    let heights = [(short.len(), large), (words.len(), small)];
    let height: f32 = heights.iter().map(|(lines, size)| *lines as f32 * Lettering::line_height(*size)).sum();
    let mut y = ((size.y as f32 - height) / 2.0).max(0.0);
    let widest = short.iter().map(|line| lettering.width(line, large)).fold(0.0, f32::max) + indent;
    let mut left = ((size.x as f32 - widest) / 2.0).max(pad);
    if let Some(side) = action.side {
        let middle = (left + 0.4 * large, y + Lettering::line_height(large) / 2.0);
        let team = players[side.index()].colour;
        disc(&mut picture, middle, 0.4 * large, team, colour(theme::MUTED), side == Side::Black);
        left += indent;
    }
    for line in &short {
        lettering.draw(&mut picture, (left, y), line, large, colour(theme::BRASS));
        y += Lettering::line_height(large);
    }
    for line in &words {
        let left = ((size.x as f32 - lettering.width(line, small)) / 2.0).max(pad);
        lettering.draw(&mut picture, (left, y), line, small, colour(theme::TEXT));
        y += Lettering::line_height(small);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption() -> Caption {
        let player = |side: &str, name: &str, due| Player {
            name: name.into(),
            detail: format!("{side}, Level 5, Badger"),
            colour: [250, 240, 230],
            clock: Some("1:04:59".into()),
            captured: "\u{265b} \u{265f}×4".into(),
            due,
        };
        let action = ActionText {
            side: Some(Side::White),
            short: "Qa1xh8~R".into(),
            words: "The queen goes from a1 to h8, captures the rook there, and becomes something else altogether"
                .into(),
            is_card: false,
        };
        Caption {
            players: [player("White", "search:depth=6,threads=2", true), player("Black", "Human", false)],
            action,
            die: None,
        }
    }

    /// Text covers everything outside the table and the die, and nothing inside them.
    #[test]
    fn the_table_stays_free() {
        for size in [(320, 180), (640, 360), (1280, 720), (1920, 1080), (720, 720), (720, 1280)] {
            for has_die in [false, true] {
                let arrangement = Arrangement::with_text(size, has_die);
                let mut frame = RgbaImage::from_pixel(size.0, size.1, Rgba([1, 2, 3, 255]));
                let caption = Caption { die: arrangement.die.first().copied().filter(|_| has_die), ..caption() };
                let Overlay { plates, .. } = Overlay::new(&caption, &arrangement, &Lettering::default());
                Overlay { plates, die: None }.draw(&mut frame);
                for (x, y, pixel) in frame.enumerate_pixels() {
                    let at = UVec2::new(x, y);
                    let within = |place: &URect| at.cmpge(place.min).all() && at.cmplt(place.max).all();
                    let free = within(&arrangement.table) || caption.die.iter().any(within);
                    assert_eq!(pixel.0 == [1, 2, 3, 255], free, "{size:?}, {has_die}: {at}");
                }
            }
        }
    }

    #[test]
    fn the_die_is_framed() {
        let arrangement = Arrangement::with_text((640, 360), true);
        let die = arrangement.die[0];
        let caption = Caption { die: Some(die), ..caption() };
        let mut frame = RgbaImage::new(640, 360);
        Overlay::new(&caption, &arrangement, &Lettering::default()).draw(&mut frame);
        let [red, green, blue] = colour(theme::BRASS);
        assert_eq!(frame.get_pixel(die.min.x - 1, die.min.y + 5).0, [red, green, blue, 255]);
        assert_eq!(frame.get_pixel(die.min.x, die.min.y + 5).0, [0; 4]);
    }
}
