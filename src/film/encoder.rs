//! What writes films.

use std::path::{Path, PathBuf};

use image::RgbaImage;

use super::FilmError;

/// Writes films of one kind. They are written in parts, each of which is a file of its own that can be shown without those before
/// it, so that a film that was interrupted can go on.
pub trait Encoder: Send {
    /// How many frames a part has; the last one may have fewer.
    fn part_frames(&self) -> u64;

    /// Begins the next part, in this file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn begin(&mut self, part: &Path) -> Result<(), FilmError>;

    /// Takes the next frame of the part.
    ///
    /// # Errors
    /// If it cannot be written.
    fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError>;

    /// Ends the part.
    ///
    /// # Errors
    /// If it cannot be written.
    fn end(&mut self) -> Result<(), FilmError>;

    /// Puts the film together from its parts, in their order.
    ///
    /// # Errors
    /// If it cannot be written.
    fn join(&mut self, parts: &[PathBuf], out: &Path) -> Result<(), FilmError>;
}
