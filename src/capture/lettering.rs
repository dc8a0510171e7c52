//! Text and plates on pictures, drawn on the CPU in the fonts of the panels.

use ab_glyph::{Font, FontRef, ScaleFont, point};
use image::{Rgba, RgbaImage};

use crate::ui::broadcast::{MeasureText, line_height};

/// A colour, `sRGB`.
pub type Colour = [u8; 3];

/// The fonts of the panels. A glyph missing in one font is taken from the next that has it.
pub struct Lettering {
    fonts: Vec<FontRef<'static>>,
}

impl Default for Lettering {
    fn default() -> Self {
        use epaint_default_fonts::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};
        let files = [UBUNTU_LIGHT, NOTO_EMOJI_REGULAR, EMOJI_ICON, HACK_REGULAR];
        Lettering { fonts: files.into_iter().filter_map(|file| FontRef::try_from_slice(file).ok()).collect() }
    }
}

impl Lettering {
    fn font_of(&self, sign: char) -> Option<&FontRef<'static>> {
        self.fonts.iter().find(|font| font.glyph_id(sign).0 != 0).or(self.fonts.first())
    }

    /// Draws a line of text with its upper left corner at this pixel.
    pub fn draw(&self, picture: &mut RgbaImage, (x, y): (f32, f32), text: &str, size: f32, colour: Colour) {
        let ascent = self.fonts.first().map_or(size, |font| font.as_scaled(size).ascent());
        let baseline = y + (line_height(size) - size) / 2.0 + ascent;
        let mut at = x;
        for sign in text.chars() {
            let Some(font) = self.font_of(sign) else { return };
            let glyph = font.glyph_id(sign).with_scale_and_position(size, point(at, baseline));
            at += font.as_scaled(size).h_advance(glyph.id);
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            outline.draw(|across, down, covered| {
                // The fonts are light; without this correction, small text on wood is thin.
                let covered = covered.clamp(0.0, 1.0).powf(0.75);
                let (x, y) = (corner.x + across as f32, corner.y + down as f32);
                if x >= 0.0 && y >= 0.0 {
                    cover(picture, x as u32, y as u32, colour, covered);
                }
            });
        }
    }
}

impl MeasureText for Lettering {
    fn width(&self, text: &str, size: f32) -> f32 {
        let advance = |sign| self.font_of(sign).map_or(0.0, |font| font.as_scaled(size).h_advance(font.glyph_id(sign)));
        text.chars().map(advance).sum()
    }
}

/// Blends a colour over a pixel with opacity `covered`, 0 to 1. Pixels outside the picture are
/// ignored.
fn cover(picture: &mut RgbaImage, x: u32, y: u32, colour: Colour, covered: f32) {
    let Some(pixel) = picture.get_pixel_mut_checked(x, y) else { return };
    let under = f32::from(pixel[3]) / 255.0;
    let alpha = covered + under * (1.0 - covered);
    if alpha <= 0.0 {
        return;
    }
    let mixed = |over: u8, below: u8| (f32::from(over) * covered + f32::from(below) * under * (1.0 - covered)) / alpha;
    let parts: [f32; 3] = std::array::from_fn(|part| mixed(colour[part], pixel[part]));
    *pixel = Rgba([parts[0], parts[1], parts[2], 255.0 * alpha].map(|part| part.round() as u8));
}

/// Returns an empty plate with round corners: `fill` with its opacity, and `edge` with its width in
/// pixels.
#[must_use]
pub fn plate((width, height): (u32, u32), radius: f32, fill: (Colour, u8), edge: (Colour, f32)) -> RgbaImage {
    let half = (width as f32 / 2.0, height as f32 / 2.0);
    RgbaImage::from_fn(width, height, |x, y| {
        // Distance from the rim, negative inside.
        let beyond = |at: u32, half: f32| (at as f32 + 0.5 - half).abs() - half + radius;
        let (x, y) = (beyond(x, half.0), beyond(y, half.1));
        let distance = x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - radius;
        let inside = (0.5 - distance).clamp(0.0, 1.0);
        let rim = (distance + edge.1 + 0.5).clamp(0.0, 1.0);
        let part = |at: usize| (f32::from(fill.0[at]) * (1.0 - rim) + f32::from(edge.0[at]) * rim).round() as u8;
        let alpha = f32::from(fill.1) * (1.0 - rim) + 255.0 * rim;
        Rgba([part(0), part(1), part(2), (alpha * inside).round() as u8])
    })
}

/// Draws a disc, the panels' symbol of a side, with its centre and radius in pixels. The disc of
/// the second side has a hole.
pub fn disc(picture: &mut RgbaImage, (x, y): (f32, f32), radius: f32, colour: Colour, edge: Colour, hole: bool) {
    let reach = radius.ceil() as i64 + 1;
    for down in -reach..=reach {
        for across in -reach..=reach {
            let (column, row) = (x.floor() as i64 + across, y.floor() as i64 + down);
            let (Ok(column), Ok(row)) = (u32::try_from(column), u32::try_from(row)) else { continue };
            let distance = (column as f32 + 0.5 - x).hypot(row as f32 + 0.5 - y);
            let within = |radius: f32| (radius - distance + 0.5).clamp(0.0, 1.0);
            cover(picture, column, row, edge, within(radius));
            cover(picture, column, row, colour, within(0.8 * radius));
            if hole {
                cover(picture, column, row, edge, within(0.33 * radius));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_covers_what_it_measures() {
        let lettering = Lettering::default();
        let (text, size) = ("Ng1f3 🎲♞", 20.0);
        let mut picture = RgbaImage::new(300, 40);
        lettering.draw(&mut picture, (10.0, 5.0), text, size, [255, 200, 100]);
        let inked = picture.enumerate_pixels().filter(|(.., pixel)| pixel[3] > 0).map(|(x, ..)| x);
        let (first, last) = (inked.clone().min().unwrap(), inked.max().unwrap());
        let width = lettering.width(text, size);
        assert!(first >= 9 && last as f32 <= 10.0 + width + 1.0, "{first} to {last}, {width} wide");
        assert!(last as f32 > 10.0 + 0.85 * width, "the last signs are missing: {last} of {width}");
    }

    #[test]
    fn a_plate_has_round_corners() {
        let plate = plate((20, 10), 4.0, ([10, 20, 30], 128), ([200, 100, 0], 1.0));
        assert_eq!((plate.get_pixel(0, 0)[3], *plate.get_pixel(10, 5)), (0, Rgba([10, 20, 30, 128])));
    }
}
