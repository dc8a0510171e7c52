//! Captions of pictures of a match: its players and result, and the last move.

use image::{RgbaImage, imageops};

use super::lettering::{Lettering, plate};
use super::offscreen::Offscreen;
use crate::engine::Outcome;
use crate::play::Replay;
use crate::session::Session;
use crate::ui::broadcast::{MeasureText, line_height};
use crate::ui::{MoveHistory, theme, words};

/// The number of text lines that would fill the height of a picture, and the smallest font size,
/// pixels.
const TEXT: (f32, f32) = (15.0, 11.0);

/// The smallest letters of a long text, relative to the usual ones.
const SMALLEST: f32 = 0.6;

/// The captions of a match.
pub struct PictureCaptions {
    lettering: Lettering,
    history: MoveHistory,
    replay: Replay,
}

impl PictureCaptions {
    /// Prepares the captions of a match.
    #[must_use]
    pub fn new(replay: &Replay) -> PictureCaptions {
        let history = MoveHistory::of(&Session::from(replay.clone()));
        PictureCaptions { lettering: Lettering::default(), history, replay: replay.clone() }
    }

    /// The game, the players and the result, for a picture of `width`, with letters of the size for
    /// pictures of `height`. Both in pixels.
    #[must_use]
    pub fn title(&self, outcome: Option<Outcome>, width: u32, height: u32) -> RgbaImage {
        self.plate(&self.headline(outcome), (width, height))
    }

    /// The last move before a point of the match, for a picture of this size, pixels.
    #[must_use]
    pub fn label(&self, ply: usize, size: (u32, u32)) -> RgbaImage {
        self.plate(&self.last_move(ply), size)
    }

    /// The size of the picture of the table in a picture of this size with `lines` of captions below
    /// it, pixels.
    #[must_use]
    pub fn table_size((width, height): (u32, u32), lines: u32) -> (u32, u32) {
        // In a very small picture, the captions may be cut off.
        let room = (height / 2).min(height.saturating_sub(Offscreen::MIN_SIZE));
        (width, height - (lines * plate_height((width, height))).min(room))
    }

    /// Adds captions below a picture of the table at the current position: the players, the last
    /// move, and at the end the result. The new picture has this size, pixels.
    #[must_use]
    pub fn below(&self, table: &RgbaImage, replay: &Replay, size: (u32, u32)) -> RgbaImage {
        let ply = self.history.plies_at(replay.at());
        let [red, green, blue, _] = theme::PANEL.to_array();
        let mut picture = RgbaImage::from_pixel(size.0, size.1, image::Rgba([red, green, blue, 255]));
        imageops::replace(&mut picture, table, 0, 0);
        let mut top = table.height();
        for plate in [self.title(replay.shown_outcome(), size.0, size.1), self.label(ply, size)] {
            imageops::overlay(&mut picture, &plate, 0, i64::from(top));
            top += plate.height();
        }
        picture
    }

    fn headline(&self, outcome: Option<Outcome>) -> String {
        let (setup, info) = (self.replay.setup(), self.replay.game().info());
        let players = words::players(setup.seats, &setup.names);
        let result =
            outcome.map(|outcome| format!(": {}, {}", words::result(outcome, info), words::reason(outcome.reason)));
        format!("{}, {players}{}", info.name, result.unwrap_or_default())
    }

    fn last_move(&self, ply: usize) -> String {
        self.history.numbered(ply).unwrap_or_else(|| "Start".to_string())
    }

    fn plate(&self, text: &str, size: (u32, u32)) -> RgbaImage {
        let (usual, padding) = letters(size);
        let room = size.0 as f32 - 2.0 * padding;
        // A long text has smaller letters.
        let smaller = 0.98 * room / self.lettering.width(text, usual).max(1.0);
        let letters = usual * smaller.clamp(SMALLEST, 1.0);
        let line = self.lettering.wrap(text, letters, room.max(letters), 1).pop().unwrap_or_default();
        let width = (self.lettering.width(&line, letters) + 2.0 * padding).ceil().min(size.0 as f32) as u32;
        let height = plate_height(size).min(size.1);
        let [fill, edge, ink] = [theme::PANEL, theme::EDGE, theme::TEXT].map(|it| [it.r(), it.g(), it.b()]);
        let mut plate = plate((width.max(1), height.max(1)), padding, (fill, 225), (edge, 1.0));
        let top = (padding + line_height(usual) - line_height(letters)) / 2.0;
        self.lettering.draw(&mut plate, (padding, top), &line, letters, ink);
        plate
    }
}

/// The size and the padding of the letters in a picture of this size, pixels.
fn letters(size: (u32, u32)) -> (f32, f32) {
    let letters = (size.1 as f32 / TEXT.0).max(TEXT.1);
    (letters, 0.4 * letters)
}

fn plate_height(size: (u32, u32)) -> u32 {
    let (letters, padding) = letters(size);
    (line_height(letters) + padding).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup};

    fn captions(game: &str, actions: &[&str]) -> PictureCaptions {
        let names = [Some("Ada".to_string()), Some("Bo".to_string())];
        let setup = Setup { names, ..Setup::new(games::info(game).unwrap(), [Seat::Human; 2], 1) };
        let mut played = Match::new(setup).unwrap();
        for action in actions {
            played.act(action).unwrap();
        }
        PictureCaptions::new(&Replay::of_match(&played))
    }

    #[test]
    fn moves_are_numbered_as_in_chess() {
        let captions = captions("chess", &["f2f3", "e7e5", "g2g4", "d8h4"]);
        let labels = [0, 1, 2, 3, 4].map(|ply| captions.last_move(ply));
        assert_eq!(labels, ["Start", "1. f3", "1... e5", "2. g4", "2... Qh4#"]);
    }

    /// A ply with a roll has one label.
    #[test]
    fn a_label_has_all_actions_of_a_ply() {
        let captions = captions("fluky", &["c1c2"]);
        let label = captions.last_move(1);
        assert!(label.starts_with("1. "), "{label}");
    }

    /// Captions cover nothing of the table, in pictures of any size.
    #[test]
    fn captions_are_below_the_table() {
        let captions = captions("chess", &["f2f3"]);
        for size in [(32, 32), (300, 200), (1280, 720), (720, 1280)] {
            let table = PictureCaptions::table_size(size, 2);
            assert!(table.0 == size.0 && 2 * table.1 >= size.1, "{size:?}: {table:?}");
            let red = image::Rgba([250, 1, 2, 255]);
            let picture = captions.below(&RgbaImage::from_pixel(table.0, table.1, red), &captions.replay, size);
            assert_eq!(picture.dimensions(), size);
            let count = picture.pixels().filter(|pixel| **pixel == red).count();
            assert_eq!(count, (table.0 * table.1) as usize, "{size:?}");
            let bottom = picture.get_pixel(size.0 / 8, (table.1 + size.1) / 2);
            assert!(*bottom != red && bottom[3] == 255, "{size:?}: {bottom:?}");
        }
    }

    #[test]
    fn a_title_has_players_and_result() {
        let captions = captions("chess", &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(captions.headline(None), "Orthodox chess, Ada – Bo");
        let headline = captions.headline(captions.replay.outcome());
        assert_eq!(headline, "Orthodox chess, Ada – Bo: Black wins, checkmate");
    }
}
