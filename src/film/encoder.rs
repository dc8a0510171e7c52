//! The interface of film encoders.

use std::path::{Path, PathBuf};

use image::RgbaImage;

use super::FilmError;
use super::cues::Chapter;
use super::soundtrack::EncodedSound;

/// Additions to the frames of a film. Formats that do not support them ignore them.
#[derive(Debug, Default)]
pub struct Extras {
    /// The sound.
    pub sound: Option<EncodedSound>,
    /// The chapters.
    pub chapters: Vec<Chapter>,
    /// A picture of the decisive moment, which file managers show; PNG.
    pub cover: Option<Vec<u8>>,
}

/// Writes films in one format. A film is written in parts. Each part is a file that can be decoded
/// independently of earlier ones, so that an interrupted film can be resumed.
pub trait Encoder: Send {
    /// The number of frames of a part; the last one may have fewer.
    fn part_frames(&self) -> u64;

    /// Begins the next part, in the file `part`.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn begin(&mut self, part: &Path) -> Result<(), FilmError>;

    /// Adds a frame to the part.
    ///
    /// # Errors
    /// If it cannot be written.
    fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError>;

    /// Ends the part.
    ///
    /// # Errors
    /// If it cannot be written.
    fn end(&mut self) -> Result<(), FilmError>;

    /// Joins the parts, in order, into the film.
    ///
    /// # Errors
    /// If it cannot be written.
    fn join(&mut self, parts: &[PathBuf], out: &Path, extras: &Extras) -> Result<(), FilmError>;
}
