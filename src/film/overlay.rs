//! The captions as plates in the corners of a frame, where they leave the centre of the board free.

use image::RgbaImage;

use super::caption::{Caption, Played, Player};
use crate::capture::{Colour, Lettering, disc, overlay, plate};
use crate::engine::Side;
use crate::ui::theme;

/// The smallest and the largest text, pixels.
const TEXT: [f32; 2] = [13.0, 54.0];

/// The number of text lines that would fill the height of a frame.
const LINES: f32 = 29.0;

/// The largest width of a plate, as a fraction of the frame's width.
const WIDEST: f32 = 0.34;

/// The most lines for the last action in words.
const MOST_LINES: usize = 3;

/// Opacity of the plates, 0 to 255.
const OPACITY: u8 = 225;

/// The plates of a caption, each with the pixel of its upper left corner.
#[derive(Default)]
pub struct Overlay {
    plates: Vec<(RgbaImage, (u32, u32))>,
}

impl Overlay {
    /// Draws the plates of a caption for a frame of this size.
    #[must_use]
    pub fn new(caption: &Caption, size: (u32, u32), lettering: &Lettering) -> Overlay {
        let sizes = Sizes::of(size);
        let [white, black] = &caption.players;
        let edge = sizes.margin.round() as u32;
        let white = player(white, Side::White, sizes, lettering);
        let black = player(black, Side::Black, sizes, lettering);
        let played = played(&caption.played, &caption.players, sizes, lettering);
        let right = size.0.saturating_sub(edge + black.width());
        let bottom = size.1.saturating_sub(edge + played.height());
        Overlay { plates: vec![(white, (edge, edge)), (black, (right, edge)), (played, (edge, bottom))] }
    }

    /// Draws the plates over a frame.
    pub fn lay(&self, frame: &mut RgbaImage) {
        for (plate, at) in &self.plates {
            overlay(frame, plate, *at);
        }
    }
}

/// Measures that depend on the frame size, pixels.
#[derive(Clone, Copy)]
struct Sizes {
    text: f32,
    margin: f32,
    padding: f32,
    /// The largest width of a plate.
    widest: f32,
}

impl Sizes {
    fn of((width, height): (u32, u32)) -> Sizes {
        // In a portrait frame, the width limits the text.
        let text = ((height.min(width) as f32) / LINES).clamp(TEXT[0], TEXT[1]);
        Sizes { text, margin: 0.6 * text, padding: 0.55 * text, widest: WIDEST * width as f32 }
    }

    fn inner(self) -> f32 {
        self.widest - 2.0 * self.padding
    }
}

fn colour(colour: bevy_egui::egui::Color32) -> Colour {
    [colour.r(), colour.g(), colour.b()]
}

fn empty(width: f32, height: f32, sizes: Sizes, bright: bool) -> RgbaImage {
    let size = (width.ceil().max(1.0) as u32, height.ceil().max(1.0) as u32);
    let (edge, thick) = if bright { (theme::BRASS, 2.0) } else { (theme::EDGE, 1.0) };
    let thick = thick * (sizes.text / 20.0).max(0.7);
    plate(size, 0.45 * sizes.text, (colour(theme::PANEL), OPACITY), (colour(edge), thick))
}

fn player(player: &Player, side: Side, sizes: Sizes, lettering: &Lettering) -> RgbaImage {
    let Sizes { text, padding, .. } = sizes;
    let clock = player.clock.as_deref().unwrap_or_default();
    let clock_width = if clock.is_empty() { 0.0 } else { lettering.width(clock, text) + padding };
    let room = sizes.inner() - 1.2 * text - clock_width;
    let whole = format!("{}: {}", player.side, player.name);
    // In a small frame, the colour and the side must suffice.
    let name = if lettering.width(&whole, text) > room { player.side } else { &whole };
    let name = lettering.wrap(name, text, room.max(2.0 * text), 1).pop().unwrap_or_default();
    let name_width = lettering.width(&name, text);
    let width = 2.0 * padding + 1.2 * text + name_width + clock_width;
    let height = Lettering::line_height(text) + padding;
    let mut plate = empty(width, height, sizes, player.due);
    let middle = (padding + 0.4 * text, height / 2.0);
    disc(&mut plate, middle, 0.42 * text, player.colour, colour(theme::MUTED), side == Side::Black);
    let left = padding + 1.2 * text;
    lettering.draw(&mut plate, (left, padding / 2.0), &name, text, colour(theme::TEXT));
    lettering.draw(&mut plate, (left + name_width + padding, padding / 2.0), clock, text, colour(theme::BRASS));
    plate
}

fn played(played: &Played, players: &[Player; 2], sizes: Sizes, lettering: &Lettering) -> RgbaImage {
    let Sizes { text, padding, .. } = sizes;
    let large = 1.3 * text;
    let indent = if played.side.is_some() { 1.1 * large } else { 0.0 };
    let inner = sizes.inner();
    let short = lettering.wrap(&played.short, large, inner - indent, 2);
    let words = lettering.wrap(&played.words, text, inner, MOST_LINES);
    let widths = short.iter().map(|line| indent + lettering.width(line, large));
    let width = widths.chain(words.iter().map(|line| lettering.width(line, text))).fold(0.0, f32::max);
    let heights =
        [(&short, large), (&words, text)].map(|(lines, size)| lines.len() as f32 * Lettering::line_height(size));
    let height = heights.iter().sum::<f32>() + padding;
    let mut plate = empty(width + 2.0 * padding, height, sizes, played.ended);
    if let Some(side) = played.side {
        let middle = (padding + 0.4 * large, padding / 2.0 + Lettering::line_height(large) / 2.0);
        let team = players[side.index()].colour;
        disc(&mut plate, middle, 0.4 * large, team, colour(theme::MUTED), side == Side::Black);
    }
    let mut y = padding / 2.0;
    for line in &short {
        lettering.draw(&mut plate, (padding + indent, y), line, large, colour(theme::BRASS));
        y += Lettering::line_height(large);
    }
    for line in &words {
        lettering.draw(&mut plate, (padding, y), line, text, colour(theme::TEXT));
        y += Lettering::line_height(text);
    }
    plate
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption() -> Caption {
        let player = |side, name: &str, due| {
            let (colour, clock) = ([240, 230, 210], Some("1:04:59".into()));
            Player { side, name: name.into(), colour, clock, due }
        };
        let played = Played {
            side: Some(Side::Black),
            short: "Qa1xh8+".into(),
            words: "The queen goes from a1 to h8, captures the rook there, and becomes something else altogether"
                .into(),
            ended: false,
        };
        Caption {
            players: [player("White", "search:depth=6,threads=2", true), player("Black", "Human", false)],
            played,
        }
    }

    #[test]
    fn the_middle_of_a_frame_stays_free() {
        for (width, height) in [(320, 180), (640, 360), (1280, 720), (1920, 1080), (720, 1280)] {
            let overlay = Overlay::new(&caption(), (width, height), &Lettering::default());
            for (plate, (x, y)) in &overlay.plates {
                let (right, bottom) = (x + plate.width(), y + plate.height());
                assert!(right <= width && bottom <= height, "{width}x{height}: a plate ends at {right}, {bottom}");
                let aside = right <= width * 38 / 100 || *x >= width * 62 / 100;
                assert!(aside, "{width}x{height}: a plate from {x}, {y} to {right}, {bottom} covers the middle");
            }
            let tallest = overlay.plates.iter().map(|(plate, _)| plate.height()).max().unwrap();
            assert!(tallest < height / 2, "{width}x{height}: a plate is {tallest} high");
        }
    }
}
