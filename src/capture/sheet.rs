//! Several pictures of a match: on a sheet, or in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgba, RgbaImage, imageops};

use super::caption::PictureCaptions;
use super::offscreen::CaptureError;
use super::shot::{Photographer, Style, save};
use crate::play::Replay;
use crate::ui::theme;

/// Draws a sheet of pictures of a match in columns and rows, from start to end, under a title with
/// the players and the result. If the match has more plies than the sheet has pictures, they are
/// spread evenly. `style` applies to the whole sheet.
///
/// # Errors
/// If a picture size is out of range, or no graphics adapter is found.
pub fn sheet(replay: &mut Replay, style: Style, (columns, rows): (u32, u32)) -> Result<RgbaImage, CaptureError> {
    let (width, height) = style.size;
    let captions = PictureCaptions::new(replay);
    let title = captions.title(replay.outcome(), width, height / rows.max(1));
    let size = (width / columns.max(1), (height - title.height().min(height)) / rows.max(1));
    replay.go_to(0);
    let table = PictureCaptions::table_size(size, 1);
    let mut photographer = Photographer::new(replay.game(), Style { size: table, ..style })?;
    let back = theme::SUNK;
    let opacity = if style.transparent { 0 } else { 255 };
    let mut sheet = RgbaImage::from_pixel(width, height, Rgba([back.r(), back.g(), back.b(), opacity]));
    imageops::overlay(&mut sheet, &title, 0, 0);
    for (place, ply) in (0..).zip(spread(replay.plies(), (columns * rows) as usize)) {
        replay.go_to_ply(ply);
        let picture = photographer.picture_of_match(replay)?;
        let (x, y) = (place % columns * size.0, title.height() + place / columns * size.1);
        imageops::replace(&mut sheet, &picture, i64::from(x), i64::from(y));
        imageops::overlay(&mut sheet, &captions.label(ply, size), i64::from(x), i64::from(y + table.1));
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

/// Writes a picture of every `every`-th ply of a match into a folder, which is created if
/// necessary, and returns the files. `captioned` pictures have [`PictureCaptions`].
///
/// # Errors
/// If a size is out of range, no graphics adapter is found, or a file cannot be written.
pub fn save_every(
    replay: &mut Replay,
    style: Style,
    every: usize,
    captioned: bool,
    folder: &Path,
) -> Result<Vec<PathBuf>, CaptureError> {
    fs::create_dir_all(folder)
        .map_err(|error| CaptureError::Save { file: folder.to_path_buf(), reason: error.to_string() })?;
    replay.go_to(0);
    let captions = captioned.then(|| PictureCaptions::new(replay));
    let table = if captioned { PictureCaptions::table_size(style.size, 2) } else { style.size };
    let mut photographer = Photographer::new(replay.game(), Style { size: table, ..style })?;
    let mut files = Vec::new();
    for ply in (0..=replay.plies()).step_by(every.max(1)) {
        replay.go_to_ply(ply);
        let file = folder.join(format!("ply-{ply:04}.png"));
        let mut picture = photographer.picture_of_match(replay)?;
        if let Some(captions) = &captions {
            picture = captions.below(&picture, replay, style.size);
        }
        save(&picture, &file)?;
        files.push(file);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
