//! Films as folders of numbered pictures.

use std::fs;
use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageFormat, RgbaImage};

use super::encoder::Extras;
use super::{Encoder, FilmError};

/// A film as a folder of PNG files: 000001.png and so on. A part is also a folder.
pub struct Folder {
    fps: u32,
    part: PathBuf,
    frames: u64,
}

fn name(number: u64) -> String {
    format!("{number:06}.png")
}

impl Folder {
    /// Returns an encoder for this frame rate.
    pub fn new(fps: u32) -> Folder {
        Folder { fps, part: PathBuf::new(), frames: 0 }
    }
}

impl Encoder for Folder {
    fn part_frames(&self) -> u64 {
        u64::from(self.fps)
    }

    fn begin(&mut self, part: &Path) -> Result<(), FilmError> {
        // Removes frames left by an interruption.
        if part.exists() {
            fs::remove_dir_all(part).map_err(FilmError::file(part))?;
        }
        fs::create_dir(part).map_err(FilmError::file(part))?;
        (self.part, self.frames) = (part.to_path_buf(), 0);
        Ok(())
    }

    fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        self.frames += 1;
        let file = self.part.join(name(self.frames));
        // Every pixel is opaque.
        let picture = DynamicImage::ImageRgba8(frame.clone()).to_rgb8();
        picture.save_with_format(&file, ImageFormat::Png).map_err(|error| match error {
            image::ImageError::IoError(source) => FilmError::Write { file, source },
            other => FilmError::Encode(other.to_string()),
        })
    }

    fn end(&mut self) -> Result<(), FilmError> {
        Ok(())
    }

    fn join(&mut self, parts: &[PathBuf], out: &Path, _: &Extras) -> Result<(), FilmError> {
        fs::create_dir_all(out).map_err(FilmError::file(out))?;
        let mut number = 0;
        for part in parts {
            let frames = (1..).map(|frame| part.join(name(frame))).take_while(|file| file.exists());
            for frame in frames {
                number += 1;
                let file = out.join(name(number));
                // The parts stay complete until the film is. Not all file systems support links.
                let linked = fs::hard_link(&frame, &file).or_else(|_| fs::copy(&frame, &file).map(drop));
                linked.map_err(FilmError::file(&file))?;
            }
        }
        Ok(())
    }
}
