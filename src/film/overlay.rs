//! Draws the text of a frame beside the table.

use bevy::math::{URect, UVec2};
use image::{Rgba, RgbaImage, imageops};

use crate::capture::{Colour, Lettering, disc, plate};
use crate::engine::Side;
use crate::ui::broadcast::{Caption, FrameArrangement, PlateShape, TextTone, plates};
use crate::ui::theme;

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
    pub fn new(caption: &Caption, arrangement: &FrameArrangement, lettering: &Lettering) -> Overlay {
        let Some(places) = arrangement.text else { return Overlay::default() };
        let text = places.size as f32;
        let drawn = plates(caption, arrangement, lettering).into_iter().flat_map(|(place, shapes)| {
            let mut picture = filled(place.size());
            shapes.iter().for_each(|shape| draw(shape, &mut picture, lettering));
            parts(place, caption.die).into_iter().map(move |part| {
                let (at, size) = (part.min - place.min, part.size());
                (imageops::crop_imm(&picture, at.x, at.y, size.x, size.y).to_image(), part.min)
            })
        });
        let plates = drawn.collect();
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

/// The parts of a place outside the picture of the die.
fn parts(place: URect, die: Option<URect>) -> Vec<URect> {
    let parts = match die.filter(|die| place.contains(die.center())) {
        Some(die) => around(place, die).to_vec(),
        None => vec![place],
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect()
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

/// An empty place.
fn filled(size: UVec2) -> RgbaImage {
    let [red, green, blue] = colour(theme::PANEL);
    RgbaImage::from_pixel(size.x.max(1), size.y.max(1), Rgba([red, green, blue, 255]))
}

/// Draws the edge of a rectangle, just outside of it.
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

/// Draws a shape on the picture of its place.
fn draw(shape: &PlateShape, picture: &mut RgbaImage, lettering: &Lettering) {
    match shape {
        PlateShape::Plate { at, size, radius, edge, bright } => {
            let colours = (colour(theme::PANEL), colour(if *bright { theme::BRASS } else { theme::EDGE }));
            let inner = plate((size.x as u32, size.y as u32), *radius, (colours.0, 255), (colours.1, *edge));
            imageops::overlay(picture, &inner, at.x as i64, at.y as i64);
        }
        PlateShape::Line { at, size, bright } => {
            let [red, green, blue] = colour(if *bright { theme::BRASS } else { theme::EDGE });
            let line =
                RgbaImage::from_pixel((size.x as u32).max(1), (size.y as u32).max(1), Rgba([red, green, blue, 255]));
            imageops::overlay(picture, &line, at.x as i64, at.y as i64);
        }
        PlateShape::Disc { centre, radius, colour: team, side } => {
            disc(picture, (*centre).into(), *radius, *team, colour(theme::MUTED), *side == Side::Black);
        }
        PlateShape::Bar { at, size, share, colours } => {
            let (left, top) = (at.x as u32, at.y as u32);
            let (width, height) = (size.x as u32, size.y as u32);
            let middle = (share * size.x).round() as u32;
            let [edge, brass] = [theme::EDGE, theme::BRASS].map(colour);
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let is_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                let [red, green, blue] = match x {
                    _ if x == width / 2 => brass,
                    _ if is_edge => edge,
                    _ => colours[usize::from(x >= middle)],
                };
                if let Some(pixel) = picture.get_pixel_mut_checked(left + x, top + y) {
                    *pixel = Rgba([red, green, blue, 255]);
                }
            }
        }
        PlateShape::Text { at, words, size, ink } => {
            let ink = match ink {
                TextTone::Plain => theme::TEXT,
                TextTone::Muted => theme::MUTED,
                TextTone::Bright => theme::BRASS,
            };
            lettering.draw(picture, (*at).into(), words, *size, colour(ink));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::broadcast::{Headline, PlayerCaption};

    fn caption() -> Caption {
        let player = |side: &str, name: &str, due| PlayerCaption {
            name: name.into(),
            detail: format!("{side}, Level 5, Badger"),
            colour: [250, 240, 230],
            clock: Some("1:04:59".into()),
            score: None,
            captured: "\u{265b} \u{265f}×4".into(),
            due,
        };
        let action = Headline {
            side: Some(Side::White),
            short: "Qa1xh8~R".into(),
            words: "The queen goes from a1 to h8, captures the rook there, and becomes something else altogether"
                .into(),
            is_card: false,
        };
        Caption {
            players: [player("White", "search:depth=6,threads=2", true), player("Black", "Human", false)],
            action,
            evaluation: Some(0.25),
            die: None,
        }
    }

    /// Text covers everything outside the table and the die, and nothing of them.
    #[test]
    fn the_table_stays_free() {
        for size in [(320, 180), (640, 360), (1280, 720), (1920, 1080), (720, 720), (720, 1280)] {
            for has_die in [false, true] {
                let arrangement = FrameArrangement::with_text(size, has_die);
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

    /// The bar between table and players shows White's share from the left.
    #[test]
    fn the_evaluation_is_a_bar() {
        for size in [(640, 360), (720, 720), (720, 1280)] {
            let arrangement = FrameArrangement::with_text(size, true);
            let mut frame = RgbaImage::new(size.0, size.1);
            let mut caption = caption();
            caption.players[1].colour = [20, 30, 40];
            Overlay::new(&caption, &arrangement, &Lettering::default()).draw(&mut frame);
            let bar = arrangement.text.unwrap().evaluation;
            let at = |share: f32| frame.get_pixel((share * size.0 as f32) as u32, bar.center().y).0;
            assert_eq!([0.1, 0.2, 0.3, 0.9].map(|share| at(share)[0]), [250, 250, 20, 20], "{size:?}");
        }
    }

    #[test]
    fn the_die_is_framed() {
        let arrangement = FrameArrangement::with_text((640, 360), true);
        let die = arrangement.die[0];
        let caption = Caption { die: Some(die), ..caption() };
        let mut frame = RgbaImage::new(640, 360);
        Overlay::new(&caption, &arrangement, &Lettering::default()).draw(&mut frame);
        let [red, green, blue] = colour(theme::BRASS);
        assert_eq!(frame.get_pixel(die.min.x - 1, die.min.y + 5).0, [red, green, blue, 255]);
        assert_eq!(frame.get_pixel(die.min.x, die.min.y + 5).0, [0; 4]);
    }
}
