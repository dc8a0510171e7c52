//! Several pictures of a match: on a sheet, or in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgba, RgbaImage, imageops};

use super::lettering::{Lettering, overlay, plate};
use super::offscreen::CaptureError;
use super::shot::{Photographer, Style, save};
use crate::engine::DynGame;
use crate::play::Replay;
use crate::ui::{theme, words};

/// The number of text lines that would fill the height of a picture on a sheet, and the smallest
/// font size, pixels.
const TEXT: (f32, f32) = (15.0, 11.0);

/// Draws a sheet of pictures of a match in columns and rows, from start to end. If the match has
/// more plies than the sheet has pictures, they are spread evenly. `style` applies to the whole
/// sheet.
///
/// # Errors
/// If a picture size is out of range, or no graphics adapter is found.
pub fn sheet(replay: &mut Replay, style: Style, (columns, rows): (u32, u32)) -> Result<RgbaImage, CaptureError> {
    let (width, height) = style.size;
    let size = (width / columns.max(1), height / rows.max(1));
    replay.go_to(0);
    let mut photographer = Photographer::new(replay.game(), Style { size, ..style })?;
    let back = theme::SUNK;
    let opacity = if style.transparent { 0 } else { 255 };
    let mut sheet = RgbaImage::from_pixel(width, height, Rgba([back.r(), back.g(), back.b(), opacity]));
    let lettering = Lettering::default();
    for (place, ply) in (0..).zip(spread(replay.plies(), (columns * rows) as usize)) {
        replay.go_to_ply(ply);
        let mut picture = photographer.picture_of_match(replay)?;
        let label = label(&describe(replay.game(), ply), size, &lettering);
        let at = size.1.saturating_sub(label.height());
        if style.transparent {
            imageops::overlay(&mut picture, &label, 0, i64::from(at));
        } else {
            overlay(&mut picture, &label, (0, at));
        }
        let (column, row) = (place % columns, place / columns);
        imageops::replace(&mut sheet, &picture, i64::from(column * size.0), i64::from(row * size.1));
    }
    Ok(sheet)
}

/// Returns `count` plies of a match of `plies`, spread evenly from 0 to the last; all of them if
/// the match has fewer.
fn spread(plies: usize, count: usize) -> Vec<usize> {
    if plies < count {
        return (0..=plies).collect();
    }
    // A single picture shows the end.
    let last = count.saturating_sub(1);
    (0..count).map(|at| (at * plies + last / 2).checked_div(last).unwrap_or(plies)).collect()
}

/// Returns the number of the last ply with its actions in short notation; the name of the game at
/// the start.
fn describe(game: &dyn DynGame, ply: usize) -> String {
    let (mut before, mut short) = (game.boxed(), Vec::new());
    let side = before.undo().and_then(|action| {
        short.push(words::short(&*before, &action));
        before.turn().side()
    });
    if side.is_none() {
        return game.info().name.to_string();
    }
    // A ply has several actions where dice are thrown.
    while let Some(action) = before.undo().filter(|_| before.turn().side() == side) {
        short.push(words::short(&*before, &action));
    }
    short.reverse();
    format!("{ply}. {}", short.join(" "))
}

fn label(text: &str, size: (u32, u32), lettering: &Lettering) -> RgbaImage {
    let letters = (size.1 as f32 / TEXT.0).max(TEXT.1);
    let padding = 0.4 * letters;
    let room = size.0 as f32 - 2.0 * padding;
    let line = lettering.wrap(text, letters, room.max(letters), 1).pop().unwrap_or_default();
    let width = (lettering.width(&line, letters) + 2.0 * padding).ceil().min(size.0 as f32) as u32;
    let height = (Lettering::line_height(letters) + padding).ceil().min(size.1 as f32) as u32;
    let [fill, edge, ink] = [theme::PANEL, theme::EDGE, theme::TEXT].map(|it| [it.r(), it.g(), it.b()]);
    let mut plate = plate((width.max(1), height.max(1)), padding, (fill, 225), (edge, 1.0));
    lettering.draw(&mut plate, (padding, padding / 2.0), &line, letters, ink);
    plate
}

/// Writes a picture of every `every`-th ply of a match into a folder, which is created if
/// necessary, and returns the files.
///
/// # Errors
/// If a size is out of range, no graphics adapter is found, or a file cannot be written.
pub fn save_every(
    replay: &mut Replay,
    style: Style,
    every: usize,
    folder: &Path,
) -> Result<Vec<PathBuf>, CaptureError> {
    fs::create_dir_all(folder)
        .map_err(|error| CaptureError::Save { file: folder.to_path_buf(), reason: error.to_string() })?;
    replay.go_to(0);
    let mut photographer = Photographer::new(replay.game(), style)?;
    let mut files = Vec::new();
    for ply in (0..=replay.plies()).step_by(every.max(1)) {
        replay.go_to_ply(ply);
        let file = folder.join(format!("ply-{ply:04}.png"));
        save(&photographer.picture_of_match(replay)?, &file)?;
        files.push(file);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    #[test]
    fn pictures_are_spread_from_start_to_end() {
        assert_eq!(spread(3, 12), [0, 1, 2, 3]);
        assert_eq!(spread(11, 12), (0..12).collect::<Vec<_>>());
        assert_eq!(spread(100, 5), [0, 25, 50, 75, 100]);
        assert_eq!(spread(100, 1), [100]);
        assert_eq!(spread(0, 1), [0]);
        let many = spread(37, 12);
        assert!(many.len() == 12 && many[0] == 0 && many[11] == 37 && many.is_sorted_by(|a, b| a < b), "{many:?}");
    }

    #[test]
    fn a_label_tells_all_of_a_ply() {
        let mut game = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
        assert_eq!(describe(&*game, 0), "Fluky Chess");
        game.apply("c1c2").unwrap();
        game.apply("~N").unwrap();
        let label = describe(&*game, 1);
        assert!(label.starts_with("1. ") && label.ends_with('N') && label.matches(' ').count() == 2, "{label}");
    }
}
